import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { EventHub } from "./hub.ts";

export const eventHandlers = (hub: EventHub) =>
  ({
    eventStream: async ({ user, http }) => {
      // A stream gives nothing away to another site, but holds a connection: only pages of ours may open one.
      if (!http.sameOrigin) refuse("forbidden");
      const stream = hub.open({ userId: user.id, sessionId: user.sessionId, language: http.language });
      if (!stream) refuse("tooMany", { retryAfterSeconds: 10 });
      return {
        stream,
        // nginx in front must not collect what is to be seen at once
        headers: { "x-accel-buffering": "no" },
      };
    },
  }) satisfies Handlers<"eventStream">;
