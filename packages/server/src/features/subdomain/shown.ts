import type { Language, SubdomainEntry } from "@atrio/contract";
import { translate } from "../../http/language.ts";
import type { WebPorts } from "../service/web.ts";
import type { StoredSite } from "./rows.ts";

type Addressed = Pick<StoredSite, "host" | "https" | "certificate">;

/** Before there is a certificate only http shows the site. */
function urlOf({ host, https, certificate }: Addressed, ports: WebPorts): string | null {
  if (host.startsWith("*")) return null;
  const [scheme, port, usual] = https && certificate ? ["https", ports.https, 443] : ["http", ports.http, 80];
  return `${scheme}://${host}${port === usual ? "" : `:${port}`}/`;
}

export const shownSite = (site: StoredSite, ports: WebPorts, language: Language): SubdomainEntry => ({
  id: site.id,
  subdominio: site.name,
  referencePunycode: site.host,
  directorio: site.folder,
  eliminable: site.eliminable,
  url: urlOf(site, ports),
  httpsOnly: site.httpsOnly,
  hsts: site.hsts,
  certificate: site.certificate,
  certificateOrder: site.order && {
    fault: site.order.fault === null ? null : translate(language, site.order.fault),
    failingSince: site.order.failingSince,
  },
  phpSettings: site.phpSettings,
  ssl: { enabled: site.https },
});
