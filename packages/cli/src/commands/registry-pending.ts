import { listWaiting } from "@atrio/server/registry/waiting.ts";
import { type Command, expectWords } from "../command.ts";
import { asOperator } from "../database.ts";
import { waitingRow } from "../registration.ts";
import { say, table } from "../terminal.ts";

export const registryPending: Command = {
  summary: "List what registries were asked for and is not done, oldest first",
  usage: ["registry pending [--json]"],
  help: "  --json   one JSON array, for programs\n\nTimes are UTC. The registrar tries again by itself; new owners at a registry of yours wait for you.",
  options: { json: { type: "boolean" } },
  async run(args) {
    expectWords(args);
    const found = await asOperator(args.home, ({ db }) => listWaiting({ db }));
    if (args.flag("json")) say(JSON.stringify(found, null, 2));
    else if (found.length === 0) say("Nothing waits.");
    else say(table([["DOMAIN", "ORDER", "SINCE", "STATE"], ...found.map(waitingRow)]));
    return 0;
  },
};
