/**
 * Under which hosts the panel answers (docs/decisions/0031-hosts-that-are-nobodys.md): a name that an attacker leads to this
 * machine must show no brand, take no password and get no cookie.
 */
import { type IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { hostOf } from "../features/config/host.ts";
import { chooseLanguage, translate } from "./language.ts";

const canonical = (address: string): string => ipaddr.process(address).toString();

/** Loopback, or an address of one of this machine's interfaces. */
function isOwnAddress(host: string): boolean {
  if (isIP(host) === 0) return false;
  if (ipaddr.process(host).range() === "loopback") return true;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some(({ address }) => canonical(address) === canonical(host));
}

const absoluteForm = /^https?:\/\/(?<authority>[^/?#]*)(?<path>.*)$/is;

/** The authority of an absolute request target counts in place of `Host` (RFC 9112, 3.2.2). */
export function originForm(request: IncomingMessage): string {
  const { url = "/" } = request;
  const { authority, path = "" } = absoluteForm.exec(url)?.groups ?? {};
  if (authority === undefined) return url;
  request.headers.host = authority;
  return path.startsWith("/") ? path : `/${path}`;
}

/** Node keeps the first of several; a proxy before us may have gone by another one. */
const hostLines = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;

function send(request: FastifyRequest, reply: FastifyReply, status: 400 | 421, host: string): FastifyReply {
  const language = chooseLanguage({
    forced: null,
    cookie: request.cookies["_lang"],
    acceptLanguage: request.headers["accept-language"],
  });
  const message =
    status === 400 ? "main.host_wrong" : ({ key: "main.host_unknown", values: { host } } as const);
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send(`${translate(language, message)}\n`);
}

/** `mayServe` is asked about names that are neither `localhost` nor an address of this machine. */
export function refuseForeignHosts(
  app: FastifyInstance,
  mayServe: (host: string, request: FastifyRequest) => Promise<boolean>,
): void {
  app.addHook("onRequest", async (request, reply) => {
    const { raw } = request;
    // A trusted proxy's `X-Forwarded-Host` chooses the brand, but makes no foreign `Host` ours.
    const hosts = new Set([raw.headers.host ?? "", request.host].map(hostOf));
    if (hostLines(raw) > 1 || hosts.has("")) return send(request, reply, 400, "");
    for (const host of hosts)
      if (host !== "localhost" && !isOwnAddress(host) && !(await mayServe(host, request)))
        return send(request, reply, 421, host);
    return undefined;
  });
}
