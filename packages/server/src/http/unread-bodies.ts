import type { FastifyInstance } from "fastify";

export interface UnreadBodies {
  /** What the longest body is that a call takes. */
  readonly bytesMax: number;
  readonly waitMs: number;
}

/**
 * A reply may be sent before its request's body has ended: nothing is there, nobody is signed in. Node would then read on
 * to the body's end, however far away and however slow that is. So the connection is closed after a body that is too
 * large or of unknown length, and when a small one does not end soon; at once would take the reply from who is sending.
 */
export function endUnreadBodies(app: FastifyInstance, { bytesMax, waitMs }: UnreadBodies): void {
  app.addHook("onRequest", ({ headers }, reply, done) => {
    if (Number(headers["content-length"] ?? 0) > bytesMax || headers["transfer-encoding"] !== undefined)
      reply.header("connection", "close");
    done();
  });
  app.addHook("onResponse", ({ raw }, _, done) => {
    if (!raw.complete) setTimeout(() => raw.complete || raw.destroy(), waitMs).unref();
    done();
  });
}
