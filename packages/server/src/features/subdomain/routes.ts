import type { ImplementedCallName, Language, Message, subdomainCalls } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { Vault } from "../../vault/client.ts";
import { hostOf, shownAddress } from "../service/host.ts";
import { type WebPorts, type WebServers, followed, portsOf, requireSites } from "../service/web.ts";
import { areOrdered, bringCertificate, openCertificate } from "./certificate.ts";
import { type SiteChange, requireSite } from "./rows.ts";
import { shownSite } from "./shown.ts";
import { createSite, deleteSite, saveSite, siteName, sitesOf } from "./store.ts";
import { undoSite } from "./undo.ts";

function news({ site, host, instead }: SiteChange): Message {
  const values = { address: shownAddress(host) };
  if (!site) return { key: "subdomain.gone", values };
  if (instead) return instead;
  return { key: site.https && !site.certificate ? "subdomain.live_by_http" : "subdomain.live", values };
}

const reading = (vault: Vault, ports: WebPorts) =>
  ({
    subdomainList: async ({ read, holding, http }) => {
      const sites = await sitesOf(read, holding);
      const subdomains = sites.map((site) => shownSite(site, ports, http.language));
      return { data: { subdomains, automatic: await areOrdered(read) } };
    },
    subdomainGet: async ({ read, holding, params, http }) => {
      const site = await requireSite(read, holding, params.sid);
      const cert = await openCertificate(read, vault, holding, site);
      return {
        data: { subdomain: { ...shownSite(site, ports, http.language), ssl: { enabled: site.https, cert } } },
      };
    },
  }) satisfies Partial<Handlers<ImplementedCallName>>;

/** `db` is the API's connection for changes. */
export function subdomainHandlers(db: Kysely<DB>, vault: Vault, servers: WebServers) {
  const ports = portsOf(servers);
  const changed = (done: SiteChange, language: Language, notice: Message | undefined) => {
    const site = done.site ?? refuse("notFound");
    const data = { subdomain: shownSite(site, ports, language), undo: done.undo };
    return followed(servers, done.job, data, notice ?? news(done));
  };
  return {
    ...reading(vault, ports),
    subdomainCreate: {
      prepare: async ({ holding: asked, input }) => {
        requireSites(asked);
        const name = siteName(asked, input.subDomain);
        const brought = await bringCertificate(db, vault, hostOf(name, asked.reference), input);
        return async ({ change, holding, http }) =>
          changed(
            await createSite(change, holding, name, { input, brought }),
            http.language,
            brought?.notice,
          );
      },
    },
    subdomainSave: {
      prepare: async ({ read, holding: asked, params, input }) => {
        const { host } = await requireSite(read, asked, params.sid);
        const brought = await bringCertificate(db, vault, host, input);
        return async ({ change, holding, http }) =>
          changed(
            await saveSite(change, holding, params.sid, { input, brought }),
            http.language,
            brought?.notice,
          );
      },
    },
    subdomainDelete: async ({ change, holding, params }) => {
      const done = await deleteSite(change, holding, params.sid);
      return followed(servers, done.job, { undo: done.undo }, news(done));
    },
    subdomainUndo: async ({ change, holding, params }) => {
      const done = await undoSite(change, holding, params.jid);
      return followed(servers, done.job, null, news(done));
    },
  } satisfies Handlers<keyof typeof subdomainCalls>;
}
