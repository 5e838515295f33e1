/** One JSON object a line on stdout, as the other services write. */
export type Log = (level: "info" | "warn" | "error", msg: string, fields?: Record<string, unknown>) => void;

export const log: Log = (level, msg, fields) =>
  console.log(JSON.stringify({ level, time: new Date().toISOString(), service: "dnsd", ...fields, msg }));

export const messageOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(messageOf).join("; ")
    : error instanceof Error
      ? error.message
      : String(error);
