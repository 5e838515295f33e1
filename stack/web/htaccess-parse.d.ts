export interface Problem {
  readonly line: number;
  readonly directive: string;
  readonly reason: string;
}
/** What a site's nginx asks for; its inside is the concern of the other files. */
export interface Rules {
  readonly broken: number;
  readonly problems: readonly Problem[];
}
declare const parsing: {
  parse(source: string, check: boolean, until?: number): Rules;
  problems(source: string): readonly Problem[];
};
export default parsing;
