import firstEs from "./first-es.ts";
import type { loginPageWords } from "./login-page-words.ts";

/** Words by the pages that say them: a page brings its own, so that a list carries none of the DNS zone's. */
const es = {
  contract: () => import("@atrio/contract/messages/es.json", { with: { type: "json" } }),
  pages: () => import("./es/pages.json", { with: { type: "json" } }),
  lists: () => import("./es/lists.json", { with: { type: "json" } }),
  holding: () => import("./es/holding.json", { with: { type: "json" } }),
  domain: () => import("./es/domain.json", { with: { type: "json" } }),
  dns: () => import("./es/dns.json", { with: { type: "json" } }),
  mail: () => import("./es/mail.json", { with: { type: "json" } }),
  hosting: () => import("./es/hosting.json", { with: { type: "json" } }),
  dashboard: () => import("./es/dashboard.json", { with: { type: "json" } }),
  contact: () => import("./es/contact.json", { with: { type: "json" } }),
  palette: () => import("./es/palette.json", { with: { type: "json" } }),
};
export type WordGroup = keyof typeof es;

const en = {
  contract: () => import("@atrio/contract/messages/en.json", { with: { type: "json" } }),
  pages: () => import("./en/pages.json", { with: { type: "json" } }),
  lists: () => import("./en/lists.json", { with: { type: "json" } }),
  holding: () => import("./en/holding.json", { with: { type: "json" } }),
  domain: () => import("./en/domain.json", { with: { type: "json" } }),
  dns: () => import("./en/dns.json", { with: { type: "json" } }),
  mail: () => import("./en/mail.json", { with: { type: "json" } }),
  hosting: () => import("./en/hosting.json", { with: { type: "json" } }),
  dashboard: () => import("./en/dashboard.json", { with: { type: "json" } }),
  contact: () => import("./en/contact.json", { with: { type: "json" } }),
  palette: () => import("./en/palette.json", { with: { type: "json" } }),
} satisfies Record<WordGroup, unknown>;

export const catalogues = { es, en };
export const wordGroups = Object.keys(es).filter((name): name is WordGroup => name in es);

type KeyOf<Catalogue> = Catalogue extends unknown ? keyof Catalogue : never;
type Fetched = Awaited<ReturnType<(typeof es)[WordGroup]>>["default"];
/** The ids that exist: the Spanish catalogues are the source. */
export type MessageId = KeyOf<Fetched> | keyof typeof firstEs | keyof typeof loginPageWords.es;
