/** The panel's processes beside the name servers of a stack: the API and the worker, and users who are signed in. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { signIn } from "../../bench/lists/fill.ts";
import { until } from "./ask.ts";
import { Daemon } from "./daemon.ts";
import { type Stack, type Zone, freePort } from "./stack.ts";

const sources = join(import.meta.dirname, "../../packages/server/src");

export interface Panel {
  /** With the base path. */
  readonly url: string;
  readonly api: Daemon;
  readonly worker: Daemon;
  stop(): Promise<void>;
}

export async function startPanel({ directory, database }: Stack): Promise<Panel> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/api`;
  const secret = join(directory, "captcha-secret");
  writeFileSync(secret, "a secret of the tests, 32 characters and more", { mode: 0o400 });
  const pages = join(directory, "panel");
  mkdirSync(pages, { recursive: true });
  const api = new Daemon([process.execPath, join(sources, "main.ts")], join(directory, "api.log"), {
    DATABASE_URL: database.url("atrio_api"),
    ATRIO_LISTEN: `127.0.0.1:${port}`,
    ATRIO_PANEL: pages,
    ATRIO_VAULT: join(directory, "no-vault"),
    ATRIO_SECRET_FILE: secret,
    ATRIO_ALLOW_ROOT: "1",
  });
  const worker = new Daemon([process.execPath, join(sources, "worker.ts")], join(directory, "worker.log"), {
    DATABASE_URL: database.url("atrio_worker"),
  });
  api.start();
  worker.start();
  const stop = async (): Promise<void> => {
    for (const daemon of [api, worker]) await daemon.end("SIGTERM");
  };
  const answers = () => fetch(`${url}/none/`).then((reply) => String(reply.status), String);
  try {
    await until(answers, (status) => status === "404", 20_000);
  } catch (error) {
    console.error(api.log, worker.log);
    await stop();
    throw error;
  }
  return { url, api, worker, stop };
}

/** The token of a session that may change the records of these zones. */
export async function signInAt(db: Pool, zones: readonly Zone[]): Promise<string> {
  const { rows } = await db.query<{ id: number }>(
    "insert into atrio.panel_user (holding_id, username, password_hash) values ($1, 'ana', 'none') returning id",
    [zones[0]?.holdingId],
  );
  const userId = rows[0]!.id;
  await db.query(
    `insert into atrio.holding_grant select $1, id, '{"service_dnszone": "write"}' from unnest($2::bigint[]) id`,
    [userId, zones.map(({ holdingId }) => holdingId)],
  );
  return (await signIn(db, userId)).token;
}
