/** Where this installation's sites are, as the worker's environment says it. */
import * as z from "zod/mini";
import { openVault } from "../vault/client.ts";
import type { ApachePlace } from "./htaccess.ts";
import type { PhpPlace } from "./php.ts";
import type { WebPlace } from "./web.ts";

const text = z.string().check(z.minLength(1));
const environment = z.object({
  /** `<home>/web`. */
  ATRIO_WEB: text,
  /** nginx's configuration as `up` rendered it. */
  ATRIO_WEB_CONFIGURATION: text,
  ATRIO_WEB_PID: text,
  /** The words that make a program run as nginx does, and nginx. */
  ATRIO_WEB_COMMAND: text,
  /** Of nginx: name:uid:gid. */
  ATRIO_WEB_ACCOUNT: z.string().check(z.regex(/^[a-z0-9-]+:\d+:\d+$/)),
  ATRIO_PHP_RUN: text,
  /** The files of a service's PHP, to be filled. */
  ATRIO_PHP_TEMPLATES: text,
  ATRIO_VAULT: text,
  /** The configuration of every service's Apache, and where its module is. */
  ATRIO_APACHE_CONFIGURATION: text,
  ATRIO_APACHE_MODULES: text,
});

/** Undefined where this installation serves no sites. */
export function readWebPlace(
  variables: NodeJS.ProcessEnv,
): (Omit<WebPlace, "php" | "log"> & PhpPlace & ApachePlace) | undefined {
  if (!variables["ATRIO_WEB"]) return undefined;
  const given = z.parse(environment, variables);
  const [account = "", uid, gid] = given.ATRIO_WEB_ACCOUNT.split(":");
  return {
    directory: given.ATRIO_WEB,
    configuration: given.ATRIO_WEB_CONFIGURATION,
    pidFile: given.ATRIO_WEB_PID,
    command: given.ATRIO_WEB_COMMAND.split(" ").filter((word) => word !== ""),
    account,
    uid: Number(uid),
    gid: Number(gid),
    phpRun: given.ATRIO_PHP_RUN,
    phpTemplates: given.ATRIO_PHP_TEMPLATES,
    apacheConfiguration: given.ATRIO_APACHE_CONFIGURATION,
    apacheModules: given.ATRIO_APACHE_MODULES,
    vault: openVault(given.ATRIO_VAULT),
  };
}
