import type { Command } from "../command.ts";
import { stopInOrder } from "../follow.ts";
import { readSettings } from "../settings.ts";
import { removeReady } from "../services/ready.ts";
import { isRunning } from "../services/start.ts";
import { openSupervisor } from "../supervise/supervisor.ts";
import { say } from "../terminal.ts";

export const down: Command = {
  summary: "Stop everything in order",
  usage: ["down [--home DIR]"],
  help: "Stops the panel first and the database last. Data stays; `atrio up` starts it again.",
  async run({ home }) {
    const settings = readSettings(home);
    if (!settings || !isRunning(home)) {
      removeReady(home);
      say(`Nothing of ${home.root} is running.`);
      return 0;
    }
    await stopInOrder(home, openSupervisor(home, settings));
    return 0;
  },
};
