/**
 * From a change of a site in the panel to its effect. `node bench/web/web.ts` starts a product of its own, prints tables and
 * exits 1 when the goal is missed.
 *
 *   ATRIO_BENCH_CHANGES  of each kind (default 100)
 *   ATRIO_BENCH_SITES    already there (default 10,000, in half as many services)
 *
 * *Call* is the whole call by HTTP, in which the panel waits a while for the web server. *From the call …* is from its first
 * byte until a visitor sees the effect, who asks without pause. The floor is a visitor of what has been there.
 */
import { once } from "node:events";
import { type IncomingMessage, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { type Ready, atrio, makeHome, pidOf, readReady, removeHome } from "../../conformance/installation.ts";
import { openHome } from "../../packages/cli/src/home.ts";
import { ownerUrl } from "../../packages/cli/src/install/database.ts";
import { openPool } from "../../packages/server/src/db/pool.ts";
import { Report } from "../dns/figures.ts";
import { signIn } from "../lists/fill.ts";

const changes = Number(process.env["ATRIO_BENCH_CHANGES"] ?? 100);
const sites = Number(process.env["ATRIO_BENCH_SITES"] ?? 10_000);
const goalMilliseconds = 500;

const report = new Report();

interface Panel {
  readonly ready: Ready;
  readonly token: string;
  readonly holdingId: number;
}

async function call<T>({ ready, token, holdingId }: Panel, path: string, form: Record<string, string> = {}) {
  const reply = await fetch(`${ready.url}/api/service/${holdingId}/${path}`, {
    method: "POST",
    headers: { cookie: `session=${token}`, "x-requested-with": "XMLHttpRequest" },
    body: new URLSearchParams(form),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
  const { data }: { data: T } = JSON.parse(text);
  return data;
}

async function visit({ ready }: Pick<Panel, "ready">, host: string): Promise<number> {
  const request = get({ ...ready.services.http, agent: false, path: "/", headers: { host } });
  const [reply]: IncomingMessage[] = await once(request, "response");
  reply!.resume();
  await once(reply!, "end");
  return reply!.statusCode ?? 0;
}

async function seen(start: number, panel: Panel, host: string, wanted: number): Promise<number> {
  while ((await visit(panel, host)) !== wanted) await sleep(1);
  return performance.now() - start;
}

/** Beside the demo: two sites a service, as each has from the start. */
async function fill(db: Pool): Promise<void> {
  await db.query(
    `insert into atrio.holding (reference, service_kind, service_expires_at)
     select 'w' || n || '.test', 'hosting', now() + interval '1 year' from generate_series(1, $1::int) n`,
    [sites / 2],
  );
}

/** It reads what is there when it starts. */
async function startWorkerAgain(home: string, db: Pool, holdingId: number): Promise<void> {
  process.kill(pidOf(home, "worker"));
  const { rows } = await db.query<{ job: number }>(
    "select atrio.enqueue('web.apply', $1::bigint, null, $1::bigint, null, 'web:' || $1::bigint)::int as job",
    [holdingId],
  );
  for (let state = ""; state !== "done"; await sleep(100)) {
    const job = await db.query<{ state: string }>("select state from atrio.job where id = $1", [
      rows[0]!.job,
    ]);
    state = job.rows[0]?.state ?? "";
    if (state === "failed") throw new Error("The worker cannot serve what is there.");
  }
}

async function measureSites(panel: Panel): Promise<void> {
  const made: number[] = [];
  const served: number[] = [];
  const deleted: number[] = [];
  const gone: number[] = [];
  const floor: number[] = [];
  for (let i = 0; i < changes; i++) {
    const host = `bench${i}.atrio.test`;
    const start = performance.now();
    const visible = seen(start, panel, host, 200);
    const form = { subDomain: `bench${i}`, folder: "/public_html" };
    const { subdomain } = await call<{ subdomain: { id: number } }>(panel, "subdomain/create/", form);
    made.push(performance.now() - start);
    served.push(await visible);
    const asked = performance.now();
    await visit(panel, host);
    floor.push(performance.now() - asked);
    const end = performance.now();
    const invisible = seen(end, panel, host, 404);
    await call(panel, `subdomain/${subdomain.id}/delete/`);
    deleted.push(performance.now() - end);
    gone.push(await invisible);
  }
  report.heading(`${changes} sites, beside ${sites}`);
  report.row("floor: a visit, PHP's page", floor);
  report.row("call: create", made);
  const live = report.row("from the call to its page", served);
  report.row("call: delete", deleted);
  const away = report.row("from the call to its absence", gone);
  report.goal("a new site is served, p99", live.p99, goalMilliseconds);
  report.goal("a deleted site is served no more, p99", away.p99, goalMilliseconds);
}

const home = makeHome();
try {
  const { status, output } = await atrio(home, ["up", "--demo", "--detach", "--port", "0"]);
  if (status !== 0) throw new Error(output);
  const db = openPool(ownerUrl(openHome(home)), { max: 2 });
  const { rows } = await db.query<{ userId: number; holdingId: number }>(
    `select u.id::int as "userId", h.id::int as "holdingId" from atrio.panel_user u join atrio.holding h on h.id = u.holding_id
      where h.reference = 'atrio.test' and u.username = 'owner'`,
  );
  const { userId, holdingId } = rows[0]!;
  await fill(db);
  await startWorkerAgain(home, db, holdingId);
  const { token } = await signIn(db, userId);
  await measureSites({ ready: readReady(home), token, holdingId });
  await db.end();
} finally {
  await removeHome(home);
}
process.exitCode = report.missed.length > 0 ? 1 : 0;
