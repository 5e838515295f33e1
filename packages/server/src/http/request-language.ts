import type { Language } from "@atrio/contract";
import type { FastifyRequest } from "fastify";
import { chooseLanguage } from "./language.ts";
import type { Spine } from "./spine.ts";

/** The query as sent. Fastify's own parser would fold repeated names and change characters. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const start = request.url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : request.url.slice(start));
}

export async function languageOf(
  request: FastifyRequest,
  spine: Spine,
  query = queryOf(request),
): Promise<Language> {
  const wanted = query.get("lang");
  return chooseLanguage({
    forced: wanted !== null && (await spine.forcesLanguage(request.host)) ? wanted : null,
    cookie: request.cookies["_lang"],
    acceptLanguage: request.headers["accept-language"],
  });
}
