/**
 * What every backend of registries must do alike (src/registry/backend.ts). A backend's own test calls
 * `registryConformance` with a registry that is kept for it.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Host, SecDns } from "../../src/registry/backend.ts";
import { contactsConformance } from "./contacts.ts";
import { delegationConformance } from "./delegation.ts";
import { Conformance, account, inAYear, newName, outside, person, refOf, type Target } from "./target.ts";
import { transfersConformance } from "./transfers.ts";

const ds = (keyTag: number, more: Partial<Extract<SecDns, { kind: "ds" }>> = {}): SecDns => ({
  kind: "ds",
  keyTag,
  algorithm: 13,
  digestType: 2,
  digest: "AB".repeat(32),
  ...more,
});
const key = (letter: string): SecDns => ({
  kind: "key",
  flags: 257,
  protocol: 3,
  algorithm: 13,
  publicKey: Buffer.alloc(64, letter).toString("base64"),
});

const hostBelow = (name: string): Host => ({ name: `ns1.${name}`, ipv4: ["198.51.100.1"], ipv6: [] });

const everyWrite = ({ backend }: Conformance, name: string): (() => Promise<unknown>)[] => [
  () => backend.setNameservers(refOf(name), outside, []),
  () => backend.setLock(refOf(name), "transfer", true),
  () => backend.setPrivacy(refOf(name), true),
  () => backend.updateDnssec(refOf(name), { add: [ds(1)], remove: [] }),
  () => backend.putHost(refOf(name), hostBelow(name)),
  () => backend.setContacts(refOf(name), { registrant: { ...person, city: "Vigo" } }),
  () => backend.authCode(refOf(name)),
];

export function registryConformance(open: () => Promise<Target>): void {
  let on: Conformance;
  before(async () => {
    on = new Conformance(await open());
  });
  after(() => on.target.close());

  describe("a domain", () => {
    it("is registered once, by who asks for it again too, and shown as it was asked for", async () => {
      const name = newName(on.target.tlds.full);
      const expiresAt = inAYear();
      const wanted = { name, expiresAt, nameservers: outside, contacts: { registrant: person }, account };
      await on.twice(name, () => on.backend.create(wanted));
      const { registeredAt, contacts, ...state } = await on.info(name);
      assert.ok(registeredAt && Math.abs(registeredAt.getTime() - Date.now()) < 60_000);
      assert.deepEqual({ ...contacts.registrant, identificationNumber: "12345678Z" }, person);
      assert.deepEqual(
        { ...state, nameservers: state.nameservers.toSorted() },
        {
          remoteId: state.remoteId,
          status: "active",
          expiresAt,
          nameservers: outside,
          hosts: [],
          secDns: [],
          locks: { transfer: false, transferByRegistry: false, updateByRegistry: false, block: false },
          privacy: false,
        },
      );
      await on.refused(name, "exists", () => on.backend.create({ ...wanted, account: "else@else.test" }));
    });

    it("goes to one of two who ask at the same moment", async () => {
      const name = newName(on.target.tlds.full);
      const asked = ["one@one.test", "two@two.test"].map((whose) =>
        on.backend.create({ name, expiresAt: inAYear(), nameservers: [], contacts: {}, account: whose }),
      );
      const ends = await Promise.allSettled(asked);
      assert.deepEqual(ends.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    });

    it("that is none is not found, whatever is asked", async () => {
      const none = refOf(newName(on.target.tlds.full));
      const { backend } = on;
      const asked = [
        () => backend.info(none),
        () => backend.setNameservers(none, outside, []),
        () => backend.setLock(none, "block", true),
        () => backend.setPrivacy(none, true),
        () => backend.updateDnssec(none, { add: [ds(1)], remove: [] }),
        () => backend.putHost(none, { name: `ns1.${none.name}`, ipv4: ["192.0.2.1"], ipv6: [] }),
        () => backend.deleteHost(none, `ns1.${none.name}`),
        () => backend.setContacts(none, { registrant: person }),
        () => backend.authCode(none),
        () => backend.transfer(none, "code", "else@else.test"),
      ];
      for (const ask of asked) await assert.rejects(ask, { kind: "notFound" });
    });

    it("is given up with its hosts, and whoever has it next finds nothing of it", async () => {
      const name = newName(on.target.tlds.full);
      const create = () =>
        on.backend.create({ name, expiresAt: inAYear(), nameservers: [], contacts: {}, account: "new" });
      await on.backend.create({
        name,
        expiresAt: inAYear(),
        nameservers: [],
        contacts: { registrant: person },
        account,
      });
      await on.backend.putHost(refOf(name), hostBelow(name));
      await on.backend.setNameservers(refOf(name), [hostBelow(name).name, "ns1.example.net"], []);
      await on.backend.updateDnssec(refOf(name), { add: [ds(1)], remove: [] });
      await on.backend.setLock(refOf(name), "block", true);
      await on.refused(name, "status", () => on.backend.delete(refOf(name)));
      await on.backend.setLock(refOf(name), "block", false);
      const user = await on.domain();
      await on.backend.setNameservers(refOf(user), [hostBelow(name).name, "ns1.example.net"], []);
      await on.refused(name, "inUse", () => on.backend.delete(refOf(name)));
      await on.backend.setNameservers(refOf(user), outside, []);
      for (let times = 0; times < 2; times++)
        assert.deepEqual(await on.backend.delete(refOf(name)), { state: "done" });
      await assert.rejects(() => on.info(name), { kind: "notFound" });
      assert.deepEqual(await create(), { state: "done" });
      const { contacts, hosts, secDns, nameservers } = await on.info(name);
      assert.deepEqual([contacts, hosts, secDns, nameservers], [{}, [], [], []]);
    });

    it("of a top-level domain that is not kept is refused", async () => {
      const name = newName("nowhere");
      const wanted = { name, expiresAt: inAYear(), nameservers: [], contacts: {}, account };
      await assert.rejects(() => on.backend.create(wanted), { kind: "notFound" });
    });
  });

  describe("locks and privacy", () => {
    it("go on and off", async () => {
      const name = await on.domain();
      const { backend } = on;
      await on.twice(name, () => backend.setLock(refOf(name), "transfer", true));
      await on.twice(name, () => backend.setPrivacy(refOf(name), true));
      await on.twice(name, () => backend.setLock(refOf(name), "block", true));
      const { locks, privacy } = await on.info(name);
      const byRegistry = { transferByRegistry: false, updateByRegistry: false };
      assert.deepEqual([locks, privacy], [{ transfer: true, ...byRegistry, block: true }, true]);
      await on.twice(name, () => backend.setLock(refOf(name), "block", false));
      await on.twice(name, () => backend.setLock(refOf(name), "transfer", false));
      await on.twice(name, () => backend.setPrivacy(refOf(name), false));
    });

    it("a blocked domain takes no change but the removal of the block", async () => {
      const name = await on.domain();
      await on.backend.setLock(refOf(name), "block", true);
      for (const write of everyWrite(on, name)) await on.refused(name, "status", write);
      await on.twice(name, () => on.backend.setLock(refOf(name), "block", false));
      for (const write of everyWrite(on, name)) await write();
    });

    it("a domain that the registry closed takes none at all", async () => {
      const name = await on.domain();
      await on.backend.setLock(refOf(name), "block", true);
      await on.target.prohibit(name, "update");
      assert.equal((await on.info(name)).locks.updateByRegistry, true);
      for (const write of everyWrite(on, name)) await on.refused(name, "status", write);
      await on.refused(name, "status", () => on.backend.setLock(refOf(name), "block", false));
    });
  });

  describe("DNSSEC", () => {
    it("changes by what comes and goes, and again", async () => {
      const name = await on.domain();
      const change = (add: SecDns[], remove: SecDns[]) => () =>
        on.backend.updateDnssec(refOf(name), { add, remove });
      await on.twice(name, change([ds(1), ds(2)], []));
      await on.twice(name, change([ds(3)], [ds(1), ds(9)]));
      assert.deepEqual((await on.info(name)).secDns, [ds(2), ds(3)]);
      await on.twice(name, change([], [ds(2), ds(3)]));
    });

    it("takes key data where the registry makes the DS itself", async () => {
      const name = await on.domain(on.target.tlds.key);
      const add = [key("a"), key("b")];
      await on.twice(name, () => on.backend.updateDnssec(refOf(name), { add, remove: [] }));
      await on.twice(name, () => on.backend.updateDnssec(refOf(name), { add: [], remove: [key("a")] }));
      assert.deepEqual((await on.info(name)).secDns, [key("b")]);
      const other = () => on.backend.updateDnssec(refOf(name), { add: [ds(1)], remove: [key("b")] });
      await on.refused(name, "policy", other, "secDns.kind");
    });

    it("is refused as a whole where a part of it is", async () => {
      const name = await on.domain();
      await on.backend.updateDnssec(refOf(name), { add: [ds(1)], remove: [] });
      const add =
        (...records: SecDns[]) =>
        () =>
          on.backend.updateDnssec(refOf(name), { add: records, remove: [ds(1)] });
      await on.refused(name, "policy", add(ds(2), ds(3, { algorithm: 1 })), "secDns.algorithm");
      await on.refused(
        name,
        "policy",
        add(ds(3, { digestType: 1, digest: "AB".repeat(20) })),
        "secDns.digestType",
      );
      await on.refused(name, "input", add(ds(3, { digest: "AB" })), "secDns.digest");
      await on.refused(name, "policy", add(ds(2), ds(3), ds(4), ds(5)), "secDns");
    });
  });

  describe("what a top-level domain does not offer", () => {
    it("is unsupported, and said beforehand", async () => {
      const { sparse } = on.target.tlds;
      const offered = (await on.backend.tlds()).get(sparse) ?? assert.fail();
      assert.deepEqual(
        [offered.locks, offered.privacy, offered.authCode, offered.dnssec.kind, offered.contacts],
        [
          { transfer: false, block: false },
          false,
          "none",
          "none",
          { roles: ["registrant"], ownerChange: "none" },
        ],
      );
      const name = await on.domain(sparse);
      const { backend } = on;
      await on.refused(name, "unsupported", () => backend.setLock(refOf(name), "transfer", true));
      await on.refused(name, "unsupported", () => backend.setLock(refOf(name), "block", true));
      await on.refused(name, "unsupported", () => backend.setPrivacy(refOf(name), true));
      await on.refused(name, "unsupported", () => backend.authCode(refOf(name)));
      const add = [ds(1)];
      await on.refused(
        name,
        "policy",
        () => backend.updateDnssec(refOf(name), { add, remove: [] }),
        "secDns.kind",
      );
      await on.refused(name, "policy", () => backend.setContacts(refOf(name), { admin: person }), "admin");
    });
  });

  delegationConformance(() => on);
  contactsConformance(() => on);
  transfersConformance(() => on);
}
