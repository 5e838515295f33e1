import type { Change } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { hasCatchAll, shownAddress } from "./service.ts";

interface Sender {
  readonly reference: string;
  /** Whose mail goes on to the targets: that it leads to itself is another rule's. */
  readonly address: string;
}

/** What follows the `+` is for its owner. */
const routeOf = (target: string): string => target.replace(/(?<=[^@+])\+[^@]*@/, "@");

/** What is for one of the domain's own addresses arrives only where there is one: the sender would have it back. */
export async function refuseMissing(
  change: Change,
  { reference, address }: Sender,
  targets: readonly string[],
): Promise<void> {
  const domain = `@${reference}`;
  const own = targets.filter((target) => target.endsWith(domain));
  if (own.length === 0 || (await hasCatchAll(change, { reference }))) return;
  const rows = await change.db
    .selectFrom("atrio.mail_address")
    .select("address")
    .where("address", "in", own.map(routeOf))
    .execute();
  const there = new Set([address, ...rows.map((row) => row.address)]);
  const missing = own.find((target) => !there.has(routeOf(target)));
  if (missing !== undefined)
    refuse("invalid", {
      fields: { target: { key: "mail.no_such_address", values: { address: shownAddress(missing) } } },
    });
}
