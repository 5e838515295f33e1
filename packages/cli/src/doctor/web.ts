/** Customers' sites: what keeps one customer's programs from the machine and from the others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../failure.ts";
import { isModuleBuilt } from "../install/apache-module.ts";
import { apacheModules, phpRun } from "../services/web-values.ts";
import { certificatesOfSites } from "./certificates.ts";
import { type Check, type Finding, advice, fine, wrong } from "./check.ts";

/** What stack/php/run found here: "shared" or "none", and the control groups it made. */
export function judgeMeans(means: string): Finding[] {
  const [network, ...groups] = means.trim().split(/\s+/);
  return [
    network === "shared"
      ? fine("customers' programs reach of this machine what is there for everybody")
      : wrong(
          "nftables takes no rules here: customers' programs have no network",
          "Install nftables; a container needs the right NET_ADMIN. Then: atrio down, atrio up",
        ),
    groups.length > 0
      ? fine("memory, processes and processors of each service are bounded")
      : wrong(
          "no control group can be made here: the memory of a service is bounded process by process, its processors are not",
          "/sys/fs/cgroup has to be there and writable. Then: atrio down, atrio up",
        ),
  ];
}

const php: Check = {
  title: "PHP of customers",
  look(home, { names }) {
    if (!names.includes("php")) return [];
    try {
      return judgeMeans(readFileSync(join(phpRun(home), "means"), "utf8"));
    } catch (error) {
      return [wrong(`it did not begin: ${messageOf(error)}`, "atrio logs php; atrio up starts what is down")];
    }
  },
};

/** Debian's Apache may have been upgraded since `up` built the module. */
export const judgeModule = (isBuilt: boolean): Finding =>
  isBuilt
    ? fine("its module is built for the Apache that is installed")
    : advice("its module was built for another Apache, or from another source", "atrio up rebuilds it");

const apache: Check = {
  title: "Apache of customers",
  look: (home, { names }) => (names.includes("php") ? [judgeModule(isModuleBuilt(apacheModules(home)))] : []),
};

export const webChecks: readonly Check[] = [php, apache, certificatesOfSites];
