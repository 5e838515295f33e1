/** A new type of record does not compile until each place that tells types apart knows it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const types = "packages/contract/src/fields/dns/types.ts";
const shown = "packages/server/src/features/dns/shown.ts";
const wantsCase = [
  "packages/contract/src/fields/dns-value.ts",
  "packages/contract/src/fields/dns/limits.ts",
  "packages/server/src/features/dns/list.ts",
  shown,
];

/** The sources with one type more, which DNS knows. */
function copySources(directory: string): void {
  for (const path of ["packages/contract", "packages/server", "tsconfig.base.json"])
    cpSync(join(root, path), join(directory, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  const file = join(directory, types);
  const source = readFileSync(file, "utf8");
  const grown = source.replace('"TXT"] as const', '"TXT", "SSHFP"] as const');
  assert.notEqual(grown, source);
  writeFileSync(file, grown);
  const paths = { "@atrio/contract": ["./packages/contract/src/index.ts"] };
  const config = { extends: "./tsconfig.base.json", compilerOptions: { paths, lib: ["es2025", "dom"] } };
  writeFileSync(
    join(directory, "tsconfig.json"),
    JSON.stringify({ ...config, files: [shown, ...wantsCase] }),
  );
}

test("a new record type is an error at each switch and table", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "atrio-types-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  copySources(directory);
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const args = [compiler, "-p", directory, "--pretty", "false"];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: directory, encoding: "utf8" });
  assert.notEqual(status, 0, "It compiled.");
  for (const file of wantsCase) assert.ok(stdout.includes(`${file}(`), `${file}\n${stdout}`);
});
