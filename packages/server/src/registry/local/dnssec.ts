/** DS data or key data of a domain (RFC 5910): the one kind that its top-level domain takes. */
import { type Kysely, type Transaction, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import { type Capabilities, RegistryError, type SecDns } from "../backend.ts";
import { secDnsKey } from "../same.ts";

export async function readSecDns(db: Kysely<DB>, domain: string): Promise<SecDns[]> {
  const { rows } = await sql<{ record: SecDns }>`
    select case kind
             when 'ds' then jsonb_build_object('kind', kind, 'keyTag', key_tag, 'algorithm', algorithm,
                                               'digestType', digest_type, 'digest', digest)
             else jsonb_build_object('kind', kind, 'flags', flags, 'protocol', 3, 'algorithm', algorithm,
                                     'publicKey', translate(encode(public_key, 'base64'), E'\\n', '')) end as record
      from registry.sec_dns where domain = ${domain} order by id`.execute(db);
  return rows.map(({ record }) => record);
}

const digestLengths: Readonly<Record<number, number>> = { 1: 40, 2: 64, 3: 64, 4: 96 };

function refuse(kind: "input" | "policy", name: string): never {
  throw new RegistryError(kind, "dnssec.not_taken", {
    fields: [{ name: `secDns.${name}`, message: "dnssec.not_taken" }],
  });
}

function checkRecord(record: SecDns, { dnssec }: Capabilities): void {
  if (record.kind !== dnssec.kind) refuse("policy", "kind");
  if (!dnssec.algorithms.includes(record.algorithm)) refuse("policy", "algorithm");
  if (record.kind === "key") {
    if (!dnssec.flags.includes(record.flags)) refuse("policy", "flags");
    return;
  }
  if (!dnssec.digestTypes.includes(record.digestType)) refuse("policy", "digestType");
  const length = digestLengths[record.digestType];
  if (length !== undefined && record.digest.length !== length) refuse("input", "digest");
}

const keyBytes = (record: SecDns): Buffer | null =>
  record.kind === "key" ? Buffer.from(record.publicKey, "base64") : null;

const rowOf = (domain: string, record: SecDns) =>
  record.kind === "ds"
    ? {
        domain,
        kind: record.kind,
        algorithm: record.algorithm,
        key_tag: record.keyTag,
        digest_type: record.digestType,
        digest: record.digest,
        flags: null,
        public_key: null,
      }
    : {
        domain,
        kind: record.kind,
        algorithm: record.algorithm,
        key_tag: null,
        digest_type: null,
        digest: null,
        flags: record.flags,
        public_key: keyBytes(record),
      };

/** Those to remove that are not there and those to add that are, are as they shall be. */
export async function changeSecDns(
  transaction: Transaction<DB>,
  domain: string,
  { add, remove }: { readonly add: readonly SecDns[]; readonly remove: readonly SecDns[] },
  capabilities: Capabilities,
): Promise<void> {
  for (const record of add) checkRecord(record, capabilities);
  for (const record of remove) {
    const { domain: of, ...data } = rowOf(domain, record);
    await sql`
      delete from registry.sec_dns
       where domain = ${of} and kind = ${data.kind} and algorithm = ${data.algorithm}
         and (key_tag, digest_type, digest, flags, public_key) is not distinct from
             (${data.key_tag}::int, ${data.digest_type}::smallint, ${data.digest}::text, ${data.flags}::int,
              ${data.public_key}::bytea)`.execute(transaction);
  }
  for (const record of await absent(transaction, domain, add))
    await transaction.insertInto("registry.sec_dns").values(rowOf(domain, record)).execute();
}

/** The limit of the top-level domain counts before a conflict is found: what is there already is not inserted at all. */
async function absent(
  transaction: Transaction<DB>,
  domain: string,
  add: readonly SecDns[],
): Promise<SecDns[]> {
  const there = new Set((await readSecDns(transaction, domain)).map(secDnsKey));
  return add.filter((record) => !there.has(secDnsKey(record)));
}
