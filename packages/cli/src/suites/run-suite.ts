import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../install/run.ts";
import { checkout } from "../machine.ts";
import { say } from "../terminal.ts";
import { countsPrefix } from "./reporter.ts";
import type { Suite } from "./suites.ts";

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

function readCounts(line: string): Outcome {
  const counts: Outcome = JSON.parse(line.slice(countsPrefix.length));
  return counts;
}

const environment = (suite: Suite): NodeJS.ProcessEnv => ({ ...process.env, ...suite.environment });

async function runPrograms(suite: Suite): Promise<Outcome> {
  const outcome = { passed: 0, failed: 0 };
  for (const program of suite.programs ?? []) {
    const { status, tail } = await run(process.execPath, program, {
      cwd: checkout,
      env: environment(suite),
      timeoutMs: suite.timeoutMinutes * 60_000,
    });
    if (status === 0) outcome.passed += 1;
    else {
      outcome.failed += 1;
      say(`    ✗ ${program.join(" ")}\n${tail.replaceAll(/^/gm, "      ")}`);
    }
  }
  return outcome;
}

async function runTests(suite: Suite): Promise<Outcome> {
  const files = globSync([...(suite.tests ?? [])], {
    cwd: checkout,
    exclude: (name) => name.includes("node_modules"),
  });
  if (files.length === 0) {
    say(`    ✗ no test file matches ${suite.tests?.join(", ")}`);
    return { passed: 0, failed: 1 };
  }
  const reporter = join(import.meta.dirname, "reporter.ts");
  let counts: Outcome | undefined;
  const args = [
    "--disable-warning=ExperimentalWarning",
    "--test",
    `--test-concurrency=${suite.atOnce ?? 1}`,
    `--test-reporter=${reporter}`,
    ...(suite.setup === undefined ? [] : [`--test-global-setup=${suite.setup}`]),
  ];
  const clusters = mkdtempSync(join(tmpdir(), "atrio-clusters-"));
  const { tail } = await run(process.execPath, [...args, ...files.toSorted()], {
    cwd: checkout,
    env: { ...environment(suite), ATRIO_TEST_CLUSTERS: clusters },
    timeoutMs: suite.timeoutMinutes * 60_000,
    onLine(line) {
      if (line.startsWith(countsPrefix)) counts = readCounts(line);
      else if (line.trim() !== "") say(line);
    },
  }).finally(() => rmSync(clusters, { recursive: true, force: true }));
  if (counts && counts.passed + counts.failed > 0) return counts;
  say(`    ✗ the suite ended without a result (at most ${suite.timeoutMinutes} minutes)\n${tail}`);
  return { passed: 0, failed: 1 };
}

export const runSuite = (suite: Suite): Promise<Outcome> =>
  suite.programs ? runPrograms(suite) : runTests(suite);
