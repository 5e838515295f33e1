import assert from "node:assert/strict";
import { test } from "node:test";
import { standsInTheWay } from "./folders.ts";

const said = (...reasons: string[]) =>
  reasons.map((reason) => `mkdir: cannot create directory ‘/home/${reason}\n`).join("");

test("a file in a folder's place is its customer's to move, whatever it is called; a full disk is not", () => {
  assert.ok(standsInTheWay(said("web’: File exists")));
  assert.ok(standsInTheWay(said("No space left on device’: Not a directory", "Disk quota’: File exists")));
  assert.ok(!standsInTheWay(said("web’: No space left on device")));
  assert.ok(!standsInTheWay(said("web’: Read-only file system", "blog’: File exists")));
  assert.ok(!standsInTheWay("bwrap: Can't find source path\n"));
});
