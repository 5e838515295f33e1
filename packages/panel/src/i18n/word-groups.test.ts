/** A page brings only the words of its groups (src/routes.tsx): whatever else it said would be shown as a bare id. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const source = join(import.meta.dirname, "..");
const first = ["ui", "shell", "login"];

const idsOf = (group: string): string[] => {
  const file = group === "contract" ? "../../contract/src/messages/es.json" : `i18n/es/${group}.json`;
  const messages: Record<string, string> = JSON.parse(readFileSync(join(source, file), "utf8"));
  return Object.keys(messages);
};
/** What is said: whole ids, and the beginnings of composed ones. */
const saidIn = (files: string): string[] =>
  globSync(files, { cwd: source }).flatMap((file) =>
    [...readFileSync(join(source, file), "utf8").matchAll(/\bt\(\s*(?:"([^"]+)"|`([^`$]+)\$\{)/g)].map(
      ([, whole, beginning]) => whole ?? `${beginning}…`,
    ),
  );

const pages: readonly [files: string, groups: readonly string[]][] = [
  ["shell/*.tsx", []],
  ["ui/*.tsx", []],
  // The words of errors come with the first error (src/api/client.ts).
  ["session/*.tsx", ["contract"]],
  ["pages/NotFoundPage.tsx", []],
  ["pages/login/*.tsx", ["login-page", "contact"]],
  ["pages/lists/*.tsx", ["lists"]],
  ["pages/dashboard/*.tsx", ["dashboard", "pages"]],
  ["pages/holding/*.tsx", ["holding", "contract"]],
  ["pages/holding/domain/**/*.ts*", ["holding", "domain", "contract"]],
  ["pages/holding/dns/*.ts*", ["holding", "dns", "contract"]],
  ["pages/holding/mail/**/*.ts*", ["holding", "mail", "contract"]],
  ["pages/holding/hosting/**/*.ts*", ["holding", "hosting", "contract"]],
];
for (const [files, groups] of pages)
  test(`${files} says nothing that it does not bring`, () => {
    const ids = [...first, ...groups].flatMap(idsOf);
    const said = saidIn(files);
    assert.ok(said.length > 0);
    const unknown = said.filter((id) =>
      id.endsWith("…") ? !ids.some((known) => known.startsWith(id.slice(0, -1))) : !ids.includes(id),
    );
    assert.deepEqual(unknown, []);
  });

test("every message is said somewhere", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: source, exclude: ["**/*.test.ts"] });
  const code = files.map((file) => readFileSync(join(source, file), "utf8")).join("\n");
  const whole = new Set([...code.matchAll(/"([^"\n]*)"/g)].map(([, id]) => id));
  const beginnings = [...code.matchAll(/`([a-z_]+\.[^`$\s]*)\$\{/g)].map(([, beginning]) => beginning ?? "");
  const groups = globSync("*.json", { cwd: join(source, "i18n/es") }).map((file) =>
    file.replace(".json", ""),
  );
  const unsaid = groups
    .flatMap(idsOf)
    .filter((id) => !whole.has(id) && !beginnings.some((beginning) => id.startsWith(beginning)));
  assert.deepEqual(unsaid, []);
});
