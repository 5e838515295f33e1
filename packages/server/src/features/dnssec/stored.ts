/** DNSSEC data of a domain at its registry, as the mirror has it. */
import type { Read } from "../../db/handles.ts";
import type { SecDns } from "../../registry/backend.ts";

interface StoredRecord {
  readonly id: number;
  readonly record: SecDns;
}

export async function listRecords({ db }: Read, holdingId: number): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom("atrio.dnssec_record")
    .selectAll()
    .where("holding_id", "=", holdingId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, kind, algorithm, key_tag, digest_type, digest, flags, public_key }) => ({
    id,
    // a check of the table says which columns go with which kind
    record:
      kind === "ds"
        ? { kind, keyTag: key_tag, algorithm, digestType: digest_type!, digest: digest! }
        : { kind: "key", flags: flags!, protocol: 3, algorithm, publicKey: public_key! },
  }));
}
