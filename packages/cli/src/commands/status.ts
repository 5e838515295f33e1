import type { Command } from "../command.ts";
import { Failure } from "../failure.ts";
import { readDatabaseUrl } from "../install/secrets.ts";
import { askDelay, sayDelay } from "../messages.ts";
import { ageSeconds, memoryBytes, withDescendants } from "../processes.ts";
import { askService } from "../services/ask.ts";
import { portsOf } from "../services/listeners.ts";
import { type Plan, makePlan } from "../services/plan.ts";
import { type ServiceName, services } from "../services/service.ts";
import { readSettings } from "../settings.ts";
import { serviceMark, supervisorMark } from "../supervise/supervisor.ts";
import { duration, megabytes, paint, say, table } from "../terminal.ts";

interface Row {
  readonly cells: readonly string[];
  readonly isUp: boolean;
  readonly bytes: number;
  readonly wrong: string | undefined;
}

async function look(plan: Plan, name: ServiceName): Promise<Row> {
  const mark = serviceMark(plan.home, name);
  const wrong = mark ? await askService(plan, name) : "it is not running";
  const bytes = mark ? memoryBytes(withDescendants(mark.pid)) : 0;
  const state = mark === undefined ? "down" : wrong === undefined ? "up" : "not answering";
  const cells = [
    name,
    state,
    mark ? String(mark.pid) : "",
    mark ? duration(ageSeconds(mark)) : "",
    mark ? megabytes(bytes) : "",
    portsOf(plan.settings, name).join(" "),
    services[name].title,
  ];
  return { cells, isUp: wrong === undefined, bytes, wrong };
}

export const status: Command = {
  summary: "Show every service: state, pid, uptime, memory, port",
  usage: ["status [--home DIR]"],
  help: "Each service is asked, not only looked for. The exit code is 0 only when all answer and none is missing.",
  async run({ home }) {
    const settings = readSettings(home);
    if (!settings) throw new Failure(`There is no installation in ${home.root}.`, "Make one: atrio up", 69);
    const plan = makePlan(home, settings, readDatabaseUrl(home));
    const rows = await Promise.all(plan.names.map((name) => look(plan, name)));
    const absent = plan.missing.map(({ service }) => [
      service,
      "missing",
      "",
      "",
      "",
      "",
      services[service].title,
    ]);
    say(
      table([
        ["SERVICE", "STATE", "PID", "UP", "MEMORY", "PORT", ""],
        ...rows.map(({ cells }) => cells),
        ...absent,
      ]),
    );
    say(`${megabytes(rows.reduce((sum, { bytes }) => sum + bytes, 0))} in all`);
    rows.forEach(({ wrong }, i) => {
      const name = plan.names[i];
      if (wrong !== undefined && name) say(`${paint("red", name)}: ${wrong}. ${services[name].whenDown}`);
    });
    for (const { service, reason, remedy } of plan.missing)
      say(`${paint("yellow", service)}: ${reason}. ${remedy}`);
    const delay = await askDelay(plan).catch(() => undefined);
    if (delay) say(`${paint("yellow", "mailer")}: ${sayDelay(delay)}. Look: atrio messages --unsent`);
    if (!supervisorMark(home)) say("Nothing watches over the services. Start it: atrio up");
    return rows.every(({ isUp }) => isUp) && plan.missing.length === 0 && supervisorMark(home) ? 0 : 1;
  },
};
