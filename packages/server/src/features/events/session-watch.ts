import type { FastifyBaseLogger } from "fastify";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import { idleMinutes } from "../../http/session.ts";
import type { EventHub } from "./hub.ts";

const everyMilliseconds = 1_000;

/** A session that is ended is announced; one that runs out is not: the streams on it are looked after once a second. */
export async function endOutlivedStreams(db: Kysely<DB>, hub: EventHub): Promise<void> {
  const watched = [...hub.sessions()];
  if (watched.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select w.id from unnest(${watched}::bigint[]) as w (id)
    where not exists (
      select from atrio.session s
      where s.id = w.id and s.expires_at > now()
        and s.last_seen_at > now() - ${sql.lit(`${idleMinutes} minutes`)}::interval)`.execute(db);
  for (const { id } of rows) hub.endSession(id);
}

export function watchSessions(db: Kysely<DB>, hub: EventHub, log: FastifyBaseLogger): () => void {
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    try {
      await endOutlivedStreams(db, hub);
    } catch (error) {
      // PostgreSQL is away: streams stay, since nothing says that their sessions ended.
      log.debug({ err: error }, "sessions of streams were not looked at");
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), everyMilliseconds).unref();
  return () => clearInterval(timer);
}
