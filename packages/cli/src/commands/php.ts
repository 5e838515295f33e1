import {
  PhpVersionRefused,
  explainDefault,
  forgetPhpVersion,
  readPhpUse,
  setPhpDefault,
  setPhpVersions,
} from "@atrio/server/features/platform/php.ts";
import { type Command, expectWord, expectWords } from "../command.ts";
import { asOperator } from "../database.ts";
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

/** What the database refuses, told at a terminal. */
export function phpFailure(error: unknown): unknown {
  return error instanceof PhpVersionRefused ? new Failure(error.message, error.remedy, 65) : error;
}

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

export const phpDefault: Command = {
  summary: "Choose the version of PHP of services that chose none",
  usage: ["php default VERSION"],
  help: `
VERSION is one that is installed. Services that follow it come to it a few at a time, some hundreds a minute: changes of customers
do not wait behind them, and no visit is interrupted. One whose minimum is above VERSION has to choose a version of its own first.`,
  async run(args) {
    const version = expectWord(args, "VERSION");
    requireKnown(version);
    await keep(args.home);
    const isNew = await asOperator(args.home, async ({ db, change }) => {
      try {
        return await change((act) => setPhpDefault(act, version));
      } catch (error) {
        throw phpFailure(await explainDefault({ db }, version, error));
      }
    });
    say(
      isNew
        ? `Services that chose no version come to PHP ${version} now, a few at a time.`
        : `PHP ${version} is the default already.`,
    );
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
  help: `
Services of this installation are counted. Its files go for all installations of this machine: see there first that no service uses
it (\`atrio php list --home DIR\`). \`atrio php add\` brings it back.`,
  async run(args) {
    const version = expectWord(args, "VERSION");
    requireKnown(version);
    try {
      await asOwner(args.home, (read) => forgetPhpVersion(read, version));
    } catch (error) {
      throw phpFailure(error);
    }
    let wasThere: boolean;
    try {
      wasThere = removePhp(version);
    } finally {
      await keep(args.home);
    }
    say(wasThere ? `PHP ${version} was removed.` : `PHP ${version} is not installed.`);
    return 0;
  },
};
