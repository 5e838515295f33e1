import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const panel = join(import.meta.dirname, "..");
const dist = mkdtempSync(join(tmpdir(), "atrio-budget-"));
/** The budget: JavaScript and style sheets that the login page needs before it can be used. */
const budgetBytes = 140 * 1000;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** A build of this very code, so that the figure is never an old one's, beside the one that may be in use. */
before(async () => {
  process.env["NODE_ENV"] = "production"; // as `up` builds it; under any other name React brings its development half
  await build({
    root: panel,
    configFile: join(panel, "vite.config.ts"),
    logLevel: "error",
    build: { outDir: dist, emptyOutDir: true },
  });
});
after(() => rmSync(dist, { recursive: true }));

/** The chunks that these need, each once: themselves and what they import statically. */
function needed(manifest: Record<string, Chunk>, entries: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (key: string) => {
    if (visited.has(key)) return;
    visited.add(key);
    const chunk = manifest[key];
    assert.ok(chunk, `${key} is not in the manifest`);
    files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return files;
}

const firstLoad = (): string[] => {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
  return [...needed(manifest, ["index.html"]), "theme.js"];
};
const gzipBytes = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

test("the login page needs at most 140 kB of JavaScript and CSS", (t) => {
  const sizes = firstLoad().map((file): [string, number] => [file, gzipBytes(file)]);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  t.diagnostic(`${(total / 1000).toFixed(1)} kB gzip in ${sizes.length} files`);
  const list = sizes.map(([file, bytes]) => `${bytes} ${file}`).join("\n");
  assert.ok(total <= budgetBytes, `${total} bytes\n${list}`);
});

test("neither dialogs, menus, tables nor the schemas are in the first load", () => {
  const text = firstLoad()
    .map((file) => readFileSync(join(dist, file), "utf8"))
    .join("\n");
  for (const mark of ["ZodMini", "alertdialog", "react-aria-Menu"])
    assert.ok(!text.includes(mark), `${mark} is in the first load`);
});

test("what is sent compressed lies beside its source", () => {
  for (const file of firstLoad().filter((name) => name.startsWith("assets/")))
    if (readFileSync(join(dist, file)).length >= 1024)
      for (const ending of [".br", ".gz"]) assert.ok(existsSync(join(dist, file + ending)), file + ending);
});

test("the page holds no inline script or style, as its content security policy demands", () => {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  assert.doesNotMatch(html, /<style|<script(?![^>]*\bsrc=)[^>]*>|\sstyle=|\son\w+=/);
  assert.match(html, /rel="preload"[^>]+inter-latin-wght-normal/);
});
