import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { permissionKeys } from "@atrio/contract";
import { type FakeNameServer, startNameServer } from "../../../test/fake-name-server.ts";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import { startRegistrar, type TestRegistrar } from "../../../test/registrar.ts";

const everything = Object.fromEntries(permissionKeys.map((key) => [key, "write" as const]));

let panel: TestApp;
let registrar: TestRegistrar;
let server: FakeNameServer;
/** The domains that are being asked for, and the most that were at once. */
const asked = new Map<string, number>();
let most = 0;

const count = (name: string, by: number): void => {
  const now = (asked.get(name) ?? 0) + by;
  if (now === 0) asked.delete(name);
  else asked.set(name, now);
  most = Math.max(most, asked.size);
};

before(async () => {
  panel = await makeApp();
  server = await startNameServer(async ({ name }) => {
    count(name, 1);
    await sleep(100);
    count(name, -1);
    return {};
  });
  const { address, port } = server;
  await panel.db
    .insertInto("atrio.name_server")
    .values({ position: 1, name: "ns1.names.example", address, port })
    .execute();
  await panel.db
    .insertInto("atrio.registry_server")
    .values({ backend: "local", name: "nic.test", address, port })
    .execute();
  registrar = startRegistrar(panel);
});
after(async () => {
  await registrar?.stop();
  await panel?.stop();
  await server?.close();
});

it("looks at eight domains of a user at once; the others wait, those of another user do not", async () => {
  const ids: number[] = [];
  for (let at = 0; at < 20; at++) ids.push((await panel.addDomain(`status${at}.test`)).id);
  const grants = Object.fromEntries(ids.map((id) => [id, everything]));
  const [one, other] = [await panel.asUser(grants), await panel.asUser(grants)];
  const lookAt = async (user: typeof one, some: readonly number[]) => {
    const replies = await Promise.all(some.map((id) => user.call("dnssecStatus", { params: { id } })));
    for (const { status, body } of replies) assert.equal(status, 200, body);
  };
  await lookAt(one, ids);
  assert.equal(most, 8);
  await sleep(3_100); // what was seen is kept so long
  most = 0;
  await Promise.all([lookAt(one, ids.slice(0, 12)), lookAt(other, ids.slice(12))]);
  assert.ok(most > 8, String(most));
});
