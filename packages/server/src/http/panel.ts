import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@atrio/contract";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { inlineScriptSources } from "./inline-scripts.ts";
import { LoginPages } from "./login-page.ts";
import { pageHeaders } from "./security-headers.ts";

/** Addresses that the panel has a page for (packages/panel/src/routes.tsx); it shows its not-found page on any other. */
const lists = "domain|service|mail|preferences|contact";
const holding = String.raw`[1-9]\d{0,14}(?:/domain|/mail|/service(?:/subdomain|/dns)?)?`;
const pages = new RegExp(`^/(?:|legal/?|admin(?:/(?:${lists}|${holding}))?/?)$`);
const loginPath = "/login/";
/** Also as people type it. */
const loginPaths = [loginPath, "/login"];
const dashboardPath = "/admin/";

export interface PanelOptions {
  /** The built panel. */
  readonly directory: string;
  /** The company of the host that was asked for, as last known: nothing here waits for PostgreSQL to come back. */
  readonly configFor: (host: string) => Promise<Config>;
  /** False where nobody can tell. */
  readonly isSignedIn: (request: FastifyRequest) => Promise<boolean>;
  /** Its address, on an origin of its own; undefined where there is none. */
  readonly webmail: string | undefined;
}

/**
 * The built panel. Files under assets/ have a hash in their name and never change; the pages are asked for anew each time:
 * the login page, filled in for its company, and index.html for all others. Nothing here needs PostgreSQL.
 */
export async function servePanel(app: FastifyInstance, options: PanelOptions): Promise<void> {
  const { directory } = options;
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
  serveLogin(app, options);
  serveOtherPages(app, options);
}

function serveLogin(app: FastifyInstance, { directory, configFor, isSignedIn }: PanelOptions): void {
  const login = new LoginPages(directory);
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    // Who is signed in has nothing to do here.
    if (await isSignedIn(request)) return reply.header("cache-control", "no-store").redirect(dashboardPath);
    return login.send(request, reply, await configFor(request.host));
  };
  for (const url of loginPaths) app.route({ method: ["GET", "HEAD"], url, handler: send });
  app.register(async (form) => {
    // A form that the browser sent before the page's script was there: asked again, and its body, a password, is not read.
    form.removeAllContentTypeParsers();
    form.addContentTypeParser("*", (_, body, done) => {
      body.resume();
      done(null);
    });
    for (const url of loginPaths) form.post(url, (_, reply) => reply.redirect(loginPath, 303));
  });
}

function serveOtherPages(app: FastifyInstance, { directory, configFor, webmail }: PanelOptions): void {
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const { captcha } = await configFor(request.host);
    const scripts = inlineScriptSources(await readFile(join(directory, "index.html"), "utf8"));
    const headers = pageHeaders({ provider: captcha.provider, inlineScripts: scripts, webmail });
    return reply.code(status).headers(headers).sendFile("index.html");
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
