/** Proof that a change is in the DNS: asks the name servers of the parent zone, where it is known which those are. */
import { setTimeout as sleep } from "node:timers/promises";
import type { DecodedPacket, RecordType } from "dns-packet";
import type { Read } from "../../db/handles.ts";
import { type NameServer, openAsker } from "../dns/name-server.ts";

const patienceMilliseconds = 1_500;
const pauseMilliseconds = 20;

/** Of the domain's registry, where it is known which those are. */
export const registryServers = ({ db }: Read, holdingId: number): Promise<NameServer[]> =>
  db
    .selectFrom("atrio.registry_server as s")
    .innerJoin("atrio.domain as d", "d.backend", "s.backend")
    .select(["s.name", "s.address", "s.port"])
    .where("d.holding_id", "=", holdingId)
    .orderBy("s.name")
    .execute();

async function untilShown(
  server: NameServer,
  question: { readonly name: string; readonly type: RecordType },
  shows: (reply: DecodedPacket) => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const asker = await openAsker(server);
  try {
    while (!shows(await asker.ask(question, signal))) await sleep(pauseMilliseconds, undefined, { signal });
    return true;
  } finally {
    asker.close();
  }
}

/** Seconds until every server of the parent showed it, rounded up; null where that was not seen in time. */
export async function secondsUntilParentShows(
  read: Read,
  holdingId: number,
  question: { readonly name: string; readonly type: RecordType },
  shows: (reply: DecodedPacket) => boolean,
): Promise<number | null> {
  const started = performance.now();
  const signal = AbortSignal.timeout(patienceMilliseconds);
  const servers = await registryServers(read, holdingId);
  const seen = await Promise.all(
    servers.map((server) => untilShown(server, question, shows, signal).catch(() => false)),
  );
  if (seen.length === 0 || !seen.every(Boolean)) return null;
  return Math.ceil((performance.now() - started) / 100) / 10;
}
