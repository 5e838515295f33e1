/** For `node --test`: shows failures as they come, and at the end one line of JSON that says what each file's tests did. */
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import type { FileReport } from "./second-try.ts";

export const reportPrefix = "\u0001report ";

const mostOutput = 20_000;

type Passed = Extract<TestEvent, { type: "test:pass" }>["data"];
type Failed = Extract<TestEvent, { type: "test:fail" }>["data"];

/** Suites (`describe`) are not tests; what was skipped or cancelled has not passed. */
const isTest = ({ details }: Passed | Failed): boolean => details.type !== "suite";

/** What goes wrong in a suite's `before` or `after` is said of the suite alone. */
const isHook = ({ details: { error } }: Failed): boolean =>
  "failureType" in error && error.failureType === "hookFailed";

function failureText(data: Failed): string {
  const { error } = data.details;
  const cause =
    error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : inspect(error.cause ?? error);
  return `    ✗ ${data.name} (${data.file ?? ""}:${data.line ?? ""})\n${cause.replaceAll(/^/gm, "      ")}\n`;
}

const wasRun = ({ skip, todo }: Passed): boolean =>
  (skip === undefined || skip === false) && (todo === undefined || todo === false);

function note(file: FileReport, failure: FileReport["failures"][number]): string {
  file.failures.push(failure);
  return failure.text;
}

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: Record<string, FileReport> = {};
  // a test may be written in a module that several files share
  const of = ({ entryFile, file = "" }: { entryFile?: string; file?: string }): FileReport =>
    (files[entryFile ?? file] ??= { passed: [], failures: [], output: "" });
  for await (const event of source) {
    if (event.type === "test:stdout" || event.type === "test:stderr") {
      const said = of(event.data);
      said.output = (said.output + event.data.message).slice(-mostOutput);
    } else if (event.type === "test:pass" && isTest(event.data)) {
      const { name } = event.data;
      if (wasRun(event.data)) of(event.data).passed.push(name);
      else yield note(of(event.data), { name, text: `    ✗ ${name} was skipped\n`, isTest: true });
    } else if (event.type === "test:fail" && (isTest(event.data) || isHook(event.data))) {
      const { name, file } = event.data;
      // a file that ends early fails under its own name
      const isOne = isTest(event.data) && name !== file;
      yield note(of(event.data), { name, text: failureText(event.data), isTest: isOne });
    }
  }
  yield `${reportPrefix}${JSON.stringify(files)}\n`;
}
