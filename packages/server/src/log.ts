import type { FastifyInstance } from "fastify";
import { type LoggerOptions, stdTimeFunctions } from "pino";

/** One JSON object a line on stdout. Bodies, queries, cookies and tokens are never given to it. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: { service: "api" },
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { req: ({ method }: { method: string }) => ({ method }), res: () => undefined },
});

/** One line a request: what was called, by whom, how it ended and how long it took. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { admitted } = request;
    // Files of the panel are the proxy's business; what is logged of them is what failed.
    if (!admitted && reply.statusCode < 400) return done();
    request.log.info(
      {
        call: admitted?.name ?? null,
        method: request.method,
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: admitted?.user?.id ?? null,
        ip: request.ip,
      },
      "request",
    );
    done();
  });
}
