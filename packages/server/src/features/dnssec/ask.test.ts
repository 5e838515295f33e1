import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { permissionKeys } from "@atrio/contract";
import { sql } from "kysely";
import { type FakeNameServer, startNameServer } from "../../../test/fake-name-server.ts";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import { startRegistrar, type TestRegistrar } from "../../../test/registrar.ts";
import { addressRule } from "../glue/addresses.ts";
import type { LookUp } from "../nameserver/world.ts";
import { placesOf } from "./ask.ts";

const everything = Object.fromEntries(permissionKeys.map((key) => [key, "write" as const]));

let panel: TestApp;
let registrar: TestRegistrar;
let inner: FakeNameServer;
let asked = 0;
/** Of a customer who once had it elsewhere. */
const lookUp: LookUp = async () => ({ places: [{ address: inner.address, port: inner.port }] });

before(async () => {
  inner = await startNameServer(() => {
    asked += 1;
    return {};
  });
  panel = await makeApp({ lookUp });
  registrar = startRegistrar(panel);
});
after(async () => {
  await registrar.stop();
  await panel.stop();
  await inner.close();
});

it("asks nothing at an address of an inner network, found by name or by glue", async () => {
  const { id, reference } = await panel.addDomain("inner.test");
  const user = await panel.asUser({ [id]: everything });
  await sql`
    insert into atrio.glue (holding_id, name, ipv4) values (${id}, ${`ns1.${reference}`}, '{10.0.0.5}')`.execute(
    panel.db,
  );
  await sql`
    update atrio.domain set name_servers = ${["ns.example.net", `ns1.${reference}`]}
     where holding_id = ${id}`.execute(panel.db);
  const { data } = await user.call("dnssecStatus", { params: { id } });
  assert.equal(data.status.chain.state, "unknown");
  assert.equal(asked, 0);
  const within = (...allowed: string[]) =>
    placesOf(panel, id, { rule: addressRule(allowed), lookUp }, AbortSignal.timeout(2_000));
  const server = { name: "ns.example.net", address: inner.address, port: inner.port };
  assert.deepEqual(
    [(await within())?.zone, (await within("127.0.0.0/8"))?.zone],
    [
      [
        { name: "ns.example.net", server: null },
        { name: `ns1.${reference}`, server: null },
      ],
      [
        { name: "ns.example.net", server },
        { name: `ns1.${reference}`, server: null },
      ],
    ],
  );
});
