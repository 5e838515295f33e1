import { type Command, expectWords } from "../command.ts";
import { installationChecks } from "../doctor/installation.ts";
import { machineChecks } from "../doctor/machine.ts";
import { mailChecks } from "../doctor/mail.ts";
import { webChecks } from "../doctor/web.ts";
import { Failure } from "../failure.ts";
import { readDatabaseUrl } from "../install/secrets.ts";
import { makePlan } from "../services/plan.ts";
import { readSettings } from "../settings.ts";
import { paint, say } from "../terminal.ts";

export const doctor: Command = {
  summary: "Check everything; say what is wrong and the remedy",
  usage: ["doctor [--home DIR]"],
  help: "Changes nothing. The exit code is 0 only when nothing is wrong; what is only to do, such as updates, doesn't count.",
  async run(args) {
    expectWords(args);
    const { home } = args;
    const settings = readSettings(home);
    if (!settings) throw new Failure(`There is no installation in ${home.root}.`, "Make one: atrio up", 69);
    const plan = makePlan(home, settings, readDatabaseUrl(home));
    let faults = 0;
    for (const check of [...machineChecks, ...installationChecks, ...mailChecks, ...webChecks]) {
      say(paint("bold", check.title));
      for (const { ok, text, remedy } of await check.look(home, plan)) {
        const mark = !ok
          ? paint("red", "wrong")
          : remedy
            ? paint("yellow", "to do")
            : paint("green", "ok   ");
        say(`  ${mark}  ${text}`);
        if (remedy !== undefined) say(`         ${remedy}`);
        if (!ok) faults += 1;
      }
    }
    say();
    say(faults === 0 ? "Nothing is wrong." : `${faults} ${faults === 1 ? "thing is" : "things are"} wrong.`);
    return faults === 0 ? 0 : 1;
  },
};
