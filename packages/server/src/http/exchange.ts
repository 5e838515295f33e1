import type { Language } from "@atrio/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Exchange } from "./handler.ts";
import { isSameOrigin, keepsHeaderRule } from "./header-rule.ts";
import { prefersAsync } from "./prefer.ts";
import { cookieName } from "./session.ts";

/** Cookies of ours: never readable by scripts, never sent from another site. */
const cookieOptions = (secure: boolean) =>
  ({ path: "/", httpOnly: true, sameSite: "strict", secure }) as const;

export function exchangeOf(request: FastifyRequest, reply: FastifyReply, language: Language): Exchange {
  const secure = request.protocol === "https";
  return {
    ip: request.ip,
    host: request.host,
    userAgent: request.headers["user-agent"] ?? "",
    requestId: request.id,
    secure,
    get sameOrigin() {
      return isSameOrigin(request);
    },
    get keepsHeaderRule() {
      return keepsHeaderRule(request);
    },
    language,
    prefersAsync: prefersAsync(request.headers["prefer"]),
    cookie: (name) => request.cookies[cookieName(name, secure)],
    setCookie: (name, value, maxAge) =>
      void reply.setCookie(cookieName(name, secure), value, {
        ...cookieOptions(secure),
        ...(maxAge === undefined ? {} : { maxAge }),
      }),
    clearCookie: (name) => void reply.clearCookie(cookieName(name, secure), cookieOptions(secure)),
    header: (name, value) => void reply.header(name, value),
  };
}
