/** The foreground: stays until Ctrl-C, says what starts again, and stops all in order. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { replaceFile } from "./files.ts";
import type { Home } from "./home.ts";
import { formatMark, isAlive, markOf, readMark } from "./processes.ts";
import type { Plan } from "./services/plan.ts";
import { removeReady } from "./services/ready.ts";
import { services } from "./services/service.ts";
import { isRunning, stopAll } from "./services/start.ts";
import { type Supervisor, serviceMark } from "./supervise/supervisor.ts";
import { say, step, warn } from "./terminal.ts";

const pollMs = 1000;

/** Names the `up` in the foreground, which stops everything when it ends. */
const ownerFile = (home: Home): string => join(home.marks, "up");

function isOwnedByAnother(home: Home): boolean {
  const owner = readMark(ownerFile(home));
  return isAlive(owner) && owner.pid !== process.pid;
}

/** An owner that was killed left its file: whoever comes next takes its place. Started with --detach: no file. */
function mayTakeOver(home: Home): boolean {
  const owner = readMark(ownerFile(home));
  return owner !== undefined && !isAlive(owner);
}

export async function stopInOrder(home: Home, supervisor: Supervisor): Promise<void> {
  removeReady(home);
  await step("Stopping", (progress) =>
    stopAll(home, supervisor, (names) => progress.at(`${names.join(", ")} stopped`)),
  );
  rmSync(ownerFile(home), { force: true });
}

async function watch(plan: Plan, isOver: () => boolean): Promise<void> {
  const seen = new Map(plan.names.map((name) => [name, serviceMark(plan.home, name)?.pid]));
  while (!isOver() && isRunning(plan.home)) {
    await sleep(pollMs);
    for (const name of plan.names) {
      const pid = serviceMark(plan.home, name)?.pid;
      if (pid === undefined || pid === seen.get(name) || isOver()) continue;
      if (seen.get(name) !== undefined)
        warn(`${services[name].title} ended and was started again (pid ${pid}).`);
      seen.set(name, pid);
    }
  }
}

/** Returns the exit code. `wasUp`: another command had started it. */
export async function follow(plan: Plan, supervisor: Supervisor, wasUp: boolean): Promise<number> {
  const { home } = plan;
  if (isOwnedByAnother(home) || (wasUp && !mayTakeOver(home))) {
    say("It goes on in the background. To stop it: atrio down");
    return 0;
  }
  const own = markOf(process.pid);
  if (own) replaceFile(ownerFile(home), formatMark(own), 0o644);
  let signalled = false;
  const onSignal = () => (signalled = true);
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal).on("SIGHUP", onSignal);
  say("Ctrl-C stops it.");
  await watch(plan, () => signalled);
  if (!isRunning(home)) {
    say("It was stopped by another command.");
    return 0;
  }
  await stopInOrder(home, supervisor);
  return 0;
}
