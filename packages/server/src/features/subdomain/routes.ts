import type { Message, subdomainCalls } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { Vault } from "../../vault/client.ts";
import { hostOf, shownAddress } from "../service/host.ts";
import { type WebServers, followed, portsOf, requireSites } from "../service/web.ts";
import { bringCertificate, openCertificate } from "./certificate.ts";
import { type SiteChange, requireSite } from "./rows.ts";
import { shownSite } from "./shown.ts";
import { createSite, deleteSite, saveSite, siteName, sitesOf } from "./store.ts";
import { undoSite } from "./undo.ts";

const about = (key: "subdomain.live" | "subdomain.gone", host: string): Message => ({
  key,
  values: { address: shownAddress(host) },
});
const news = ({ site, host }: SiteChange): Message => about(site ? "subdomain.live" : "subdomain.gone", host);

/** `db` is the API's connection for changes. */
export function subdomainHandlers(db: Kysely<DB>, vault: Vault, servers: WebServers) {
  const ports = portsOf(servers);
  const changed = (done: SiteChange, notice: Message | undefined) => {
    const data = { subdomain: shownSite(done.site ?? refuse("notFound"), ports), undo: done.undo };
    return followed(servers, done.job, data, notice ?? news(done));
  };
  return {
    subdomainList: async ({ read, holding }) => {
      const sites = await sitesOf(read, holding);
      return { data: { subdomains: sites.map((site) => shownSite(site, ports)) } };
    },
    subdomainGet: async ({ read, holding, params }) => {
      const site = await requireSite(read, holding, params.sid);
      const cert = await openCertificate(read, vault, holding, site);
      return { data: { subdomain: { ...shownSite(site, ports), ssl: { enabled: site.https, cert } } } };
    },
    subdomainCreate: {
      prepare: async ({ holding: asked, input }) => {
        requireSites(asked);
        const name = siteName(asked, input.subDomain);
        const brought = await bringCertificate(db, vault, hostOf(name, asked.reference), input);
        return async ({ change, holding }) =>
          changed(await createSite(change, holding, name, { input, brought }), brought?.notice);
      },
    },
    subdomainSave: {
      prepare: async ({ read, holding: asked, params, input }) => {
        const { host } = await requireSite(read, asked, params.sid);
        const brought = await bringCertificate(db, vault, host, input);
        return async ({ change, holding }) =>
          changed(await saveSite(change, holding, params.sid, { input, brought }), brought?.notice);
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
