import { readPhpUse, setPhpVersions } from "@atrio/server/features/platform/php.ts";
import { type Command, expectWord, expectWords } from "../command.ts";
import { Failure } from "../failure.ts";
import type { Home } from "../home.ts";
import { asOwner } from "../install/database.ts";
import {
  addPhp,
  canBeAdded,
  installedVersions,
  knownVersions,
  originOf,
  removePhp,
  requireKnown,
} from "../install/php.ts";
import { say, step, table } from "../terminal.ts";

const keep = (home: Home) => asOwner(home, (read) => setPhpVersions(read, installedVersions()));

export const phpAdd: Command = {
  summary: "Install a version of PHP that customers may choose",
  usage: ["php add VERSION [--renew]"],
  help: `
VERSION is one that \`atrio php list\` calls addable, such as 8.4. It comes from the Debian release that has it, by this machine's
mirrors, into /var/lib/atrio/php/VERSION, once for all installations of this machine: a minute, 300 MB. What is interrupted is done
by the same command again.

  --renew   make an installed one anew, with its newest updates: services come to it one by one within a day`,
  options: { renew: { type: "boolean" } },
  async run(args) {
    const version = expectWord(args, "VERSION");
    requireKnown(version);
    // an installation there is, before a minute of work for it
    await keep(args.home);
    if (installedVersions().includes(version) && !args.flag("renew")) {
      say(`PHP ${version} is installed already.`);
      return 0;
    }
    await step(`PHP ${version}`, (progress) => addPhp(version, progress, args.flag("renew")));
    await keep(args.home);
    return 0;
  },
};

export const phpList: Command = {
  summary: "Show which versions of PHP there are, where they come from and how many services use them",
  usage: ["php list [--json]"],
  help: "  --json   one JSON object, for programs",
  options: { json: { type: "boolean" } },
  async run(args) {
    expectWords(args);
    const { platformVersion, services } = await asOwner(args.home, readPhpUse);
    const installed = installedVersions();
    const versions = knownVersions.map((version) => ({
      version,
      state: installed.includes(version) ? "installed" : canBeAdded(version) ? "addable" : "not available",
      origin: originOf(version),
      services: services.get(version) ?? 0,
      isDefault: version === platformVersion,
    }));
    if (args.flag("json")) {
      say(JSON.stringify({ versions }, null, 2));
      return 0;
    }
    say(
      table([
        ["VERSION", "STATE", "SERVICES", "FROM"],
        ...versions.map((one) => [
          one.isDefault ? `${one.version} (default)` : one.version,
          one.state,
          String(one.services),
          one.origin,
        ]),
      ]),
    );
    return 0;
  },
};

export const phpRemove: Command = {
  summary: "Remove a version of PHP that no service uses",
  usage: ["php remove VERSION"],
  help: "It goes for all installations of this machine. `atrio php add` brings it back.",
  async run(args) {
    const version = expectWord(args, "VERSION");
    requireKnown(version);
    const { services } = await asOwner(args.home, readPhpUse);
    const users = services.get(version) ?? 0;
    if (users > 0)
      throw new Failure(
        `Nothing was removed: ${users === 1 ? "one service runs" : `${users} services run`} PHP ${version}.`,
        "Have them use another version, in the panel.",
        65,
      );
    const wasThere = removePhp(version);
    await keep(args.home);
    say(wasThere ? `PHP ${version} was removed.` : `PHP ${version} is not installed.`);
    return 0;
  },
};
