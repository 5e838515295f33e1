import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "../command.ts";
import { Failure, UsageFailure } from "../failure.ts";
import { serviceNames } from "../services/service.ts";

const defaultLines = "50";

export const logs: Command = {
  summary: "Show the newest lines of one service's log, or of all",
  usage: ["logs [SERVICE] [--follow] [--lines N] [--home DIR]"],
  help: `
  SERVICE         one of these, all of them where none is named: ${serviceNames.slice(0, 8).join(", ")},
                  ${serviceNames.slice(8).join(", ")}
  -f, --follow    go on showing new lines
  -n, --lines N   how many old ones (default ${defaultLines})`,
  options: { follow: { type: "boolean", short: "f" }, lines: { type: "string", short: "n" } },
  async run(args) {
    const [name, extra] = args.words;
    if (extra !== undefined)
      throw new UsageFailure(`"${extra}" is one word too many.`, "See: atrio logs --help");
    const lines = args.text("lines") ?? defaultLines;
    if (!/^\d{1,6}$/.test(lines)) throw new UsageFailure(`--lines ${lines} is no number.`);
    const directory = args.home.log;
    const present = existsSync(directory)
      ? readdirSync(directory).filter((entry) => existsSync(join(directory, entry, "current")))
      : [];
    if (name !== undefined && !present.includes(name))
      throw new Failure(
        `There is no log of "${name}".`,
        `Logs there are: ${present.join(", ") || "none; start it with atrio up"}`,
        66,
      );
    const files = (name === undefined ? present : [name]).map((entry) => join(directory, entry, "current"));
    if (files.length === 0) throw new Failure(`There are no logs in ${directory}.`, "Start it: atrio up", 66);
    // -F: svlogd gives the file another name when it is full
    const tail = spawn("tail", ["-n", lines, ...(args.flag("follow") ? ["-F"] : []), "--", ...files], {
      stdio: "inherit",
    });
    return new Promise((resolve) => {
      process.on("SIGINT", () => tail.kill());
      tail.once("close", (status) => resolve(status ?? 0));
    });
  },
};
