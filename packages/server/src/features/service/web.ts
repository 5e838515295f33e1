/** The web of a service: every change begins with its lock, and ends with the job that makes nginx and PHP follow. */
import { setTimeout as sleep } from "node:timers/promises";
import type { KeyLevels, Message } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import type { Change } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Granted, News } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { refuseExpired } from "../holding/expired.ts";
import { failureOf, jobRow } from "../job/tell.ts";

export interface WebService {
  readonly parking: boolean;
  /** Null where it follows the platform's. */
  readonly phpVersion: string | null;
  readonly phpMinimum: string;
}

/** Sites are of hosting only; redirections and parking are all that other services have. */
export function requireSites({ serviceKind }: Pick<Granted<KeyLevels>, "serviceKind">): void {
  if (serviceKind === "parking") refuse("conflict", { message: "service.only_parking" });
}

/** The lock comes before anything is read, so that what is read stays true until the commit. */
export async function lockWeb({ db }: Change, holding: Granted<KeyLevels>): Promise<WebService> {
  if (holding.serviceKind === null) refuse("notFound");
  refuseExpired(holding, "service.expired");
  const { rows } = await sql<WebService>`
    select parking, php_version as "phpVersion", php_minimum as "phpMinimum" from atrio.web_lock(${holding.id})`.execute(
    db,
  );
  return rows[0] ?? refuse("notFound");
}

/** The job that makes a change so; null where all was so already. */
export type Followed = number | null;

/** What was done to a service as a whole. */
export interface Changed {
  /** The journal entry that takes it back; null where nothing changed. */
  readonly undo: number | null;
  readonly job: Followed;
  /** What is so when the servers have it. */
  readonly live: Message;
}

/** How a browser reaches the sites of this installation. */
export interface WebPorts {
  readonly http: number;
  readonly https: number;
}

const usualPorts: WebPorts = { http: 80, https: 443 };

/** What the API knows of the installation's web servers. */
export interface WebServers {
  /** Undefined where it has none. */
  readonly ports: WebPorts | undefined;
  /** For what was committed a moment ago. */
  readonly db: Kysely<DB>;
  readonly patienceMilliseconds: number;
}

export const portsOf = ({ ports }: Pick<WebServers, "ports">): WebPorts => ports ?? usualPorts;

const firstPauseMilliseconds = 10;
const longestPauseMilliseconds = 60;

/** After the commit: what the servers have made of it, or that they are still at it. */
async function applied({ db, patienceMilliseconds }: WebServers, job: number, live: Message): Promise<News> {
  const deadline = performance.now() + patienceMilliseconds;
  let pause = firstPauseMilliseconds;
  for (;;) {
    const row = await db
      .selectFrom("atrio.job")
      .select(["id", "state", "error", "progress"])
      .where("id", "=", job)
      .executeTakeFirstOrThrow();
    const { state, error } = jobRow.parse(row);
    if (state === "done") return { info: live };
    if (state === "failed") return { info: failureOf(error ?? "job.failed"), job };
    if (performance.now() + pause > deadline) return { info: "service.waits", job };
    await sleep(pause);
    pause = Math.min(pause * 1.5, longestPauseMilliseconds);
  }
}

/** How a change is answered that its job follows: first as it stands at the commit, then as the servers have it. */
export function followed<D>(servers: WebServers, job: Followed, data: D, live: Message) {
  if (job === null) return { data, info: "service.unchanged" as const };
  if (!servers.ports) return { data, info: "service.no_web_server" as const };
  return { data, job, info: "service.waits" as const, after: () => applied(servers, job, live) };
}
