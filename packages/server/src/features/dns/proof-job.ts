/** Job 'dns.proof': goes on where the reply stopped looking, until every name server shows the change. */
import { JobFailure, type JobTask } from "../../jobs/job.ts";
import { expectationOf, nameServers, searchFor } from "./expectation.ts";
import { findEntriesOfProof } from "./journal-entry.ts";
import { askNameServers } from "./proof.ts";

/** Each try looks for this long: longer than dnsd collects changes. graphile-worker pauses between tries. */
const patienceMilliseconds = 5_000;

/** The job's subject is the journal entry of the first change; those of its user before the job began are its own too. */
export const proveChange: JobTask = async ({ db, id, subjectId, holdingId, progress }) => {
  const zone = await db
    .selectFrom("atrio.dns_zone")
    .select(["id", "name", "holding_id as holdingId"])
    .where("holding_id", "=", holdingId)
    .executeTakeFirst();
  if (!zone) return; // removed since: nothing to see
  const entries = await findEntriesOfProof({ db }, id);
  if (entries.length === 0) throw new Error(`Journal entry ${subjectId} is none of zone ${zone.name}.`);
  const servers = await nameServers({ db });
  const expected = await expectationOf({ db }, zone, {
    before: entries.flatMap(({ before }) => before),
    after: entries.flatMap(({ after }) => after),
  });
  const { live, missing } = await askNameServers(servers, searchFor({ db }, expected), patienceMilliseconds);
  if (missing.length === 0) return;
  await progress(Math.floor((100 * live.length) / servers.length));
  throw new JobFailure({
    key: "dns.proof_failed",
    values: { servers: missing.join(", "), count: missing.length },
  });
};
