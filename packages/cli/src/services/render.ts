/** Fills the templates of stack/ for one home: `@NAME@` is replaced, and a name nobody gave a value is a fault. */
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory, updateFile } from "../files.ts";
import { type Account, checkout, isRoot } from "../machine.ts";
import { type Plan, accountOf, readerOf } from "./plan.ts";
import type { ServiceName } from "./service.ts";
import { type Values, serviceValues } from "./values.ts";

export function fillTemplate(text: string, values: Values): string {
  return text.replaceAll(/@([A-Z][A-Z0-9_]*)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`A template names @${name}@, which has no value.`);
    return value;
  });
}

const stack = join(checkout, "stack");
/** Who else reads the log of a service: what it writes belongs to that one's group. */
const logReaders: Readonly<Partial<Record<string, ServiceName>>> = { php: "weblog" };

function makeLogDirectory(plan: Plan, name: ServiceName): void {
  const reader = logReaders[name];
  const log = join(plan.home.log, name);
  if (reader === undefined || !isRoot) makeDirectory(log, 0o750);
  else makeDirectory(log, 0o2750, { ...accountOf(reader), uid: 0 });
  updateFile(join(log, "config"), "s5000000\nn5\n", 0o644);
}

const supervised = ["run", "finish", "control/t"];

/** Writes <home>/sv/<name>: what the supervisor starts. Returns whether anything in it changed. */
function renderSupervised(plan: Plan, name: ServiceName, values: Values): boolean {
  const target = join(plan.home.sv, name);
  makeDirectory(target, 0o755);
  makeDirectory(join(target, "log"), 0o755);
  let changed = false;
  for (const file of supervised) {
    const template = join(stack, name, file);
    if (!existsSync(template)) continue;
    if (file.includes("/")) makeDirectory(join(target, "control"), 0o755);
    const text = fillTemplate(readFileSync(template, "utf8"), values);
    changed = updateFile(join(target, file), text, 0o700) || changed;
  }
  updateFile(join(target, "alone"), fillTemplate(readFileSync(join(stack, "alone"), "utf8"), values), 0o600);
  updateFile(join(target, "log/run"), fillTemplate(readFileSync(join(stack, "log"), "utf8"), values), 0o700);
  makeLogDirectory(plan, name);
  return changed;
}

/** Writes <home>/etc/<name>: every other file of stack/<name>, readable by its service only. */
function renderConfiguration(plan: Plan, name: ServiceName, values: Values, account: Account): boolean {
  const target = join(plan.home.etc, name);
  const files = readdirSync(join(stack, name)).filter(
    (file) =>
      statSync(join(stack, name, file)).isFile() && !supervised.includes(file) && !/\.(md|d\.ts)$/.test(file),
  );
  if (files.length === 0) return false;
  const reader = isRoot ? { ...account, uid: 0 } : undefined;
  makeDirectory(target, 0o750, reader);
  return files
    .map((file) => {
      const text = fillTemplate(readFileSync(join(stack, name, file), "utf8"), values);
      return updateFile(join(target, file), text, 0o440, reader);
    })
    .some(Boolean);
}

/**
 * Renders one service. A new one gets runit's `down` file, so that nothing starts before its turn.
 * Returns whether the service, if it runs, must be started again to know of it.
 */
export function renderService(plan: Plan, name: ServiceName): boolean {
  const account = accountOf(name);
  const values = serviceValues(plan, name, account);
  const isNew = !existsSync(join(plan.home.sv, name, "run"));
  const configured = renderConfiguration(plan, name, values, readerOf(name));
  const changed = renderSupervised(plan, name, values) || configured;
  if (isNew) writeFileSync(join(plan.home.sv, name, "down"), "");
  return changed && !isNew;
}

/** Takes away what a home no longer runs (another database, an uninstalled daemon). */
export function removeService(plan: Plan, name: ServiceName): void {
  rmSync(join(plan.home.service, name), { force: true });
  rmSync(join(plan.home.sv, name), { recursive: true, force: true });
}
