/** What the templates of customers' sites are told. */
import { join } from "node:path";
import { mostCustomers } from "@atrio/server/web/as-customer.ts";
import type { Home } from "../home.ts";
import { firstUid, installationNumber, isRoot } from "../machine.ts";
import type { Settings } from "../settings.ts";
import { type Plan, accountOf } from "./plan.ts";
import type { Values } from "./values.ts";

/** PHP of other Debian releases: one of a kind for all installations of a machine. */
export const phpRoots = "/var/lib/atrio/php";

export const webRun = (home: Home): string => join(home.run, "web");
export const phpRun = (home: Home): string => join(home.run, "php");
/** mod_atrio, as it was built on this machine. */
export const apacheModules = (home: Home): string => join(home.web, "apache");
export const acmeRun = (home: Home): string => join(home.run, "acme");
/** Where nginx asks for what a certificate's authority wants of a site. */
const challengeSocket = (home: Home): string => join(acmeRun(home), "challenge.sock");

const nftTable = (): string => `atrio_${installationNumber()}`;

/** What of this machine is there for everybody, customers' programs among them. */
const publicPorts = ({ web, mail }: Settings): number[] => [
  web.http,
  web.https,
  mail.submission,
  mail.submissions,
];

/** The account of nginx, which the worker hands certificates and folders to; none where there are no sites. */
export function webAccount(plan: Plan) {
  return plan.names.includes("web") && isRoot ? accountOf("web") : undefined;
}

const bracket = (address: string): string => (address.includes(":") ? `[${address}]` : address);

export function webValues(plan: Plan): Values {
  const { home, settings } = plan;
  const { web } = settings;
  const account = webAccount(plan);
  const lines = web.addresses.flatMap((address) => [
    `listen ${bracket(address)}:${web.http} default_server;`,
    `listen ${bracket(address)}:${web.https} ssl http2 default_server;`,
  ]);
  return {
    WEB_RUN: webRun(home),
    PHP_RUN: phpRun(home),
    CHALLENGE_SOCKET: challengeSocket(home),
    APACHE_MODULES: apacheModules(home),
    PHP_ROOTS: phpRoots,
    FIRST_UID: String(firstUid()),
    LAST_UID: String(firstUid() + mostCustomers - 1),
    NFT_TABLE: nftTable(),
    PUBLIC_PORTS: publicPorts(settings).join(", "),
    WEB_USER: account?.name ?? "",
    WEB_UID: String(account?.uid ?? ""),
    WEB_GID: String(account?.gid ?? ""),
    WEB_DIRECTORY: account ? home.web : "",
    WEB_LISTEN: lines.map((line) => `    ${line}`).join("\n"),
    WEB_HTTP: String(web.http),
    WEB_HTTPS: String(web.https),
    WEB_PORTS: account ? `${web.http},${web.https}` : "",
    WEB_HTTPS_SUFFIX: web.https === 443 ? "" : `:${web.https}`,
  };
}
