import type { FastifyError } from "fastify";
import { isDatabaseUnavailable } from "../db/connection-loss.ts";
import { VaultUnavailable } from "../vault/client.ts";
import { Refused } from "./refuse.ts";

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && "code" in error && String(error.code).startsWith("FST_ERR_");

/** What was thrown, as an answer. What is not expected is a fault of ours; its cause is for the log only. */
export function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (isFastifyError(error)) {
    if (error.statusCode === 413) return new Refused("tooLarge", { cause: error });
    if (error.statusCode === 415) return new Refused("wrongType", { cause: error });
    if (error.statusCode === 404) return new Refused("notFound", { cause: error });
    if (error.statusCode === 400) return new Refused("invalid", { cause: error });
  }
  if (isDatabaseUnavailable(error) || error instanceof VaultUnavailable)
    return new Refused("unavailable", { cause: error });
  return new Refused("fault", { cause: error });
}
