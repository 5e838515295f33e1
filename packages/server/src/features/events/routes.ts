import type { Read } from "../../db/handles.ts";
import type { Handlers, SessionUser } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { EventHub } from "./hub.ts";

async function ownerOf({ db }: Read, { username, holdingId }: SessionUser): Promise<string> {
  const { reference } = await db
    .selectFrom("atrio.holding")
    .select("reference")
    .where("id", "=", holdingId)
    .executeTakeFirstOrThrow();
  return `${username}@${reference}`;
}

export const eventHandlers = (hub: EventHub) =>
  ({
    eventStream: async ({ user, http, input, read }) => {
      // A stream gives nothing away to another site, but holds a connection: only pages of ours may open one.
      if (!http.sameOrigin) refuse("forbidden");
      // A page outlives its session: browsers reopen its stream with the cookie of whoever has signed in since.
      if (input.owner !== undefined && input.owner !== (await ownerOf(read, user))) refuse("sessionEnded");
      const stream = hub.open({ userId: user.id, sessionId: user.sessionId, language: http.language });
      if (!stream) refuse("tooMany", { retryAfterSeconds: 10 });
      return {
        stream,
        // nginx in front must not collect what is to be seen at once
        headers: { "x-accel-buffering": "no" },
      };
    },
  }) satisfies Handlers<"eventStream">;
