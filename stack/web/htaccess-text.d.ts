declare const text: {
  /** Bytes as these files work with them: pure ASCII. */
  inner(bytes: Uint8Array): string;
  innerLines(bytes: Uint8Array): string;
  outer(text: string): string | Uint8Array;
};
export default text;
