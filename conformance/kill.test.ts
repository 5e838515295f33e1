/** An installation after kill -9 of each part, and of all. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Ready,
  dig,
  isUp,
  makeHome,
  pidOf,
  removeHome,
  services,
  startDemo,
  succeed,
  until,
} from "./installation.ts";

const home = makeHome();
let ready: Ready;
before(async () => {
  ready = await startDemo(home);
});
after(() => removeHome(home));

for (const name of services)
  test(`${name} comes back by itself`, async () => {
    const pid = pidOf(home, name);
    process.kill(pid, "SIGKILL");
    await until(`${name} has another process`, 60, () => pidOf(home, name) !== pid);
    await until("everything answers", 60, () => isUp(home));
  });

test("up brings the supervisor back", async () => {
  process.kill(pidOf(home, "supervisor"), "SIGKILL");
  await succeed(home, ["up", "--detach"]);
  assert.ok(await isUp(home));
});

test("up brings everything back at once", async () => {
  for (const name of ["supervisor", ...services]) process.kill(pidOf(home, name), "SIGKILL");
  await succeed(home, ["up", "--detach"]);
  assert.equal(dig(ready.services.dns2, "atrio.test", "A"), "192.0.2.10");
});
