/** One JSON object a line on stdout, as the api and the worker write too, for the small processes that need no more. */
export type Log = (level: "info" | "warn" | "error", msg: string, fields?: Record<string, unknown>) => void;

export const lineLog =
  (service: string): Log =>
  (level, msg, fields) =>
    console.log(JSON.stringify({ level, time: new Date().toISOString(), service, ...fields, msg }));

export const messageOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(messageOf).join("; ")
    : error instanceof Error
      ? error.message
      : String(error);
