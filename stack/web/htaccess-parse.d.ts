export interface Problem {
  readonly line: number;
  readonly directive: string;
  readonly reason: string;
}
export interface Problems {
  readonly problems: readonly Problem[];
  /** Not all are told. */
  readonly more: boolean;
}
/** What a site's nginx asks for; its inside is the concern of the other files. */
export interface Rules extends Problems {
  readonly broken: number;
}
/** Throws a SyntaxError where a pattern is none. */
type Check = (pattern: string) => void;
declare const parsing: {
  parse(source: string, check?: Check, until?: number): Rules;
  problems(source: string, check?: Check): Problems;
};
export default parsing;
