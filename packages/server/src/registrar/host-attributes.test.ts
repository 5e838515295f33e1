/** A registry whose delegations carry the addresses of hosts below the domain: it has no host objects (RFC 5731, 1.1). */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { carryOut, overriding, startRegistrar, type TestRegistrar } from "../../test/registrar.ts";
import { type Capabilities, RegistryError } from "../registry/backend.ts";
import { readMirror } from "../registry/mirror.ts";

const refuse = () => Promise.reject(new RegistryError("unsupported", "no host objects"));
const attribute = (capabilities: Capabilities): Capabilities => ({
  ...capabilities,
  glue: { ...capabilities.glue, kind: "attribute" },
});

let panel: TestApp;
let registrar: TestRegistrar;
/** Name servers with their addresses, as the registry was last given them. */
let given: readonly string[] = [];
before(async () => {
  panel = await makeApp();
  registrar = startRegistrar(
    panel,
    overriding((local) => ({
      tlds: async () =>
        new Map([...(await local.tlds())].map(([tld, capabilities]) => [tld, attribute(capabilities)])),
      putHost: refuse,
      deleteHost: refuse,
      setNameservers: async (ref, names, hosts) => {
        const used = hosts.filter(({ name }) => names.includes(name));
        for (const host of used) await local.putHost(ref, host);
        const outcome = await local.setNameservers(ref, names, []);
        for (const { name } of (await local.info(ref)).hosts)
          if (!names.includes(name)) await local.deleteHost(ref, name);
        given = names.map((name) =>
          [name, ...used.filter((host) => host.name === name).flatMap(({ ipv4 }) => ipv4)].join(" "),
        );
        return outcome;
      },
    })),
  );
});
after(async () => {
  await registrar.stop();
  await panel.stop();
});

it("hosts are kept by the mirror, and given to the registry with the name servers that they are", async () => {
  const { id, reference } = await panel.addDomain("host.test");
  const host = (address: string) => ({ name: `ns1.${reference}`, ipv4: [address], ipv6: [] });
  const shown = async () => (await readMirror(panel.db, id))?.hosts ?? assert.fail();
  const put = (address: string) => carryOut(panel, { holdingId: id, kind: "putHost", wanted: host(address) });
  const remove = () =>
    carryOut(panel, { holdingId: id, kind: "deleteHost", wanted: { name: host("").name } });
  const nameservers = (names: readonly string[]) =>
    carryOut(panel, {
      holdingId: id,
      kind: "nameservers",
      wanted: { mode: "own", nameservers: names },
    });

  assert.equal((await put("198.51.100.1")).state, "done");
  assert.deepEqual([await shown(), given], [[host("198.51.100.1")], []]);
  assert.equal((await nameservers([`ns1.${reference}`, "ns2.example.net"])).state, "done");
  assert.deepEqual(given, [`ns1.${reference} 198.51.100.1`, "ns2.example.net"]);
  assert.equal((await put("198.51.100.2")).state, "done");
  assert.deepEqual(given, [`ns1.${reference} 198.51.100.2`, "ns2.example.net"]);
  assert.deepEqual(await shown(), [host("198.51.100.2")]);
  const { state, refusal } = await remove();
  assert.deepEqual([state, refusal], ["refused", { kind: "inUse", message: "glue.in_use", fields: [] }]);
  assert.equal((await nameservers(["ns1.example.net", "ns2.example.net"])).state, "done");
  assert.deepEqual(await shown(), [host("198.51.100.2")]);
  const { state: removed, journal_id: entry } = await remove();
  assert.deepEqual([removed, await shown()], ["done", []]);
  assert.notEqual(entry, null);
});
