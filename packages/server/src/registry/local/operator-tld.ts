/**
 * The top-level domains that this installation keeps itself: the operator's to add, to set and to remove. Each is signed
 * from the commit that makes it, with a key of its own.
 */
import { sql } from "kysely";
import type { Insertable, Updateable } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { RegistryTld } from "../../db/schema.gen.ts";
import { makeKeyPair } from "../../features/dns/dnssec.ts";

export type TldSettings = Omit<Updateable<RegistryTld>, "id" | "name" | "created_at">;
export type NewTld = Pick<Insertable<RegistryTld>, "name"> & TldSettings;

/** What stands in the way, with the remedy. */
export class TldRefused extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** A TLD as operators see it: its settings, its domains, and the key by which its zone is trusted. */
export async function listTlds({ db }: Read) {
  return db
    .selectFrom("registry.tld as t")
    .leftJoin("registry.zone_key as k", "k.tld_id", "t.id")
    .selectAll("t")
    .select([
      (query) =>
        query
          .selectFrom("registry.domain as d")
          .whereRef("d.tld", "=", "t.name")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .as("domains"),
      sql<string | null>`translate(encode(k.public_key, 'base64'), E'\n', '')`.as("public_key"),
    ])
    .orderBy("t.name")
    .execute();
}
export type ListedTld = Awaited<ReturnType<typeof listTlds>>[number];

const findTld = ({ db }: Read, name: string) =>
  db.selectFrom("registry.tld").selectAll().where("name", "=", name).executeTakeFirst();

async function requireTld(read: Read, name: string) {
  const found = await findTld(read, name);
  if (!found)
    throw new TldRefused(`The registry does not keep the TLD ${name}.`, "Look: atrio registry tld list");
  return found;
}

interface Violation {
  readonly constraint?: string;
}
const nesting =
  "A TLD below another one is one label below it: add those between, the shortest first, or choose another.";

/** What the constraints of the tables say, in words. */
async function explained<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { constraint }: Violation = Object(error);
    const refusals: Readonly<Record<string, readonly [string, string]>> = {
      tld_name: [`The registry keeps the TLD ${name} already.`, "To change it: atrio registry tld set"],
      tld_name_valid: [
        `${name} is no name for a TLD.`,
        "Letters, digits and hyphens; the label nic is taken.",
      ],
      tld_is_domain: [`${name} is a domain of the registry.`, "Choose another name."],
      tld_nesting: [`${name} cannot be a TLD of the registry.`, nesting],
      tld_below: [
        `A TLD below ${name} is still there.`,
        "Remove that one first. Look: atrio registry tld list",
      ],
      tld_mode: [
        `Domains below ${name} have DS or key data of the other kind.`,
        "Take it away from them first, then set the mode.",
      ],
      tld_name_servers: ["A domain would need more name servers than it may have.", "Set both numbers."],
      domain_tld: [
        `${name} still has domains.`,
        "Remove their holdings first. How many: atrio registry tld list",
      ],
    };
    const refusal = constraint === undefined ? undefined : refusals[constraint];
    if (refusal) throw new TldRefused(...refusal);
    throw error;
  }
}

/** The private half is for PowerDNS alone. */
async function addKey({ db }: Read, tldId: number): Promise<void> {
  const { privateKey, publicKey } = makeKeyPair();
  await db
    .insertInto("registry.zone_key")
    .values({ tld_id: tldId, private_key: privateKey, public_key: publicKey })
    .execute();
}

const record = (change: Change, act: string, name: string, before: unknown, after: unknown) =>
  change.record({ holdingId: null, area: "registry", act, item: name, before, after });

/** A zone that is served, signed, from the commit on. */
export async function addTld(change: Change, wanted: NewTld): Promise<void> {
  const made = await explained(wanted.name, () =>
    change.db.insertInto("registry.tld").values(wanted).returningAll().executeTakeFirstOrThrow(),
  );
  await addKey(change, made.id);
  await record(change, "registry tld add", wanted.name, null, made);
}

export async function setTld(change: Change, name: string, wanted: TldSettings): Promise<void> {
  const before = await requireTld(change, name);
  const after = await explained(name, () =>
    change.db
      .updateTable("registry.tld")
      .set(wanted)
      .where("name", "=", name)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await record(change, "registry tld set", name, before, after);
}

export async function removeTld(change: Change, name: string): Promise<void> {
  const before = await requireTld(change, name);
  await explained(name, () => change.db.deleteFrom("registry.tld").where("name", "=", name).execute());
  await record(change, "registry tld remove", name, before, null);
}

/** Where the name server of all TLDs is reached; a key for those that came with the schema. */
export async function prepareRegistry(
  change: Change,
  addresses: readonly string[],
  asked: { readonly address: string; readonly port: number },
): Promise<void> {
  const { db } = change;
  const unsigned = await db
    .selectFrom("registry.tld as t")
    .leftJoin("registry.zone_key as k", "k.tld_id", "t.id")
    .select(["t.id", "t.name"])
    .where("k.tld_id", "is", null)
    .execute();
  for (const { id } of unsigned) await addKey(change, id);
  const before = await db
    .selectFrom("registry.server")
    .select(sql<string[]>`array(select host(a) from unnest(addresses) a)`.as("addresses"))
    .executeTakeFirstOrThrow();
  const moved = before.addresses.join() !== addresses.join();
  if (moved)
    await db
      .updateTable("registry.server")
      .set({ addresses: [...addresses] })
      .execute();
  await db
    .insertInto("atrio.registry_server")
    .values({ backend: "local", name: "nic.test", ...asked })
    .onConflict((conflict) => conflict.columns(["backend", "name"]).doUpdateSet(asked))
    .execute();
  if (unsigned.length > 0 || moved)
    await record(change, "registry", "", moved ? before : null, {
      addresses,
      signed: unsigned.map(({ name }) => name),
    });
  else change.unchanged();
}
