/** Rules of the house that the compiler and the linter do not check. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { permissionKeys } from "@atrio/contract";

const root = join(import.meta.dirname, "..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const sources = tracked.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".gen.ts"));
const isTest = (file: string) => /\.(test|e2e)\.ts$/.test(file);
const imports = (file: string) =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);

test("files stay under their limit of lines", () => {
  const long = tracked
    .filter((file) => /\.(ts|tsx|css|sql)$/.test(file) && !/\.gen\.|schema\.sql$/.test(file))
    .map((file) => ({ file, lines: read(file).split("\n").length - 1 }))
    .filter(({ file, lines }) => lines > (isTest(file) ? 400 : 300));
  assert.deepEqual(long, []);
});

test("the panel does not import the server, and the contract imports neither", () => {
  const wrong = sources
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      imports(file)
        .filter(
          (name) =>
            (file.startsWith("packages/panel/src/") && /@atrio\/(server|cli)|\/server\//.test(name)) ||
            (file.startsWith("packages/contract/src/") &&
              /@atrio\/|^node:|\/(server|panel|cli)\//.test(name)),
        )
        .map((name) => `${file} imports ${name}`),
    );
  assert.deepEqual(wrong, []);
});

test("a feature does not import another feature's routes", () => {
  const wrong = sources
    .filter((file) => file.startsWith("packages/server/src/features/"))
    .flatMap((file) => imports(file).map((name) => ({ file, name })))
    .filter(({ name }) => /\.\.\/\w+\/routes\.ts$/.test(name));
  assert.deepEqual(wrong, []);
});

test("no page of the panel spells a permission key: it asks the contract what a call needs", () => {
  const composed = permissionKeys.filter((key) => key.includes("_"));
  const wrong = sources
    .filter((file) => /^packages\/panel\/src\/(pages|ui|form)\//.test(file))
    .filter((file) => composed.some((key) => read(file).includes(`"${key}"`)));
  assert.deepEqual(wrong, []);
});

test("only one component draws HTML that React did not make, and it sanitises", () => {
  const drawing = sources
    .filter((file) => file.startsWith("packages/panel/src/"))
    .filter((file) => /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML/.test(read(file)));
  assert.deepEqual(drawing, ["packages/panel/src/ui/Html.tsx"]);
  assert.match(read(drawing[0]!), /__html: clean\b/);
});

test("each pair of catalogues has the same keys in both languages", () => {
  const spanish = tracked.filter((file) => /(messages\/es\.json|i18n\/es\/.*\.json)$/.test(file));
  assert.ok(spanish.length > 1);
  for (const file of spanish) {
    const english = file.replace("messages/es.json", "messages/en.json").replace("i18n/es/", "i18n/en/");
    const keys = (name: string) => {
      const catalogue: Record<string, string> = JSON.parse(read(name));
      return Object.keys(catalogue).toSorted();
    };
    assert.deepEqual(keys(english), keys(file), english);
  }
});

test("nothing is left for later, switched off or silenced", () => {
  const marks = /\bTODO\b|FIXME|@ts-ignore|(?:oxlint|eslint)-disable/;
  const skips = /\b(test|it|describe)\.(skip|only|todo)\(/;
  const wrong = sources
    .filter((file) => file !== "test/house-rules.test.ts")
    .filter((file) => marks.test(read(file)) || skips.test(read(file)));
  assert.deepEqual(wrong, []);
});

test("every link in the documentation leads to a file", () => {
  const broken = tracked
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => ({
        file,
        target: match[1]!,
      })),
    )
    .filter(({ file, target }) => !existsSync(join(root, file, "..", target)));
  assert.deepEqual(broken, []);
});
