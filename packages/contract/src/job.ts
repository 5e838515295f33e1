import * as z from "zod/mini";
import { call, nothing } from "./call.ts";
import { text } from "./input.ts";

export const jobStates = ["queued", "running", "done", "failed"] as const;
export type JobState = (typeof jobStates)[number];

/** The background part of a change. */
export const job = z.object({
  id: z.int(),
  state: z.enum(jobStates),
  /** What went wrong, in words for the user; null unless it failed. */
  error: z.nullable(z.string()),
  /** From 0 to 100; null where the job can't tell. */
  progress: z.nullable(z.number()),
});
export type Job = z.output<typeof job>;

/**
 * What the push channel says, by event name. `permissions`: what the user may see of this holding changed (null: of
 * any), so its menus must be fetched again. `config`: the company's brand or texts changed. `session`: it ended elsewhere.
 */
export const pushEvents = {
  permissions: z.object({ id: z.nullable(z.int()) }),
  config: z.object({}),
  job,
  session: z.object({}),
} as const;
export type PushEvents = { [Name in keyof typeof pushEvents]: z.output<(typeof pushEvents)[Name]> };
export type PushEventName = keyof PushEvents;

export const jobCalls = {
  jobGet: call({
    method: "GET",
    path: "/job/{id}/",
    needs: "session",
    reply: z.object({ job }),
  }),
  /** Server-sent events, one stream a browser; see `pushEvents`. */
  eventStream: call({
    method: "GET",
    path: "/events/",
    file: "text/event-stream",
    needs: "session",
    /** `user@domainName`: for a session of anyone else there is no stream. */
    input: z.strictObject({ owner: z.optional(text(320)) }),
    reply: nothing,
  }),
} as const;
