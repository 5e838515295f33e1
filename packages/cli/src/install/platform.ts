/** What the database must know of this machine: where its name servers are asked, the secret of zone transfers. */
import { inChange } from "@atrio/server/db/change.ts";
import { openDatabase, openPool } from "@atrio/server/db/pool.ts";
import {
  setMissingServices,
  setNameServerAddress,
  setTransferKey,
} from "@atrio/server/features/platform/store.ts";
import { setPhpVersions } from "@atrio/server/features/platform/php.ts";
import { prepareRegistry } from "@atrio/server/registry/local/operator-tld.ts";
import { dnsServers } from "../services/ask.ts";
import type { Plan } from "../services/plan.ts";
import { ownerUrl } from "./database.ts";
import { askAddress } from "../services/values.ts";
import { installedVersions } from "./php.ts";
import { readTsigSecret } from "./secrets.ts";

const installer = { source: "system", userId: null, username: null, ip: null, requestId: null } as const;

export async function syncPlatform(plan: Plan): Promise<void> {
  const db = openDatabase(openPool(ownerUrl(plan.home), { max: 2 }));
  const { pdns, knot, registry } = dnsServers(plan);
  try {
    await setTransferKey({ db }, readTsigSecret(plan.home));
    await setMissingServices(
      { db },
      plan.missing.map(({ service, packages }) => ({ service, packages })),
    );
    await setPhpVersions({ db }, plan.names.includes("php") ? installedVersions() : []);
    for (const [position, server] of [pdns, knot].entries())
      await setNameServerAddress({ db }, (work) => inChange(db, installer, work), position + 1, server);
    const listening = plan.settings.registry.addresses.map((address) => askAddress([address]));
    await inChange(db, installer, (change) => prepareRegistry(change, listening, registry));
  } finally {
    await db.destroy();
  }
}
