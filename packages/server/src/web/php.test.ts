/** What phpd is told, without phpd: it answers with what the test says, and has the sockets that the test makes. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PhpRefused, openPhp } from "./php.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-php-"));
const place = { directory, phpRun: join(directory, "run"), phpTemplates: join(directory, "templates") };
const php = openPhp(place);
const php8 = { version: "8.4" };

let answer = "ok";
const phpd = createServer((client) => client.once("data", () => client.end(`${answer}\n`)));
const hearsOf = (holdingId: number) => writeFileSync(join(place.phpRun, `${holdingId}.apache`), "");

before(async () => {
  for (const name of ["php", "run", "templates"]) mkdirSync(join(directory, name));
  for (const name of ["service", "fpm.conf"])
    writeFileSync(join(place.phpTemplates, name), "@ID@ @VERSION@\n");
  await new Promise<void>((resolve) => void phpd.listen(join(place.phpRun, "control.sock"), resolve));
});
after(() => {
  phpd.close();
  rmSync(directory, { recursive: true });
});

test("a service is known when its files are whole and phpd has heard of it", async () => {
  await php.apply({ holdingId: 1, ...php8 });
  hearsOf(1);
  assert.deepEqual([...(await php.known())], [1]);
});

test("one whose making was cut short is not known until it is made whole", async () => {
  // the disk was full, or the worker was killed, before the last file
  mkdirSync(join(directory, "php/2"));
  writeFileSync(join(directory, "php/2/service"), "2 8.4\n");
  hearsOf(2);
  assert.ok(!(await php.known()).has(2));
  await php.apply({ holdingId: 2, ...php8 });
  assert.ok((await php.known()).has(2));
});

test("nor is one that phpd did not take", async () => {
  answer = "failed no socket";
  await assert.rejects(php.apply({ holdingId: 3, ...php8 }), PhpRefused);
  assert.ok(!(await php.known()).has(3));
});
