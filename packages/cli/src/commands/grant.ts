import type { Permissions } from "@atrio/contract";
import { permissionKeys } from "@atrio/contract";
import { readGrant, setGrant } from "@atrio/server/features/user/store.ts";
import { domainName, permissionWords, userName } from "../arguments.ts";
import type { Command } from "../command.ts";
import { asOperator } from "../database.ts";
import { UsageFailure } from "../failure.ts";
import { say, table } from "../terminal.ts";
import { requireHolding } from "./holding.ts";
import { requireUser } from "./user.ts";

const describe = (permissions: Partial<Permissions>): string => {
  const rows = permissionKeys
    .map((key) => [key, permissions[key] ?? "disabled"])
    .filter(([, level]) => level !== "disabled");
  return rows.length === 0 ? "nothing" : `\n${table(rows).replaceAll(/^/gm, "  ")}`;
};

export const grant: Command = {
  summary: "Say what a user may do with a domain or service",
  usage: ["grant DOMAIN USERNAME HOLDING KEY=LEVEL…", "grant DOMAIN USERNAME HOLDING all=write"],
  help: `
  DOMAIN     the domain name the user signs in with
  HOLDING    the domain or service the permissions are on
  KEY=LEVEL  LEVEL is disabled, read or write; KEY is all, or one of
             ${permissionKeys.slice(0, 9).join(", ")},
             ${permissionKeys.slice(9).join(", ")}

Keys that are not named stay as they are. In force at once, in open tabs too. Without KEY=LEVEL it shows them.`,
  async run(args) {
    const [domain, name, target, ...keys] = args.words;
    if (domain === undefined || name === undefined || target === undefined)
      throw new UsageFailure("DOMAIN, USERNAME and HOLDING are needed.", "See: atrio grant --help");
    const wanted = permissionWords(keys);
    const reference = domainName(domain, "DOMAIN");
    return asOperator(args.home, async (operator) => {
      const user = await requireUser(operator, reference, userName(name));
      const holding = await requireHolding(operator, domainName(target, "HOLDING"));
      const before = await readGrant({ db: operator.db }, user.id, holding.id);
      const after = { ...before, ...wanted };
      if (keys.length > 0) await operator.change((act) => setGrant(act, user, holding, after));
      say(`User ${user.username} of ${reference} may do on ${holding.reference}: ${describe(after)}`);
      return 0;
    });
  },
};
