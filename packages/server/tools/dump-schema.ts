/**
 * Writes what the migrations make: schema.sql (reviewed in diffs) and src/db/schema.gen.ts (Kysely's types).
 *   node packages/server/tools/dump-schema.ts          writes both
 *   node packages/server/tools/dump-schema.ts --check  exits 1 if either is out of date
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBinaries } from "../src/db/postgres.ts";
import { owner } from "../src/db/roles.ts";
import { startTestCluster } from "../test/database.ts";

const root = join(import.meta.dirname, "..");
const codegen = join(root, "../../node_modules/.bin/kysely-codegen");
const schemas = ["atrio", "pdns", "registry", "registry_dns"];

function dumpSchema(url: string): string {
  const pgDump = join(findBinaries(undefined, "debian").directory, "pg_dump");
  const text = execFileSync(
    pgDump,
    ["--schema-only", "--no-owner", ...schemas.map((schema) => `--schema=${schema}`), url],
    { encoding: "utf8" },
  );
  return text
    .split("\n")
    .filter((line) => !/^(--($| Dumped)|SET |SELECT pg_catalog|\\(un)?restrict)/.test(line))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
    .concat("\n");
}

function generateTypes(url: string): string {
  const directory = mkdtempSync(join(tmpdir(), "atrio-types-"));
  const file = join(directory, "schema.gen.ts");
  execFileSync(
    process.execPath,
    [
      codegen,
      "--dialect",
      "postgres",
      "--url",
      url,
      "--out-file",
      file,
      "--include-pattern",
      "{atrio,registry}.*",
      "--no-domains",
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const text = readFileSync(file, "utf8");
  rmSync(directory, { recursive: true });
  // bigint arrives as a number: db/pool.ts sets the parser
  return text.replaceAll(
    /ColumnType<string, bigint \| number \| string, bigint \| number \| string>/g,
    "number",
  );
}

const cluster = await startTestCluster();
try {
  const url = cluster.url(owner, "template_atrio");
  const files = {
    [join(root, "schema.sql")]: dumpSchema(url),
    [join(root, "src/db/schema.gen.ts")]: generateTypes(url),
  };
  for (const [file, text] of Object.entries(files)) {
    const current = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (current === text) continue;
    if (process.argv.includes("--check")) {
      console.error(`${file} is out of date: run node packages/server/tools/dump-schema.ts`);
      process.exitCode = 1;
    } else {
      writeFileSync(file, text);
      console.log(`wrote ${file}`);
    }
  }
} finally {
  await cluster.stop();
}
