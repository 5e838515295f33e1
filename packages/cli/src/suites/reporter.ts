/** For `node --test`: shows failures as they come, and at the end one line of JSON with the counts. */
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

export const countsPrefix = "\u0001counts ";

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Suites (`describe`) are not tests; what was skipped or cancelled has not passed. */
const isTest = (data: { readonly details: { readonly type?: string } }): boolean =>
  data.details.type !== "suite";

function failureText(data: Extract<TestEvent, { type: "test:fail" }>["data"]): string {
  const { error } = data.details;
  const cause =
    error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : inspect(error.cause ?? error);
  return `    ✗ ${data.name} (${data.file ?? ""}:${data.line ?? ""})\n${cause.replaceAll(/^/gm, "      ")}\n`;
}

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0 };
  for await (const event of source) {
    if (event.type === "test:pass" && isTest(event.data)) {
      const { skip, todo } = event.data;
      const wasRun = (skip === undefined || skip === false) && (todo === undefined || todo === false);
      counts[wasRun ? "passed" : "failed"] += 1;
      if (!wasRun) yield `    ✗ ${event.data.name} was skipped\n`;
    } else if (event.type === "test:fail" && isTest(event.data)) {
      counts.failed += 1;
      yield failureText(event.data);
    }
  }
  yield `${countsPrefix}${JSON.stringify(counts satisfies Counts)}\n`;
}
