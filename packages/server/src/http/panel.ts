import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CompanyReader } from "../features/config/company.ts";
import { contentSecurityPolicy } from "./security-headers.ts";

/** Addresses that the panel has a page for; it shows its not-found page on any other. */
const pages = /^\/(?:|login\/?|legal\/?|admin(?:\/.*)?)$/;

/**
 * The built panel. Files under assets/ have a hash in their name and never change; index.html is asked for anew each
 * time. Nothing here needs PostgreSQL.
 */
export async function servePanel(
  app: FastifyInstance,
  directory: string,
  company: CompanyReader,
): Promise<void> {
  if (!existsSync(join(directory, "index.html"))) {
    app.log.warn({ directory }, "the panel is not built: only the API answers");
    return;
  }
  await app.register(fastifyStatic, {
    root: directory,
    preCompressed: true,
    index: false,
    dotfiles: "ignore",
    cacheControl: false,
    setHeaders: ({ raw }, path) => {
      const isAsset = path.startsWith(join(directory, "assets/"));
      raw.setHeader("cache-control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const provider = (await company.knownForHost(request.host))?.captchaProvider ?? "altcha";
    return reply
      .code(status)
      .header("content-security-policy", contentSecurityPolicy(provider))
      .sendFile("index.html");
  };
  // The static routes would take it for a directory.
  app.get("/", (request, reply) => sendPage(request, reply, 200));
  app.setErrorHandler((error, request, reply) => {
    const isOurs = error instanceof Error && !("statusCode" in error && Number(error.statusCode) < 500);
    if (!isOurs) return sendPage(request, reply, 404);
    request.log.error({ err: error }, "a page could not be sent");
    return reply.code(500).type("text/plain").send(request.id);
  });
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return reply.code(404).send();
    const path = request.url.split("?", 1)[0] ?? "/";
    return sendPage(request, reply, pages.test(path) ? 200 : 404);
  });
}
