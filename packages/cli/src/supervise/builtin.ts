/** Talks to our own supervisor (builtin-main.ts) over its Unix socket: JSON there, JSON back. */
import { spawn } from "node:child_process";
import { existsSync, openSync, rmSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";
import { replaceFile } from "../files.ts";
import type { Home } from "../home.ts";
import { formatMark, isAlive, markOf, signal } from "../processes.ts";
import type { ServiceName } from "../services/service.ts";
import { endLeftover, holdBack } from "./leftover.ts";
import { type Supervisor, supervisorMark, supervisorMarkFile } from "./supervisor.ts";

export type Order =
  | { readonly op: "up"; readonly service: string }
  | { readonly op: "restart"; readonly service: string }
  | { readonly op: "stop"; readonly services: readonly string[]; readonly timeoutSeconds: number }
  | { readonly op: "scan" };

const leftoverSeconds = 20;

export const controlSocket = (home: Pick<Home, "run">): string => join(home.run, "supervisor.sock");

async function send(home: Home, order: Order): Promise<void> {
  const socket = connect(controlSocket(home));
  socket.end(JSON.stringify(order));
  const { error }: { error?: string } = JSON.parse(await text(socket));
  if (error !== undefined) throw new Failure(error, "Its log: log/supervisor.log in the home.");
}

async function spawnSupervisor(home: Home): Promise<void> {
  const log = openSync(join(home.log, "supervisor.log"), "a", 0o640);
  const main = join(import.meta.dirname, "builtin-main.ts");
  const flags = [
    "--max-semi-space-size=1",
    "--max-old-space-size=64",
    "--disable-warning=ExperimentalWarning",
  ];
  const child = spawn(process.execPath, [...flags, main, home.root], {
    cwd: "/",
    detached: true,
    env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8" },
    stdio: ["ignore", log, log],
  });
  child.unref();
  const mark = child.pid === undefined ? undefined : markOf(child.pid);
  if (!mark)
    throw new Failure("The supervisor could not be started.", `Its log: ${join(home.log, "supervisor.log")}`);
  replaceFile(supervisorMarkFile(home), formatMark(mark), 0o644);
  for (let tries = 0; tries < 200; tries++) {
    const answered = await send(home, { op: "scan" }).then(
      () => true,
      () => false,
    );
    if (answered) return;
    if (!isAlive(mark)) break;
    await sleep(50);
  }
  throw new Failure("The supervisor does not answer.", `Its log: ${join(home.log, "supervisor.log")}`);
}

export function builtinSupervisor(home: Home): Supervisor {
  const wantUp = (name: ServiceName) => rmSync(join(home.sv, name, "down"), { force: true });
  return {
    async start(names) {
      for (const name of names)
        if (!existsSync(join(home.service, name))) symlinkSync(join(home.sv, name), join(home.service, name));
      if (supervisorMark(home)) return send(home, { op: "scan" });
      await Promise.all(names.map((name) => endLeftover(home, name, leftoverSeconds)));
      for (const name of names) holdBack(home, name);
      await spawnSupervisor(home);
    },
    async up(name) {
      wantUp(name);
      await send(home, { op: "up", service: name });
    },
    async restart(name) {
      wantUp(name);
      await send(home, { op: "restart", service: name });
    },
    async stop(names, timeoutSeconds) {
      if (supervisorMark(home)) await send(home, { op: "stop", services: names, timeoutSeconds });
      await Promise.all(names.map((name) => endLeftover(home, name, timeoutSeconds)));
    },
    async end() {
      const mark = supervisorMark(home);
      if (mark) signal(mark, "SIGTERM");
      for (let tries = 0; isAlive(mark) && tries < 100; tries++) await sleep(20);
      rmSync(supervisorMarkFile(home), { force: true });
    },
  };
}
