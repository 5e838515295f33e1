/**
 * What mail programs ask to set themselves up by: without a session, by the addresses that they have built in. Replies are
 * the same for each address of a domain, whether it exists or not, and nothing is written.
 */
import { parseHostName, parseMailAddress } from "@atrio/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import { queryOf } from "../../http/request-language.ts";
import type { CompanyReader } from "../config/company.ts";
import { hostOf } from "../config/host.ts";
import { type MailPorts, sslHosts } from "../mail/client-settings.ts";
import { appleProfile } from "./apple.ts";
import { mozillaConfig } from "./mozilla.ts";
import { addressAskedFor, outlookSettings } from "./outlook.ts";
import type { ProfileTokens } from "./profile-token.ts";
import { addressOf, hasMail } from "./store.ts";

const wellKnownPath = "/.well-known/autoconfig/mail/config-v1.1.xml";
const mozillaPaths = ["/mail/config-v1.1.xml", wellKnownPath];
export const profilePath = "/mail-profile/";
/** Each program writes it with other capitals. */
const anyCase = (text: string): string =>
  `^${text.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`).replace(".", String.raw`\.`)}$`;
const outlookPath = `/:directory(${anyCase("autodiscover")})/:file(${anyCase("autodiscover.xml")})`;

const requestBytesMax = 8 * 1024;
const ownRoutes: ReadonlySet<string | undefined> = new Set([...mozillaPaths, outlookPath]);
/** Names that mail programs make up for a domain. */
const ownNames = /^(?:autoconfig|autodiscover)\./;
const isMadeUp = (host: string): boolean => ownNames.test(host);

/** Whether mail programs ask this host for the document of this route: at a made-up name, or at a domain with mail here. */
export const isAskedByMailPrograms = async (
  db: Kysely<DB>,
  host: string,
  { routeOptions: { url } }: Pick<FastifyRequest, "routeOptions">,
): Promise<boolean> => isMadeUp(host) || (url === wellKnownPath && hasMail(db, host));

export interface AutoconfigOptions {
  readonly db: Kysely<DB>;
  readonly company: CompanyReader;
  readonly ports: MailPorts;
  readonly tokens: ProfileTokens;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** Of the address that is asked about, else of the host that was asked. */
function domainAskedFor(request: FastifyRequest): string {
  const address = parseMailAddress(queryOf(request).get("emailaddress") ?? "");
  if (address.ok) return domainOf(address.value);
  const host = parseHostName(hostOf(request.host).replace(ownNames, ""));
  return host.ok ? host.value : "";
}

const send = (reply: FastifyReply, status: number, type = "text/plain", body = ""): FastifyReply =>
  reply.code(status).header("cache-control", "no-store").type(type).send(body);

/** Nothing but this is there under a name that mail programs make up: no panel, no API. */
function refuseOtherPaths(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (isMadeUp(hostOf(request.host)) && !ownRoutes.has(request.routeOptions.url)) return send(reply, 404);
    return undefined;
  });
}

export function serveAutoconfig(app: FastifyInstance, options: AutoconfigOptions): void {
  const { db, company, ports, tokens } = options;
  const serversFor = async (request: FastifyRequest, domain: string) => ({
    hosts: sslHosts(await company.forHost(request.host), domain),
    ports,
  });
  refuseOtherPaths(app);
  app.register(async (documents) => {
    documents.removeAllContentTypeParsers();
    documents.addContentTypeParser(
      ["text/xml", "application/xml"],
      { parseAs: "string", bodyLimit: requestBytesMax },
      async (_: unknown, body: string | Buffer) => String(body),
    );
    documents.setErrorHandler((error, request, reply) => {
      const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 503;
      if (status >= 500) request.log.warn({ err: error }, "mail settings could not be read");
      return send(reply, status);
    });
    for (const path of mozillaPaths)
      documents.get(path, async (request, reply) => {
        const domain = domainAskedFor(request);
        if (!(await hasMail(db, domain))) return send(reply, 404);
        return send(reply, 200, "application/xml", mozillaConfig(domain, await serversFor(request, domain)));
      });
    documents.post<{ Body?: string }>(outlookPath, async (request, reply) => {
      const address = addressAskedFor(request.body ?? "");
      if (address === null) return send(reply, 400);
      const domain = domainOf(address);
      if (!(await hasMail(db, domain))) return send(reply, 404);
      const settings = outlookSettings(address, await serversFor(request, domain));
      return send(reply, 200, "application/xml", settings);
    });
    documents.get<{ Params: { token: string } }>(`${profilePath}:token`, async (request, reply) => {
      const wish = tokens.read(request.params.token, Date.now() / 1000);
      const address = wish && (await addressOf(db, wish.mailboxId));
      if (!wish || address === undefined || address === null) return send(reply, 404);
      const { name } = await company.forHost(request.host);
      const servers = await serversFor(request, domainOf(address));
      reply.header("content-disposition", 'attachment; filename="mail.mobileconfig"');
      const profile = appleProfile({ address, company: name, language: wish.language, ...servers });
      return send(reply, 200, "application/x-apple-aspen-config", profile);
    });
  });
}
