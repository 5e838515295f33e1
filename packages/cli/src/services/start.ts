/** Starts what is not running and starts again what is running with other files than it should. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { prepareCluster } from "@atrio/server/db/postgres.ts";
import { Failure, codeOf, messageOf } from "../failure.ts";
import { replaceFile } from "../files.ts";
import type { Home } from "../home.ts";
import { hashSources } from "../install/panel.ts";
import { type Supervisor, serviceMark, supervisorMark } from "../supervise/supervisor.ts";
import { untilAnswers } from "./ask.ts";
import type { Plan } from "./plan.ts";
import { removeService, renderService } from "./render.ts";
import { type ServiceName, serviceNames, services } from "./service.ts";
import { embeddedCluster } from "./values.ts";

const answerSeconds = 30;
const stopSeconds = 20;

function makeCluster(plan: Plan): void {
  try {
    prepareCluster(embeddedCluster(plan));
  } catch (error) {
    if (codeOf(error) !== undefined) throw error;
    throw new Failure(messageOf(error).trim(), `Its data: ${plan.home.pg}. Then: atrio up`, 69);
  }
}

/** Renders everything. Returns the running services whose files are others now. */
export function renderAll(plan: Plan): Set<ServiceName> {
  if (plan.names.includes("postgres")) makeCluster(plan);
  for (const name of serviceNames) if (!plan.names.includes(name)) removeService(plan, name);
  const changed = plan.names.filter((name) => renderService(plan, name));
  return new Set([
    ...changed,
    ...(codeChanged(plan.home) ? plan.names.filter((name) => services[name].ours) : []),
  ]);
}

const codeStamp = (home: Home): string => join(home.etc, "code.sha256");
const hashCode = (): string =>
  hashSources(["package-lock.json", "packages/contract/src", "packages/server/src"]);
const codeChanged = (home: Home): boolean =>
  existsSync(codeStamp(home)) && readFileSync(codeStamp(home), "utf8") !== hashCode();

/** Called when the services run what is in the checkout now. */
export const keepCodeStamp = (home: Home): void => replaceFile(codeStamp(home), hashCode(), 0o644);

export async function startService(
  plan: Plan,
  supervisor: Supervisor,
  name: ServiceName,
  changed: boolean,
): Promise<void> {
  if (changed && serviceMark(plan.home, name)) await supervisor.restart(name);
  else await supervisor.up(name);
}

/** Starts all but the database, and waits until each answers. Returns what is wrong, by service. */
export async function startOthers(
  plan: Plan,
  supervisor: Supervisor,
  changed: ReadonlySet<ServiceName>,
  onAnswer: (name: ServiceName) => void,
): Promise<Map<ServiceName, string>> {
  const wrong = new Map<ServiceName, string>();
  const begun = new Map<ServiceName, Promise<void>>();
  const begin = async (name: ServiceName) => {
    try {
      // it fetches its zones from PowerDNS, and tries again only after a while
      if (name === "knot") await begun.get("pdns");
      await startService(plan, supervisor, name, changed.has(name));
      await untilAnswers(plan, name, answerSeconds);
      onAnswer(name);
    } catch (error) {
      wrong.set(
        name,
        error instanceof Failure
          ? [`${error.message}.`, error.remedy].filter(Boolean).join("\n  ")
          : messageOf(error),
      );
    }
  };
  for (const name of plan.names) if (name !== "postgres") begun.set(name, begin(name));
  await Promise.all(begun.values());
  return wrong;
}

/** Stops everything in order: the panel first, the database last, then the supervisor. */
export async function stopAll(
  home: Home,
  supervisor: Supervisor,
  onStop: (names: readonly ServiceName[]) => void,
): Promise<void> {
  const present = new Set(serviceNames.filter((name) => existsSync(join(home.sv, name))));
  const waves: ServiceName[][] = [
    ["api", "nginx", "web"],
    ["roundcube", "php", "worker", "dnsd", "mailer", "registrar", "weblog", "acme", "postfix"],
    ["pdns", "knot", "registry", "dovecot", "policyd", "rspamd", "vault"],
    ["postgres"],
  ];
  for (const wave of waves.map((names) => names.filter((name) => present.has(name)))) {
    if (wave.length === 0) continue;
    await supervisor.stop(wave, stopSeconds);
    onStop(wave);
  }
  await supervisor.end();
}

export const isRunning = (home: Home): boolean =>
  supervisorMark(home) !== undefined || serviceNames.some((name) => serviceMark(home, name) !== undefined);
