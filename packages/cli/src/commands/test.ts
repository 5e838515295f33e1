import { type Command, expectWords } from "../command.ts";
import { Failure, UsageFailure, messageOf } from "../failure.ts";
import { installDebianPackages } from "../install/install.ts";
import {
  browserPackage,
  daemonPackages,
  databasePackage,
  missingPackages,
  toolPackages,
} from "../install/packages.ts";
import { buildPanel } from "../install/panel.ts";
import { isDebian, isRoot } from "../machine.ts";
import { runSuite } from "../suites/run-suite.ts";
import type { Outcome } from "../suites/second-try.ts";
import { type Suite, suites } from "../suites/suites.ts";
import { say, step } from "../terminal.ts";

type Need = Suite["needs"][number];

async function installWanted(names: readonly string[]): Promise<void> {
  if (!isDebian()) throw new Failure("this is no Debian, so the daemons cannot be installed.");
  if (isRoot) return installDebianPackages(names);
  const missing = missingPackages(names);
  if (missing.length > 0) throw new Failure(`${missing.join(", ")} must be installed, as root.`);
}

const provide: Readonly<Record<Need, () => Promise<void>>> = {
  panel: () => step("Panel", buildPanel),
  daemons: () => installWanted([databasePackage, ...daemonPackages]),
  tools: () => installWanted(toolPackages),
  browser: () => installWanted([browserPackage]),
};

/** Once for all suites. Returns what could not be had, and why. */
async function bootstrap(chosen: readonly Suite[]): Promise<Map<Need, string>> {
  const absent = new Map<Need, string>();
  for (const need of new Set(chosen.flatMap(({ needs }) => needs))) {
    try {
      await provide[need]();
    } catch (error) {
      absent.set(need, messageOf(error));
    }
  }
  return absent;
}

function choose(only: string | undefined): readonly Suite[] {
  if (only === undefined) return suites;
  const names = only.split(",");
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown !== undefined)
    throw new UsageFailure(
      `--only ${unknown} is no suite.`,
      `One or more of: ${suites.map(({ name }) => name).join(",")}`,
    );
  return suites.filter(({ name }) => names.includes(name));
}

async function runOne(suite: Suite, absent: ReadonlyMap<Need, string>): Promise<Outcome> {
  const began = performance.now();
  const lacking = suite.needs.map((need) => absent.get(need)).find((reason) => reason !== undefined);
  if (lacking !== undefined) say(`    ✗ ${suite.name} cannot run: ${lacking}`);
  const outcome = lacking === undefined ? await runSuite(suite) : { passed: 0, failed: 1, unsteady: [] };
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { passed, failed, unsteady } = outcome;
  const again = unsteady.length > 0 ? `, ${unsteady.length} of them unsteady` : "";
  say(
    `${failed === 0 ? "ok" : "failed"} ${suite.name}: ${passed} passed${again}, ${failed} failed (${seconds} s)`,
  );
  return outcome;
}

export const test: Command = {
  summary: "Run every test of the product",
  usage: ["test [--only SUITE,…]"],
  help: `
Suites: ${suites.map(({ name }) => name).join(", ")}. As root on Debian it installs what they need.
A suite that cannot run has failed; none is skipped. The last line is \`N passed, N failed\`, before it what
failed and passed when it was tried again stands as \`unsteady: FILE: TEST\`.`,
  options: { only: { type: "string" } },
  async run(args) {
    expectWords(args);
    const chosen = choose(args.text("only"));
    const absent = await bootstrap(chosen);
    const total = { passed: 0, failed: 0 };
    const doubtful: string[] = [];
    for (const suite of chosen) {
      const { passed, failed, unsteady } = await runOne(suite, absent);
      total.passed += passed;
      total.failed += failed;
      doubtful.push(...unsteady);
    }
    if (doubtful.length > 0) say(`\n${doubtful.join("\n")}`);
    say();
    say(`${total.passed} passed, ${total.failed} failed`);
    return total.failed === 0 ? 0 : 1;
  },
};
