/** For `node --test`: shows failures as they come, and at the end one line of JSON that says what each file's tests did. */
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import type { FileReport } from "./second-try.ts";

export const reportPrefix = "\u0001report ";

const mostOutput = 20_000;

type Ended = Extract<TestEvent, { type: "test:pass" | "test:fail" }>["data"];

/** Suites (`describe`) are not tests; what was skipped or cancelled has not passed. */
const isTest = (data: Ended): boolean => data.details.type !== "suite";

function failureText(data: Extract<TestEvent, { type: "test:fail" }>["data"]): string {
  const { error } = data.details;
  const cause =
    error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : inspect(error.cause ?? error);
  return `    ✗ ${data.name} (${data.file ?? ""}:${data.line ?? ""})\n${cause.replaceAll(/^/gm, "      ")}\n`;
}

function skippedText({ name, skip, todo }: Extract<TestEvent, { type: "test:pass" }>["data"]): string | null {
  const wasRun = (skip === undefined || skip === false) && (todo === undefined || todo === false);
  return wasRun ? null : `    ✗ ${name} was skipped\n`;
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
    } else if ((event.type === "test:pass" || event.type === "test:fail") && isTest(event.data)) {
      const text = event.type === "test:fail" ? failureText(event.data) : skippedText(event.data);
      if (text === null) of(event.data).passed.push(event.data.name);
      else {
        of(event.data).failures.push({ name: event.data.name, text });
        yield text;
      }
    }
  }
  yield `${reportPrefix}${JSON.stringify(files)}\n`;
}
