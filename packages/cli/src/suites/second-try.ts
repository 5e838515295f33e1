/** Files that failed are tried once more, alone: docs/decisions/0024-a-second-try.md. */
import { relative, resolve } from "node:path";
import { checkout } from "../machine.ts";

export interface FileReport {
  /** Names of tests. */
  readonly passed: string[];
  /** Of tests, of what frames a suite of them, and of the file. */
  readonly failures: { readonly name: string; readonly text: string; readonly isTest: boolean }[];
  /** The end of what the file itself wrote. */
  output: string;
}
/** By the files' paths. */
export type Report = Readonly<Record<string, FileReport>>;

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** A text for each test that failed and passed when it was tried again. */
  readonly unsteady: readonly string[];
}

/** When more files fail, it is the product. */
const mostFiles = 5;

export const countsOf = (report: Report): Outcome => ({
  passed: Object.values(report).reduce((sum, { passed }) => sum + passed.length, 0),
  failed: Object.values(report).reduce((sum, { failures }) => sum + failures.length, 0),
  unsteady: [],
});

/** The files below `directory` that failed, where trying them again would say something. */
export function worthAnother(report: Report, directory: string | undefined): readonly string[] {
  if (directory === undefined) return [];
  const failed = Object.keys(report).filter((file) => report[file]!.failures.length > 0);
  if (failed.length > mostFiles) return [];
  return failed.filter((file) => file.startsWith(`${resolve(checkout, directory)}/`));
}

/** Whether each test that the file had was run again, and nothing failed then. */
function hasPassedNow(first: FileReport, second: FileReport): boolean {
  const failed = first.failures.filter(({ isTest }) => isTest).map(({ name }) => name);
  const wanted = [...first.passed, ...failed];
  return (
    second.failures.length === 0 &&
    second.passed.length > 0 &&
    wanted.every((name) => second.passed.includes(name))
  );
}

function unsteadyTexts(file: string, { failures, output }: FileReport): string[] {
  const written = output.trim() === "" ? "" : `      it wrote:\n${output.replaceAll(/^/gm, "        ")}\n`;
  return failures.map(
    ({ name, text }) => `unsteady: ${relative(checkout, file)}: ${name}\n${text}${written}`,
  );
}

/** What counts of a file is its second try where that passed, its first one else. */
export function settle(first: Report, second: Report): Outcome {
  const settled: Record<string, FileReport> = { ...first };
  const unsteady: string[] = [];
  for (const [file, before] of Object.entries(first)) {
    const again = second[file];
    if (before.failures.length === 0 || !again || !hasPassedNow(before, again)) continue;
    settled[file] = again;
    unsteady.push(...unsteadyTexts(file, before));
  }
  return { ...countsOf(settled), unsteady };
}
