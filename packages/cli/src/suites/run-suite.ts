import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { run } from "../install/run.ts";
import { checkout } from "../machine.ts";
import { say } from "../terminal.ts";
import { reportPrefix } from "./reporter.ts";
import { type Outcome, type Report, countsOf, settle, worthAnother } from "./second-try.ts";
import type { Suite } from "./suites.ts";

const oneFailure: Outcome = { passed: 0, failed: 1, unsteady: [] };

function readReport(line: string): Report {
  const report: Report = JSON.parse(line.slice(reportPrefix.length));
  return report;
}

const environment = (suite: Suite): NodeJS.ProcessEnv => ({ ...process.env, ...suite.environment });

/** Each on its own: they have nothing to do with each other. */
async function runPrograms(suite: Suite): Promise<Outcome> {
  const ends = await Promise.all(
    (suite.programs ?? []).map(async (program) => {
      const { status, tail } = await run(process.execPath, program, {
        cwd: checkout,
        env: environment(suite),
        timeoutMs: suite.timeoutMinutes * 60_000,
      });
      if (status !== 0) say(`    ✗ ${program.join(" ")}\n${tail.replaceAll(/^/gm, "      ")}`);
      return status === 0;
    }),
  );
  const passed = ends.filter(Boolean).length;
  return { passed, failed: ends.length - passed, unsteady: [] };
}

/** What each file did; nothing where the run ended before it could say. */
async function runFiles(suite: Suite, files: readonly string[], atOnce: number): Promise<Report> {
  const reporter = join(import.meta.dirname, "reporter.ts");
  let report: Report = {};
  const args = [
    "--disable-warning=ExperimentalWarning",
    "--test",
    `--test-concurrency=${atOnce}`,
    `--test-reporter=${reporter}`,
    ...(suite.setup === undefined ? [] : [`--test-global-setup=${suite.setup}`]),
  ];
  const clusters = mkdtempSync(join(tmpdir(), "atrio-clusters-"));
  const { tail } = await run(process.execPath, [...args, ...files], {
    cwd: checkout,
    env: { ...environment(suite), ATRIO_TEST_CLUSTERS: clusters },
    timeoutMs: suite.timeoutMinutes * 60_000,
    onLine(line) {
      if (line.startsWith(reportPrefix)) report = readReport(line);
      else if (line.trim() !== "") say(line);
    },
  }).finally(() => rmSync(clusters, { recursive: true, force: true }));
  const { passed, failed } = countsOf(report);
  if (passed + failed === 0)
    say(`    ✗ the suite ended without a result (at most ${suite.timeoutMinutes} minutes)\n${tail}`);
  return report;
}

async function runTests(suite: Suite): Promise<Outcome> {
  const files = globSync([...(suite.tests ?? [])], {
    cwd: checkout,
    exclude: (name) => name.includes("node_modules"),
  });
  if (files.length === 0) {
    say(`    ✗ no test file matches ${suite.tests?.join(", ")}`);
    return oneFailure;
  }
  const first = await runFiles(suite, files.toSorted(), suite.atOnce ?? 1);
  const counts = countsOf(first);
  if (counts.passed + counts.failed === 0) return oneFailure;
  const again = worthAnother(first, suite.secondTry);
  if (again.length === 0) return counts;
  say(`    once more, alone: ${again.map((file) => relative(checkout, file)).join(", ")}`);
  return settle(first, await runFiles(suite, again, 1));
}

export const runSuite = (suite: Suite): Promise<Outcome> =>
  suite.programs ? runPrograms(suite) : runTests(suite);
