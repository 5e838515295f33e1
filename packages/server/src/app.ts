/** Everything the api process consists of, wired visibly. */
import { randomUUID } from "node:crypto";
import type { ImplementedCallName } from "@atrio/contract";
import fastifyCookie from "@fastify/cookie";
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { openDatabase } from "./db/pool.ts";
import type { DB } from "./db/schema.gen.ts";
import { aliasHandlers } from "./features/alias/routes.ts";
import { type ProfileTokens, profileTokens } from "./features/autoconfig/profile-token.ts";
import { autoconfigHandlers } from "./features/autoconfig/routes.ts";
import { isAskedByMailPrograms, serveAutoconfig } from "./features/autoconfig/serve.ts";
import { embeddedCaptcha } from "./features/captcha/altcha.ts";
import { captchaCheck } from "./features/captcha/captcha.ts";
import { captchaHandlers } from "./features/captcha/routes.ts";
import { serveLogos } from "./features/company/logos.ts";
import { type CompanyReader, companyCache } from "./features/config/company.ts";
import { configHandlers, knownConfig } from "./features/config/routes.ts";
import { contactHandlers } from "./features/contact/routes.ts";
import { dashboardHandlers } from "./features/dashboard/routes.ts";
import { dnsHandlers } from "./features/dns/routes.ts";
import { dnssecRecordHandlers } from "./features/dnssec/record-routes.ts";
import { dnssecHandlers } from "./features/dnssec/routes.ts";
import { refusalOfJob } from "./features/domain/order.ts";
import { domainHandlers } from "./features/domain/routes.ts";
import { EventHub } from "./features/events/hub.ts";
import { type Audience, listen } from "./features/events/listen.ts";
import { eventHandlers } from "./features/events/routes.ts";
import { watchSessions } from "./features/events/session-watch.ts";
import { geographyHandlers } from "./features/geography/routes.ts";
import { addressRule } from "./features/glue/addresses.ts";
import { glueHandlers } from "./features/glue/routes.ts";
import { htaccessHandlers } from "./features/htaccess/routes.ts";
import { legalHandlers } from "./features/legal/routes.ts";
import { jobHandlers } from "./features/job/routes.ts";
import { mailboxLoginHandlers } from "./features/mailbox/login.ts";
import { mailboxHandlers } from "./features/mailbox/routes.ts";
import { mailboxUndoHandlers } from "./features/mailbox/undo.ts";
import type { MailServer } from "./features/mail/ask-server.ts";
import type { MailPorts } from "./features/mail/client-settings.ts";
import { mailHandlers } from "./features/mail/get.ts";
import { mailRecordHandlers } from "./features/mail/records.ts";
import { messageHandlers } from "./features/message/routes.ts";
import { nameserverHandlers } from "./features/nameserver/routes.ts";
import { type LookUp, worldLookUp } from "./features/nameserver/world.ts";
import { permissionHandlers } from "./features/permission/routes.ts";
import { redirectionHandlers } from "./features/redirection/routes.ts";
import { serviceHandlers } from "./features/service/routes.ts";
import type { WebPorts } from "./features/service/web.ts";
import { guessLimiter } from "./features/session/attempts.ts";
import { sessionHandlers } from "./features/session/routes.ts";
import { subdomainHandlers } from "./features/subdomain/routes.ts";
import { weblogHandlers } from "./features/weblog/routes.ts";
import { registerCalls } from "./http/calls.ts";
import { originForm, refuseForeignHosts } from "./http/host-rule.ts";
import { readFormData } from "./http/form-data.ts";
import { refusedEnvelope } from "./http/envelope.ts";
import type { Handlers } from "./http/handler.ts";
import { servePanel } from "./http/panel.ts";
import { Refused } from "./http/refuse.ts";
import { addSecurityHeaders, setSecurityHeaders } from "./http/security-headers.ts";
import { isSignedIn } from "./http/session.ts";
import type { Spine } from "./http/spine.ts";
import { TurnsById } from "./http/turns.ts";
import { endUnreadBodies } from "./http/unread-bodies.ts";
import { logRequests } from "./log.ts";
import { version } from "./version.ts";
import type { Vault } from "./vault/client.ts";

export interface AppOptions {
  readonly readPool: Pool;
  readonly changePool: Pool;
  /** Where announcements are heard (`listen` needs a connection of its own). */
  readonly databaseUrl: string;
  readonly vault: Vault;
  readonly captchaSecret: string;
  /** Those that mail programs are told. */
  readonly mailPorts: MailPorts;
  /** The mail server, as the API reaches it. */
  readonly smtp: MailServer | undefined;
  /** Those of customers' sites; undefined where none are served. */
  readonly webPorts: WebPorts | undefined;
  /** How long a change waits for the web servers. */
  readonly webPatienceMilliseconds?: number;
  /** The webmail's address; undefined where there is none. */
  readonly webmail: string | undefined;
  readonly basePath: string;
  readonly panelDirectory: string;
  readonly trustedProxies: readonly string[];
  /** Networks that are not public and hold name servers all the same. */
  readonly glueAllow: readonly string[];
  readonly log: NonNullable<FastifyServerOptions["logger"]>;
  /** Hosts of the world, in place of the system's resolvers. */
  readonly lookUp?: LookUp;
  /** In place of some of the product's own: how tests look at the adapter alone. */
  readonly handlers?: Partial<Handlers<ImplementedCallName>>;
}

