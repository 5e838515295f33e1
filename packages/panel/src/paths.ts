/** Every address of the panel. Links are built here and nowhere else; the routes (routes.tsx) are these with `$id`. */
export const paths = {
  login: "/login/",
  dashboard: "/admin/",
  domains: "/admin/domain/",
  services: "/admin/service/",
  mail: "/admin/mail/",
  preferences: "/admin/preferences/",
  legal: "/legal/",
  contact: "/admin/contact/",
} as const;

/** The list of each kind of holding. */
export const listPaths = { domain: paths.domains, service: paths.services, mail: paths.mail } as const;

const holding = (rest: string) => (id: number | string) => `/admin/${id}/${rest}`;
export const holdingPaths = {
  overview: holding(""),
  domain: holding("domain/"),
  service: holding("service/"),
  subdomain: holding("service/subdomain/"),
  ftp: holding("service/ftp/"),
  database: holding("service/database/"),
  mail: holding("mail/"),
  dns: holding("service/dns/"),
} as const;
