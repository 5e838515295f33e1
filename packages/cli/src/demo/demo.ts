/** Fills an empty database with the demo, in one transaction; leaves any other alone. */
import { parseRecord } from "@atrio/contract";
import type { Change } from "@atrio/server/db/handles.ts";
import { setCompanyOfService } from "@atrio/server/features/company/of-service.ts";
import { listCompanies } from "@atrio/server/features/company/store.ts";
import { orderAsOperator } from "@atrio/server/features/holding/register.ts";
import { addHolding } from "@atrio/server/features/holding/store.ts";
import { changePlatform } from "@atrio/server/features/platform/store.ts";
import { addTld, listTlds } from "@atrio/server/registry/local/operator-tld.ts";
import { hashPassword } from "@atrio/server/features/session/password.ts";
import { addUser, setGrant } from "@atrio/server/features/user/store.ts";
import { makeUpPassword } from "../commands/user.ts";
import { type Operator, asOperator } from "../database.ts";
import type { Home } from "../home.ts";
import { keepDemoAccess, readDemoAccess } from "../services/ready.ts";
import { addBrands } from "./brands.ts";
import { contactsOf, demoOrders } from "./domains.ts";
import {
  type DemoHolding,
  type DemoRecord,
  demoHoldings,
  demoUsers,
  keyTld,
  mainHolding,
  platform,
} from "./holdings.ts";

async function isEmpty({ db }: Operator): Promise<boolean> {
  const found = await db.selectFrom("atrio.holding").select("id").limit(1).execute();
  return found.length === 0;
}

function canonical(holding: DemoHolding, draft: DemoRecord) {
  const parsed = parseRecord(draft.type, draft, holding.reference);
  if (!parsed.ok)
    throw new Error(
      `The demo's record ${draft.type} ${draft.zona} of ${holding.reference}: ${JSON.stringify(parsed.errors)}`,
    );
  return parsed.record;
}

async function addRecords(change: Change, holdingId: number, holding: DemoHolding): Promise<void> {
  const { id: zoneId } = await change.db
    .selectFrom("atrio.dns_zone")
    .select("id")
    .where("holding_id", "=", holdingId)
    .executeTakeFirstOrThrow();
  const records = holding.records.map((draft) => canonical(holding, draft));
  await change.db
    .insertInto("atrio.dns_record")
    .values(
      records.map(({ name, type, value, priority, ttl }) => ({
        zone_id: zoneId,
        holding_id: holdingId,
        name,
        type,
        value,
        priority,
        ttl,
      })),
    )
    .execute();
  await change.record({
    holdingId,
    area: "dns",
    act: "demo",
    item: holding.reference,
    before: null,
    after: records,
  });
}

async function fill(change: Change, passwordHash: string): Promise<number> {
  await addBrands(change);
  const companies = await listCompanies(change);
  await changePlatform(change, platform);
  const tlds = await listTlds(change);
  if (tlds.every(({ name }) => name !== keyTld.name)) await addTld(change, keyTld);
  const ids = new Map<string, number>();
  for (const [index, holding] of demoHoldings().entries()) {
    const { reference } = holding;
    const id = await addHolding(change, holding, { contacts: contactsOf(index) });
    ids.set(reference, id);
    const company = companies.find(({ name }) => name === holding.company);
    if (company) await setCompanyOfService(change, { id, reference }, company);
    for (const { kind, wanted } of demoOrders[reference] ?? [])
      await orderAsOperator(change, id, kind, wanted, reference);
    await addRecords(change, id, holding);
  }
  const mainId = ids.get(mainHolding);
  if (mainId === undefined) throw new Error(`The demo has no ${mainHolding}.`);
  for (const { username, permissions, everywhere } of demoUsers) {
    const userId = await addUser(change, mainId, username, passwordHash);
    const user = { id: userId, holdingId: mainId, username, disabledAt: null, lastLoginAt: null };
    for (const [reference, id] of ids)
      if (everywhere || reference === mainHolding)
        await setGrant(change, user, { id, reference }, permissions);
  }
  return ids.size;
}

/** Returns what was done, in a few words. */
export function fillDemo(home: Home): Promise<string> {
  return asOperator(home, async (operator) => {
    if (!(await isEmpty(operator)))
      return readDemoAccess(home)
        ? "is there already"
        : "the database has holdings of its own and is left alone";
    const password = makeUpPassword();
    const hash = await hashPassword(password);
    const count = await operator.change((change) => fill(change, hash));
    keepDemoAccess(home, { domainName: mainHolding, username: "owner", password });
    return `${count} holdings, ${demoUsers.length} users`;
  });
}
