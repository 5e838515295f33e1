/** The part of the conformance suite about name servers, and the hosts below a domain (RFC 5732). */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Host } from "../../src/registry/backend.ts";
import { type Conformance, done, limits, outside, refOf } from "./target.ts";

const hostOf = (name: string, number = 1): Host => ({
  name: `ns${number}.${name}`,
  ipv4: [`198.51.100.${number}`],
  ipv6: [`2001:db8::${number}`],
});

export function delegationConformance(suite: () => Conformance): void {
  describe("name servers", () => {
    it("are set as a whole, again, and none", async () => {
      const name = await suite().domain();
      assert.equal((await suite().info(name)).status, "inactive");
      await suite().twice(name, () => suite().backend.setNameservers(refOf(name), outside, []));
      const others = ["ns3.example.net", ...outside];
      await suite().twice(name, () => suite().backend.setNameservers(refOf(name), others, []));
      assert.deepEqual((await suite().info(name)).nameservers.toSorted(), others.toSorted());
      await suite().twice(name, () => suite().backend.setNameservers(refOf(name), [], []));
      assert.equal((await suite().info(name)).status, "inactive");
    });

    it("are refused where they are too many, or below a domain of the registry without an address", async () => {
      const name = await suite().domain();
      const { backend } = suite();
      await backend.setNameservers(refOf(name), outside, []);
      const many = Array.from({ length: limits.nameservers + 1 }, (_, i) => `ns${i}.example.net`);
      await suite().refused(
        name,
        "policy",
        () => backend.setNameservers(refOf(name), many, []),
        "nameservers",
      );
      const unknown = ["ns1.example.net", `ns1.${name}`];
      await suite().refused(
        name,
        "policy",
        () => backend.setNameservers(refOf(name), unknown, []),
        "nameservers.1",
      );
    });

    it("that many set at once end as one of them left them", async () => {
      const name = await suite().domain();
      const lists = Array.from({ length: 8 }, (_, i) => [`a${i}.example.net`, `b${i}.example.net`]);
      await Promise.all(lists.map((list) => suite().backend.setNameservers(refOf(name), list, [])));
      const { nameservers } = await suite().info(name);
      assert.ok(
        lists.some((list) => String(list) === String(nameservers.toSorted())),
        String(nameservers),
      );
    });
  });

  describe("hosts below a domain", () => {
    it("are made, given other addresses, used and deleted", async () => {
      const name = await suite().domain();
      const { backend } = suite();
      const [first, second] = [hostOf(name, 1), hostOf(name, 2)];
      await suite().twice(name, () => backend.putHost(refOf(name), first));
      await suite().twice(name, () => backend.putHost(refOf(name), second));
      const moved = { ...second, ipv4: ["198.51.100.20", "198.51.100.21"], ipv6: [] };
      await suite().twice(name, () => backend.putHost(refOf(name), moved));
      assert.deepEqual((await suite().info(name)).hosts, [first, moved]);
      const both = [first.name, second.name];
      assert.deepEqual(await backend.setNameservers(refOf(name), both, []), done);
      await suite().refused(name, "inUse", () => backend.deleteHost(refOf(name), second.name));
      assert.deepEqual(await backend.setNameservers(refOf(name), outside, []), done);
      await suite().twice(name, () => backend.deleteHost(refOf(name), second.name));
      assert.deepEqual((await suite().info(name)).hosts, [first]);
    });

    it("stay while another domain uses them, also one that begins to", async () => {
      const [name, other] = [await suite().domain(), await suite().domain()];
      const host = hostOf(name);
      await suite().backend.putHost(refOf(name), host);
      const both = [host.name, "ns2.example.net"];
      const [used, deleted] = await Promise.allSettled([
        suite().backend.setNameservers(refOf(other), both, []),
        suite().backend.deleteHost(refOf(name), host.name),
      ]);
      assert.notEqual(used.status, deleted.status);
      const isThere = (await suite().info(name)).hosts.length === 1;
      assert.equal((await suite().info(other)).nameservers.includes(host.name), isThere);
    });

    it("are refused without an address, elsewhere, and where they are too many", async () => {
      const name = await suite().domain();
      const { backend } = suite();
      const put = (host: Host) => () => backend.putHost(refOf(name), host);
      await suite().refused(name, "policy", put({ ...hostOf(name), ipv4: [], ipv6: [] }), "host.ipv4");
      await suite().refused(name, "input", put({ ...hostOf(name), ipv4: ["198.51.100.300"] }), "host.ipv4");
      await suite().refused(name, "input", put(hostOf("else.example.net")), "host.name");
      for (let number = 1; number <= limits.hosts; number++) await put(hostOf(name, number))();
      await suite().refused(name, "policy", put(hostOf(name, limits.hosts + 1)), "host.name");
    });
  });
}
