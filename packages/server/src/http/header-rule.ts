import type { FastifyRequest } from "fastify";

/**
 * Whether a page of our own sent this. Browsers say so themselves (Fetch Metadata); where they don't, on plain HTTP
 * or when old, the origin they name must be ours.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = request.headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
}

/**
 * The rule for every change and every POST (contract, "Transport"). A link, an image, a form or a prefetch can't set
 * the header, and a script on another site would need a preflight, which is never granted.
 */
export const keepsHeaderRule = (request: FastifyRequest): boolean =>
  request.headers["x-requested-with"] === "XMLHttpRequest" && isSameOrigin(request);