const formType = "application/x-www-form-urlencoded";
const bodyBytesMax = 64 * 1024;
/**
 * Changes of one holding mostly wait for each other's row locks. Two of them, one at work and one ready, cost nothing in
 * speed and leave the other connections to everybody else.
 */
const changesOfHolding = { atOnce: 2, waitingMax: 100, retryAfterSeconds: 5 };

function allHandlers(
  options: AppOptions,
  company: CompanyReader,
  changeDb: Kysely<DB>,
  hub: EventHub,
  profiles: ProfileTokens,
): Handlers<ImplementedCallName> {
  const altcha = embeddedCaptcha(options.captchaSecret);
  const captcha = captchaCheck(company, altcha, options.vault);
  const limiter = guessLimiter(changeDb);
  const rule = addressRule(options.glueAllow);
  const { webPorts: ports, webPatienceMilliseconds: patienceMilliseconds = 1_500 } = options;
  const servers = { db: changeDb, ports, patienceMilliseconds };
  const reach = { rule, lookUp: options.lookUp ?? worldLookUp() };
  return {
    ...sessionHandlers(changeDb, captcha, company, limiter),
    ...messageHandlers(captcha, company),
    ...configHandlers(company, version),
    ...captchaHandlers(company, altcha),
    ...permissionHandlers(options.readPool),
    ...dashboardHandlers,
    ...jobHandlers,
    ...geographyHandlers,
    ...legalHandlers(company),
    ...eventHandlers(hub),
    ...dnsHandlers(changeDb),
    ...aliasHandlers(options.smtp),
    ...contactHandlers(changeDb),
    ...dnssecRecordHandlers(changeDb, reach),
    ...domainHandlers(changeDb, options.vault, reach),
    ...glueHandlers(changeDb, rule),
    ...nameserverHandlers({ db: changeDb, ...reach }),
    ...dnssecHandlers(changeDb, reach),
    ...mailRecordHandlers(reach),
    ...autoconfigHandlers(profiles),
    ...mailboxHandlers(changeDb, options.vault, options.smtp),
    ...mailHandlers({ company, ports: options.mailPorts, webmail: options.webmail }),
    ...mailboxUndoHandlers(options.smtp),
    ...serviceHandlers(servers),
    ...subdomainHandlers(changeDb, options.vault, servers),
    ...redirectionHandlers(servers),
    ...weblogHandlers,
    ...htaccessHandlers,
    ...mailboxLoginHandlers(changeDb, company, options.webmail),
    ...options.handlers,
  };
}

function keepEvents(app: FastifyInstance, options: AppOptions, readDb: Kysely<DB>, audience: Audience): void {
  const { hub } = audience;
  const announcements = listen(options.databaseUrl, audience, app.log);
  const stopWatching = watchSessions(readDb, hub, app.log);
  // Before the server waits for its connections to end: streams would never end by themselves.
  app.addHook("preClose", async () => {
    stopWatching();
    hub.close();
    await announcements.stop();
  });
}

/** An address that can't be decoded leads nowhere: what else hooks do for a reply is done here. */
function refuseAddress(_: unknown, request: FastifyRequest, reply: FastifyReply): void {
  addSecurityHeaders(request, reply);
  const envelope = refusedEnvelope(new Refused("notFound"), "es", request.id);
  reply.code(404).headers({ "cache-control": "no-store", connection: "close" }).send(envelope);
}

/** Bodies are forms and nothing else. */
function readForms(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    formType,
    { parseAs: "string" },
    async (_: unknown, form: string | Buffer) => new URLSearchParams(String(form)),
  );
  api.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, readFormData);
}

const servedHosts =
  (company: CompanyReader, db: Kysely<DB>) =>
  async (host: string, request: FastifyRequest): Promise<boolean> =>
    (await company.mayServe(host)) || isAskedByMailPrograms(db, host, request);

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: bodyBytesMax,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestTimeout: 30_000,
    frameworkErrors: refuseAddress,
    rewriteUrl: originForm,
  });
  const readDb = openDatabase(options.readPool);
  const changeDb = openDatabase(options.changePool);
  const company = companyCache(readDb);
  const hub = new EventHub();
  const spine: Spine = {
    readPool: options.readPool,
    readDb,
    changeDb,
    changeTurns: new TurnsById(changesOfHolding),
    refusalOfJob: (job) => refusalOfJob(readDb, job),
    forcesLanguage: async (host) => (await company.knownForHost(host))?.forceLanguage ?? false,
  };

  app.decorateRequest("admitted", null);
  logRequests(app);
  setSecurityHeaders(app);
  endUnreadBodies(app, { bytesMax: bodyBytesMax, waitMs: 10_000 });
  // Tokens are base64 and go into the cookie as they are.
  await app.register(fastifyCookie, { parseOptions: { encode: (value) => value } });
  refuseForeignHosts(app, servedHosts(company, readDb));
  const profiles = profileTokens(options.captchaSecret);
  serveAutoconfig(app, { db: readDb, company, ports: options.mailPorts, tokens: profiles });
  await app.register(
    async (api) => {
      readForms(api);
      registerCalls(api, spine, allHandlers(options, company, changeDb, hub, profiles));
    },
    { prefix: options.basePath },
  );
  serveLogos(app, readDb);
  await servePanel(app, {
    directory: options.panelDirectory,
    configFor: knownConfig(company, version),
    isSignedIn: (request) => isSignedIn(options.readPool, request),
    webmail: options.webmail,
  });
  keepEvents(app, options, readDb, { hub, company });
  return app;
}
