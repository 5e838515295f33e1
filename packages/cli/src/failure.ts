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

/** Joins the messages of several attempts, such as connections to each address of a host. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a system error (ENOENT, EACCES, …). */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** Known errors of the system and of PostgreSQL, by code or SQLSTATE. */
const remedies: readonly {
  readonly codes: RegExp;
  readonly says: string;
  readonly remedy: string;
  readonly exitCode: number;
}[] = [
  {
    codes: /^(ENOSPC|EDQUOT|53100)$/,
    says: "There is no space left",
    remedy: "Free some (df -h, df -i), then do it again.",
    exitCode: 74,
  },
  {
    codes: /^(EACCES|EPERM)$/,
    says: "Something may not be read or written",
    remedy:
      "Run it as the user who ran `atrio up` (root on a server), or name a home of your own: --home DIR",
    exitCode: 77,
  },
  {
    codes: /^EROFS$/,
    says: "The file system is read-only",
    remedy: "Mount it for writing, or name another home: --home DIR",
    exitCode: 73,
  },
  {
    codes: /^(ENOTDIR|EISDIR|EEXIST|ELOOP)$/,
    says: "Something else stands where a file or directory of the home belongs",
    remedy: "Move it away, or name another home: --home DIR",
    exitCode: 73,
  },
  {
    codes: /^(EMFILE|ENFILE|ENOMEM|EAGAIN)$/,
    says: "The machine has no more of what is needed",
    remedy: "See what runs (free -h, ulimit -a), then do it again.",
    exitCode: 71,
  },
  {
    codes: /^EADDRINUSE$/,
    says: "A port or socket was taken meanwhile",
    remedy: "See what is wrong: atrio doctor. Then: atrio up",
    exitCode: 69,
  },
  {
    codes: /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|57P0[123]|08\w{3}|53300)$/,
    says: "PostgreSQL, or another service, went away or takes no more connections",
    remedy: "See why: atrio logs postgres. Then: atrio up",
    exitCode: 69,
  },
  {
    codes: /^(ERR_TLS_\w+|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+)$/,
    says: "The server's certificate isn't accepted",
    remedy: "After a renewal of sslrootcert: atrio up. What is wrong: atrio doctor",
    exitCode: 69,
  },
];
/** Errors of the driver that carry no code. */
const connectionEnded = /^Connection terminated|^Client has encountered a connection error/;

/** Returns a message with a remedy for a known error; undefined for an unexpected one. */
export function explain(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  const code = connectionEnded.test(messageOf(error)) ? "ECONNRESET" : (codeOf(error) ?? "");
  const known = remedies.find(({ codes }) => codes.test(code));
  return known && new Failure(`${known.says}: ${messageOf(error)}`, known.remedy, known.exitCode);
}
