/**
 * `npm run screens`: starts the product with its demo, opens every screen in Chromium and writes docs/screens/. With
 * `--check` it only compares: the pages are what this list makes, and every picture is there.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { indexOf, pageOf, pictureOf, shots } from "./pages.ts";
import { screens } from "./screens.ts";

const folder = join(import.meta.dirname, "../../docs/screens");

const pages: readonly (readonly [file: string, text: string])[] = [
  ["README.md", indexOf(screens)],
  ...screens.map((screen) => [`${screen.id}.md`, pageOf(screen)] as const),
];

function check(): void {
  const stale = pages
    .filter(
      ([file, text]) => !existsSync(join(folder, file)) || readFileSync(join(folder, file), "utf8") !== text,
    )
    .map(([file]) => file);
  const missing = screens
    .flatMap((screen) => shots.map((shot) => pictureOf(screen, shot)))
    .filter((file) => !existsSync(join(folder, file)));
  for (const file of [...stale, ...missing])
    console.error(`docs/screens/${file} is out of date: npm run screens`);
  process.exitCode = stale.length + missing.length > 0 ? 1 : 0;
}

async function make(): Promise<void> {
  const { globalSetup, globalTeardown } = await import("../setup.ts");
  await globalSetup();
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "images"), { recursive: true });
    for (const [file, text] of pages) writeFileSync(join(folder, file), text);
    const { photograph } = await import("./photograph.ts");
    await photograph(folder);
  } finally {
    await globalTeardown();
  }
}

if (process.argv.includes("--check")) check();
else await make();
