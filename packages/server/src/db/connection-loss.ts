import { DatabaseError } from "pg";

/** SQLSTATE classes and codes with which PostgreSQL says that it is not there, or not free, for us. */
const unavailable = /^(08|53|57P|57014|55P03|40001|40P01)/;
/** What `net` and `pg` say when there is no answer at all; `pg` has no codes for its own. */
const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EACCES",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
]);
const driverMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

const codeOf = (error: Error): string | undefined =>
  "code" in error && typeof error.code === "string" ? error.code : undefined;

/** The connection is gone or never was. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return /^(08|57P)/.test(error.code ?? "");
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  const code = codeOf(error);
  return (
    ("syscall" in error && code !== undefined && socketCodes.has(code)) || driverMessage.test(error.message)
  );
}

/** PostgreSQL can't be reached, has no room, or gave up waiting: the statement did nothing, another try may do. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  (error instanceof DatabaseError && unavailable.test(error.code ?? "")) || isConnectionLoss(error);
