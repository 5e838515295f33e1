import * as z from "zod/mini";

/** The envelope of every reply (contract, "Envelope"). */
export const system = z.object({
  valid: z.boolean(),
  statusCode: z.number(),
  errors: z.array(z.string()),
  inputs: z.array(z.string()),
  info: z.array(z.string()),
  /** Id of the background job that finishes the change, when it had not ended yet, or had failed: it says then what stands in the way. */
  job: z.nullable(z.number()),
  /** The request id, set on faults only. */
  debug: z.nullable(z.string()),
  mlcVer: z.string(),
});
export type System = z.output<typeof system>;
export const mlcVer = "1";

export const envelope = <T extends z.ZodMiniType>(data: T) => z.object({ data: z.nullable(data), system });
export interface Envelope<T> {
  data: T | null;
  system: System;
}
