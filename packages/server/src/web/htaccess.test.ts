import assert from "node:assert/strict";
import { it } from "node:test";
import { storedProblems } from "../features/htaccess/reasons.ts";
import { problemsOf } from "./htaccess.ts";
import { type Reading, readRules } from "./htaccess-reading.ts";

const reading = (contents: Reading["contents"], bounds: Partial<Reading> = {}): Reading => ({
  contents,
  none: new Set(),
  mostPatterns: 10,
  mostProblems: 10,
  ...bounds,
});
const longest = 30_000;
/** What is told of the words of one file. */
async function told(content: Buffer, path = "/public_html/.htaccess") {
  const [read] = await readRules(reading([content]), longest);
  return problemsOf({ path, kind: "f", isReadable: true, content }, read);
}

it("tells of each file in its order what is not followed, and its patterns once", async () => {
  const contents = ["Blah on\nRedirectMatch a /b", "RedirectMatch a /b\nRedirectMatch c /d", ""];
  const read = await readRules(
    reading(
      contents.map((content) => Buffer.from(content)),
      { none: new Set(["c"]) },
    ),
    longest,
  );
  assert.deepEqual(
    read.map(({ problems, patterns }) => [problems.map(({ line, reason }) => `${line} ${reason}`), patterns]),
    [
      [["1 unknown"], ["a"]],
      [["2 pattern"], []],
      [[], []],
    ],
  );
});

it("stops where enough is known", async () => {
  const contents = Array.from({ length: 4 }, (_, index) => Buffer.from(`RedirectMatch ${index} /\nBlah on`));
  const read = await readRules(reading(contents, { mostPatterns: 1, mostProblems: 2 }), longest);
  assert.deepEqual(
    read.map(({ patterns }) => patterns),
    [["0"], ["1"], []],
  );
});

it("is ended in the middle of what takes too long, while others' work goes on", async () => {
  const endless = Buffer.from("RewriteRule a b [E=a:b]\n".repeat(5_000_000));
  const read = await readRules(reading([endless, Buffer.from("Blah on")]), 1000);
  assert.deepEqual(read, []);
});

it("is ended when the worker stops", async () => {
  await assert.rejects(readRules(reading([Buffer.from("Blah on")]), longest, AbortSignal.abort()), {
    name: "AbortError",
  });
});

it("shows the words of a file in UTF-16", async () => {
  const problems = await told(Buffer.from("\u{FEFF}Blah on\r\n", "utf16le"));
  assert.deepEqual(
    storedProblems.parse(problems).map(({ directive }) => directive),
    [String.raw`��B\u{0}l\u{0}a\u{0}h\u{0}`, String.raw`\u{0}`],
  );
});

it("shows nothing that is half a character", async () => {
  const [problem] = await told(
    Buffer.from(`<${"a".repeat(62)}\u{1F600}bc`),
    `/${"a".repeat(998)}\u{1F600}/.htaccess`,
  );
  assert.equal(problem?.directive, `<${"a".repeat(62)}\u{FFFD}…`);
  assert.equal(problem?.file, `/${"a".repeat(998)}\u{FFFD}…`);
});
