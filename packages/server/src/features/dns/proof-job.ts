/** Job 'dns.proof': goes on where the reply stopped looking, until every name server shows the zone. */
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import { JobFailure, type JobTask } from "../../jobs/job.ts";
import { askNameServers } from "./proof.ts";

/** Each try looks for so long; the queue's own pauses lie between tries. */
const patienceMilliseconds = 1_000;

/** The zone as it is now: later changes are a part of what must be seen. */
async function wanted(db: Kysely<DB>, zoneId: number, holdingId: number) {
  return db
    .selectFrom("atrio.dns_zone")
    .select(["name as zone", "serial"])
    .where("id", "=", zoneId)
    .where("holding_id", "=", holdingId)
    .executeTakeFirst();
}

export const proveZone: JobTask = async ({ db, subjectId, holdingId, progress }) => {
  const zone = await wanted(db, subjectId, holdingId);
  if (!zone) return; // removed with its holding: nothing to see
  const servers = await db
    .selectFrom("atrio.name_server")
    .select(["name", "address", "port"])
    .orderBy("position")
    .execute();
  const { live, missing } = await askNameServers(
    servers,
    { ...zone, shown: [], gone: [], addressesOf: async () => [] },
    patienceMilliseconds,
  );
  if (missing.length === 0) return;
  await progress(Math.floor((100 * live.length) / servers.length));
  throw new JobFailure({
    key: "dns.proof_failed",
    values: { servers: missing.join(", "), count: missing.length },
  });
};
