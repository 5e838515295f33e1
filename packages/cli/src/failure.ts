/** What an operator can do something about: said in a sentence, with the remedy. Exit codes are those of sysexits.h. */
export class Failure extends Error {
  override readonly name: string = "Failure";
  readonly remedy: string | undefined;
  readonly exitCode: number;

  constructor(message: string, remedy?: string, exitCode = 1) {
    super(message);
    this.remedy = remedy;
    this.exitCode = exitCode;
  }
}

/** A command line that cannot be understood. */
export class UsageFailure extends Failure {
  override readonly name = "UsageFailure";

  constructor(message: string, remedy?: string) {
    super(message, remedy, 64);
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The `code` of a system error (ENOENT, EACCES, …). */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
