import { spawn, spawnSync } from "node:child_process";
import { existsSync, openSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";
import { replaceFile } from "../files.ts";
import type { Home } from "../home.ts";
import { findProgram } from "../machine.ts";
import { formatMark, isAlive, markOf, readMark, signal } from "../processes.ts";
import type { ServiceName } from "../services/service.ts";
import { endLeftover, holdBack } from "./leftover.ts";
import { type Supervisor, serviceMark, supervisorMark, supervisorMarkFile } from "./supervisor.ts";

/** What services see of the caller's environment: nothing. */
const environment = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8" };
const secondsUntilSupervised = 20;
const handoverSeconds = 20;

function sv(args: readonly string[]): { ok: boolean; text: string } {
  const { status, stdout, stderr } = spawnSync(findProgram("sv") ?? "sv", args, {
    encoding: "utf8",
    env: environment,
  });
  return { ok: status === 0, text: `${stdout}${stderr}`.trim() };
}

/** runsv answers on a named pipe; without a runsv behind it, `sv status` fails. */
const isSupervised = (directory: string): boolean => sv(["status", directory]).ok;

async function untilSupervised(directory: string): Promise<void> {
  const deadline = Date.now() + secondsUntilSupervised * 1000;
  while (!isSupervised(directory)) {
    if (Date.now() > deadline)
      throw new Failure(
        `runit does not take up ${directory}.`,
        `Its log: ${directory}/../../log/supervisor.log`,
      );
    await sleep(50);
  }
}

function spawnRunsvdir(home: Home): void {
  const log = openSync(join(home.log, "supervisor.log"), "a", 0o640);
  const child = spawn(findProgram("runsvdir") ?? "runsvdir", ["-P", home.service], {
    cwd: "/",
    detached: true,
    env: environment,
    stdio: ["ignore", log, log],
  });
  child.unref();
  const mark = child.pid === undefined ? undefined : markOf(child.pid);
  if (!mark)
    throw new Failure("runsvdir could not be started.", "Reinstall runit: apt-get install --reinstall runit");
  replaceFile(supervisorMarkFile(home), formatMark(mark), 0o644);
}

async function untilReplaced(home: Home, name: ServiceName, pid: number): Promise<void> {
  for (let tries = 0; tries < handoverSeconds * 20; tries++) {
    const mark = serviceMark(home, name);
    if (mark && mark.pid !== pid) return;
    await sleep(50);
  }
}

/** They answer for the same zones. */
const nameServers: ReadonlySet<ServiceName> = new Set(["pdns", "knot"]);

/**
 * Services whose runsvdir was killed have a runsv still. They are handed over to the new runsvdir, the name servers one after
 * the other, so that one is always there; what has lost its runsv too is ended and waits for its turn.
 */
async function replaceRunsvdir(home: Home, names: readonly ServiceName[]): Promise<void> {
  const orphans = names.filter((name) => isSupervised(join(home.sv, name)));
  const rest = names.filter((name) => !orphans.includes(name));
  await Promise.all(rest.map((name) => endLeftover(home, name, handoverSeconds)));
  for (const name of rest) holdBack(home, name);
  spawnRunsvdir(home);
  const together = orphans.filter((name) => !nameServers.has(name));
  const apart = orphans.filter((name) => nameServers.has(name));
  for (const turn of [together, ...apart.map((name) => [name])]) {
    const before = turn.map((name) => serviceMark(home, name)?.pid);
    sv(["-w", String(handoverSeconds), "force-shutdown", ...turn.map((name) => join(home.sv, name))]);
    await Promise.all(
      turn.map(async (name, place) => before[place] && untilReplaced(home, name, before[place])),
    );
  }
}

export function runitSupervisor(home: Home): Supervisor {
  const directory = (name: ServiceName) => join(home.sv, name);
  const command = (verb: string, name: ServiceName) => {
    const { ok, text } = sv([...(verb === "up" ? [] : ["-w", "15"]), verb, directory(name)]);
    if (!ok) throw new Failure(`${name} does not obey (${verb}): ${text}`, `Its log: atrio logs ${name}`);
  };
  return {
    async start(names) {
      // runsvdir looks at its directory when it starts, then every 5 s: link first, start after
      for (const name of names)
        if (!existsSync(join(home.service, name))) symlinkSync(directory(name), join(home.service, name));
      if (!supervisorMark(home)) await replaceRunsvdir(home, names);
      await Promise.all(names.map((name) => untilSupervised(directory(name))));
    },
    async up(name) {
      rmSync(join(directory(name), "down"), { force: true });
      await untilSupervised(directory(name));
      command("up", name);
    },
    async restart(name) {
      rmSync(join(directory(name), "down"), { force: true });
      command("force-restart", name);
    },
    async stop(names, timeoutSeconds) {
      // runsvdir would start each runsv again
      await endRunsvdir(home);
      await Promise.all(names.map((name) => shutDown(home, name, timeoutSeconds)));
    },
    async end() {
      await endRunsvdir(home);
      rmSync(supervisorMarkFile(home), { force: true });
    },
  };
}

async function endRunsvdir(home: Home): Promise<void> {
  const mark = readMark(supervisorMarkFile(home));
  if (!mark) return;
  signal(mark, "SIGTERM");
  for (let tries = 0; isAlive(mark) && tries < 100; tries++) await sleep(20);
  if (isAlive(mark)) signal(mark, "SIGKILL");
}

async function shutDown(home: Home, name: ServiceName, timeoutSeconds: number): Promise<void> {
  const directory = join(home.sv, name);
  const finished = new Promise<void>((resolve, reject) => {
    const args = ["-w", String(timeoutSeconds), "force-shutdown", directory];
    spawn(findProgram("sv") ?? "sv", args, { stdio: "ignore", env: environment })
      .once("error", reject)
      .once("close", () => resolve());
  });
  await finished;
  // whatever a killed runsv left behind
  await endLeftover(home, name, timeoutSeconds);
}
