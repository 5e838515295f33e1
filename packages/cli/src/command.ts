/** How commands are declared, and how their arguments are read. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { UsageFailure, messageOf } from "./failure.ts";
import { type Home, openHome, readNumber } from "./home.ts";
import { useInstallation } from "./machine.ts";

export interface Arguments {
  readonly home: Home;
  readonly words: readonly string[];
  /** The value of an option that takes one. */
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  flag(name: string): boolean;
}

export interface Command {
  /** One line, in the imperative. */
  readonly summary: string;
  /** The whole help text below the usage lines. */
  readonly usage: readonly string[];
  readonly help: string;
  readonly options?: ParseArgsOptionsConfig;
  run(args: Arguments): Promise<number>;
}

const everywhere = {
  home: { type: "string" },
  help: { type: "boolean" },
  "no-install": { type: "boolean" },
} as const;

export const helpOf = ({ usage, help }: Command): string =>
  [...usage.map((line, i) => `${i === 0 ? "Usage:" : "      "} atrio ${line}`), "", help.trim()].join("\n");

function parse(options: ParseArgsOptionsConfig, words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: { ...options, ...everywhere }, allowPositionals: true });
  } catch (error) {
    throw new UsageFailure(messageOf(error).split(". ")[0] ?? "", "See: atrio COMMAND --help");
  }
}

/** Runs the command; returns its exit code. */
export async function runCommand(command: Command, words: readonly string[]): Promise<number> {
  const { values, positionals } = parse(command.options ?? {}, words);
  const given = new Map<string, unknown>(Object.entries(values));
  if (given.get("help") === true) {
    process.stdout.write(`${helpOf(command)}\n`);
    return 0;
  }
  const text = (name: string) => {
    const found = given.get(name);
    return typeof found === "string" ? found : undefined;
  };
  const home = openHome(text("home"));
  useInstallation(readNumber(home));
  return command.run({
    home,
    words: positionals,
    text,
    texts: (name) => {
      const found = given.get(name);
      return Array.isArray(found) ? found.map(String) : [];
    },
    flag: (name) => given.get(name) === true,
  });
}

/** Exactly these words, each with the name it has in the usage line. */
export function expectWords(args: Arguments, ...names: string[]): string[] {
  const missing = names[args.words.length];
  if (missing !== undefined) throw new UsageFailure(`${missing} is missing.`, "See: atrio COMMAND --help");
  const extra = args.words[names.length];
  if (extra !== undefined)
    throw new UsageFailure(`"${extra}" is one word too many.`, "See: atrio COMMAND --help");
  return [...args.words];
}

/** The one word the command takes. */
export const expectWord = (args: Arguments, name: string): string => expectWords(args, name)[0] ?? "";
