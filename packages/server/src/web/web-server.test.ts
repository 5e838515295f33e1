import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { WebServer } from "./web-server.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-web-server-"));
after(() => rmSync(directory, { recursive: true }));

test("the next change removes what one left that nginx did not take over in time", async () => {
  const server = new WebServer({
    directory,
    configuration: join(directory, "nginx.conf"),
    pidFile: join(directory, "nginx.pid"),
    command: ["/bin/true"],
    uid: 0,
  });
  const generations = join(directory, "generations");
  for (const name of ["before", "left"]) mkdirSync(join(generations, name), { recursive: true });
  await server.adopt(join(generations, "before"));
  const staged = await server.stage([]);
  await server.adopt(staged);
  assert.deepEqual(readdirSync(generations), [basename(staged)]);
});
