import { join } from "node:path";
import type { Command } from "../command.ts";
import { asOperator } from "../database.ts";
import { UsageFailure } from "../failure.ts";
import { follow } from "../follow.ts";
import type { Home } from "../home.ts";
import { makeHome } from "../install/home.ts";
import { install } from "../install/install.ts";
import { prepareDatabase, untilDatabaseAnswers } from "../install/database.ts";
import { syncPlaces } from "../install/geography.ts";
import { syncPlatform } from "../install/platform.ts";
import { prepareWebmailTables } from "../install/webmail-tables.ts";
import { withLock } from "../lock.ts";
import type { Plan } from "../services/plan.ts";
import { isReady, readDemoAccess, removeReady, writeReady } from "../services/ready.ts";
import { panelUrl } from "../services/ask.ts";
import { type ServiceName, services } from "../services/service.ts";
import {
  isRunning,
  keepCodeStamp,
  renderAll,
  startOthers,
  startService,
  stopAll,
} from "../services/start.ts";
import { untilCarriedOut } from "../registration.ts";
import { type Supervisor, openSupervisor, serviceMark, supervisorMark } from "../supervise/supervisor.ts";
import { type Progress, paint, say, step, warn } from "../terminal.ts";

const registrationSeconds = 30;

interface UpOptions {
  readonly port: string | undefined;
  readonly demo: boolean;
  readonly mayInstall: boolean;
}

interface Up {
  readonly plan: Plan;
  readonly supervisor: Supervisor;
  /** Nothing had to be started. */
  readonly wasUp: boolean;
  readonly wrong: ReadonlyMap<ServiceName, string>;
}

async function startDatabase(
  plan: Plan,
  supervisor: Supervisor,
  changed: ReadonlySet<ServiceName>,
): Promise<void> {
  await supervisor.start(plan.names);
  if (!plan.names.includes("postgres")) return;
  await startService(plan, supervisor, "postgres", changed.has("postgres"));
  await untilDatabaseAnswers(plan.home, 60);
}

async function migrateDatabase(plan: Plan, demo: boolean): Promise<void> {
  await step("Database", async (progress) => {
    const ran = await prepareDatabase(plan.home);
    if (plan.names.includes("roundcube")) await prepareWebmailTables(plan.home);
    await syncPlatform(plan);
    progress.at("states and towns");
    const towns = await syncPlaces(plan.home);
    const done = [
      ...(ran.length === 0 ? [] : [`${ran.length} migrations`]),
      ...(towns === 0 ? [] : [`${towns} towns`]),
    ];
    progress.result(done.join(", ") || "up to date");
  });
  if (!demo) return;
  await step("Demo", async (progress) => {
    const { fillDemo } = await import("../demo/demo.ts");
    progress.result(await fillDemo(plan.home));
  });
}

/** The demo is there when its domains are. */
async function registerDomains(home: Home, progress: Progress): Promise<void> {
  const waiting = await asOperator(home, (operator) => untilCarriedOut(operator, registrationSeconds));
  progress.result(waiting === 0 ? "registered" : `${waiting} orders wait for their registry`);
}

async function fillMailboxes(plan: Plan, progress: Progress): Promise<void> {
  const { fillMail } = await import("../demo/fill-mail.ts");
  progress.result(await fillMail(plan));
}

async function fillFolders(plan: Plan, progress: Progress): Promise<void> {
  const { fillSites } = await import("../demo/sites.ts");
  progress.result(await fillSites(plan));
}

async function bringUp(home: Home, options: UpOptions): Promise<Up> {
  const running = isRunning(home);
  const plan = await install(home, options);
  const supervisor = openSupervisor(home, plan.settings);
  const changed = renderAll(plan);
  const wasUp =
    isReady(home) &&
    supervisorMark(home) !== undefined &&
    changed.size === 0 &&
    plan.names.every((name) => serviceMark(home, name));
  if (!wasUp) removeReady(home);
  try {
    await step("PostgreSQL", () => startDatabase(plan, supervisor, changed));
    await migrateDatabase(plan, options.demo);
  } catch (error) {
    // nothing can work without the database
    if (!running) await stopAll(home, supervisor, () => {});
    throw error;
  }
  const wrong = await step("Services", async (progress) => {
    const answered: string[] = [];
    const result = await startOthers(plan, supervisor, changed, (name) => {
      answered.push(name);
      progress.at(answered.join(", "));
    });
    progress.result(
      `${answered.length + (plan.names.includes("postgres") ? 1 : 0)} of ${plan.names.length} answer`,
    );
    return result;
  });
  if (options.demo && wrong.size === 0) {
    await step("Domains", (progress) => registerDomains(home, progress));
    await step("Mail", (progress) => fillMailboxes(plan, progress));
    if (plan.names.includes("web")) await step("Sites", (progress) => fillFolders(plan, progress));
  }
  keepCodeStamp(home);
  if (wrong.size === 0) writeReady(plan);
  return { plan, supervisor, wasUp, wrong };
}

function report({ plan, wasUp, wrong }: Up): void {
  say();
  for (const [name, reason] of wrong)
    warn(`${paint("red", services[name].title)} ${reason}\n  ${services[name].whenDown}`);
  for (const { service, reason, consequence, remedy } of plan.missing)
    warn(
      `${paint("yellow", `${services[service].title} is missing`)}: ${reason}.\n  ${consequence}\n  ${remedy}`,
    );
  const state = wasUp
    ? "Atrio was running already"
    : wrong.size === 0
      ? "Atrio is running"
      : "Atrio is running in part";
  say(`${paint("bold", state)}: ${paint("cyan", `${panelUrl(plan)}/`)}`);
  const demo = readDemoAccess(plan.home);
  if (demo) {
    say(
      `Sign in with domain ${demo.domainName}, user ${demo.username} (or viewer, dns, mail) and password ${demo.password}`,
    );
  } else {
    say("Sign in with a user you make: atrio holding add example.org --hosting --mail");
    say("                              atrio user add example.org owner");
  }
}

export const up: Command = {
  summary: "Install what is needed, start every service, say where the panel is",
  usage: ["up [--home DIR] [--port N] [--demo] [--detach] [--no-install]"],
  help: `
Everything lives under --home DIR (default ./var) and listens on loopback. Stays in the foreground; Ctrl-C stops all
in order. Running it again is harmless: it does what is not done, and says so.

  --home DIR     where settings, database, logs and state lie
  --port N       port of the panel (default 8080; 0: any free one); kept in settings.json
  --demo         fill an empty database with the demo
  --detach       return when everything answers; \`atrio down\` stops it
  --no-install   install nothing: neither packages of npm nor of Debian

DATABASE_URL, where set, names a PostgreSQL (15 or newer) that is used in place of the embedded one; it is kept in
the home's secrets for later commands.`,
  options: { port: { type: "string" }, demo: { type: "boolean" }, detach: { type: "boolean" } },
  async run(args) {
    if (args.words.length > 0)
      throw new UsageFailure(`"${args.words[0]}" is one word too many.`, "See: atrio up --help");
    const options = {
      port: args.text("port"),
      demo: args.flag("demo"),
      mayInstall: !args.flag("no-install"),
    };
    makeHome(args.home);
    const done = await withLock(join(args.home.root, "up.lock"), 900, () => bringUp(args.home, options));
    report(done);
    if (args.flag("detach")) return done.wrong.size === 0 ? 0 : 1;
    return follow(done.plan, done.supervisor, done.wasUp);
  },
};
