import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { controlFiles, holdingFiles, lateQueryFiles } from "../build/chunks.ts";

const panel = join(import.meta.dirname, "..");
const dist = mkdtempSync(join(tmpdir(), "atrio-budget-"));
/** Brotli, JavaScript and style sheets. */
const budgets = { login: 20_000, list: 130_000 };

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

/** The files that these need, each once: themselves, and what they import statically. */
function needed(manifest: Record<string, Chunk>, entries: readonly string[]): string[] {
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
  return [...files];
}

const read = (file: string) => readFileSync(join(dist, file), "utf8");
const panelNeeds = (...sources: string[]): string[] => {
  const manifest: Record<string, Chunk> = JSON.parse(read(".vite/manifest.json"));
  return needed(manifest, ["index.html", ...sources]);
};
/** All that a browser fetches for /admin/domain/ in Spanish, but for the pictures and what comes with a press of a button. */
const listPage = () => panelNeeds("src/pages/lists/pages.tsx", "src/i18n/es/lists.json");
const loginPages = ["es", "en", "es-picture", "en-picture", "es-widget", "en-widget"].map(
  (name) => `.login/${name}.html`,
);
/** What the static page names, whichever tag does. */
const loginPage = () => [
  ...new Set(
    loginPages.flatMap((page) => read(page).match(/(?<=(?:href|src)="\/)[^"]+\.(?:js|css)(?=")/g) ?? []),
  ),
];

/** The script in a page itself. */
const inlineBytes = (page: string) =>
  brotliCompressSync(/<script>([^]*?)<\/script>/.exec(read(page))?.[1] ?? assert.fail(`${page} has none`))
    .length;
/** What the server sends: compressed ahead, but for the smallest. */
const sentBytes = (file: string) =>
  readFileSync(join(dist, existsSync(join(dist, `${file}.br`)) ? `${file}.br` : file)).length;

for (const [name, page, files] of [
  ["login", ".login/es.html", loginPage],
  ["list", "index.html", listPage],
] as const)
  test(`the ${name} page takes at most ${budgets[name] / 1000} kB of JavaScript and CSS`, (t) => {
    const sizes = files().map((file): [string, number] => [file, sentBytes(file)]);
    sizes.push([page, inlineBytes(page)]);
    const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
    t.diagnostic(`${(total / 1000).toFixed(1)} kB brotli in ${sizes.length} files`);
    const list = sizes.map(([file, bytes]) => `${bytes} ${file}`).join("\n");
    assert.ok(sizes.length >= 4, list);
    assert.ok(total <= budgets[name], `${total} bytes\n${list}`);
  });

test("the login page's files need no others", () => {
  const named = loginPage();
  for (const file of named.filter((one) => one.endsWith(".js")))
    for (const [, imported] of read(file).matchAll(/(?:from|import)\s?"\.\/([^"]+)"/g))
      assert.ok(named.includes(`assets/${imported}`), `${file} imports ${imported}`);
});

test("each class of the login page is in its style sheets", () => {
  const css = loginPage()
    .filter((file) => file.endsWith(".css"))
    .map(read)
    .join("\n")
    .replaceAll("\\", "");
  /** Named for scripts and for other classes, without a rule of their own. */
  const unstyled = /^(?:group|tabler-icon.*)$/;
  const classes = new Set(
    loginPages.flatMap((page) =>
      [...read(page).matchAll(/class="([^"]+)"/g)].flatMap(([, names]) => names!.split(" ")),
    ),
  );
  assert.ok(classes.size > 50);
  const missing = [...classes].filter((name) => !unstyled.test(name) && !css.includes(`.${name}`));
  assert.deepEqual(missing, []);
});

test("what comes after signing in is named, so that it can be fetched ahead", () => {
  const [, list = ""] = /data-next="([^"]+)"/.exec(read(".login/es.html")) ?? [];
  const next = list.split(" ");
  for (const file of listPage()) assert.ok(next.includes(`/${file}`), `${file} is not fetched ahead`);
});

test("neither dialogs, menus, tables nor the schemas are in the first load", () => {
  const text = panelNeeds().map(read).join("\n");
  for (const mark of ["ZodMini", "react-aria-Modal", "react-aria-Menu"])
    assert.ok(!text.includes(mark), `${mark} is in the first load`);
});

test("each group of chunks has what it is made of: files that are there, and a chunk of its name", () => {
  const late = lateQueryFiles.map((file) => join(panel, "../../node_modules/@tanstack", file));
  assert.deepEqual(
    [...holdingFiles, ...controlFiles, ...late].filter((file) => !existsSync(file)),
    [],
  );
  const manifest: Record<string, Chunk> = JSON.parse(read(".vite/manifest.json"));
  const shared = Object.keys(manifest).filter((key) => key.startsWith("_"));
  const named = [
    "vendor",
    "router",
    "page",
    "shared",
    "first",
    "lists",
    "holding",
    "controls",
    "forms",
    "icons",
  ];
  assert.deepEqual(
    named.filter((name) => !shared.some((key) => key.startsWith(`_${name}-`))),
    [],
  );
});

test("what is sent compressed lies beside its source", () => {
  for (const file of [...listPage(), ...loginPage()].filter((name) => name.startsWith("assets/")))
    if (readFileSync(join(dist, file)).length >= 1024)
      for (const ending of [".br", ".gz"]) assert.ok(existsSync(join(dist, file + ending)), file + ending);
});

test("the pages hold no inline script but the first, and no style, as their content security policy demands", () => {
  for (const page of ["index.html", ...loginPages]) {
    const html = read(page).replace(/<script>.*?<\/script>/, "");
    assert.doesNotMatch(html, /<style|<script(?![^>]*\bsrc=)[^>]*>|\sstyle=|\son\w+=/, page);
    assert.match(html, /rel="preload"[^>]+inter-core-wght-normal/, page);
  }
});
