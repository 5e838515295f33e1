import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addAccount, signIn, withoutCaptcha } from "../../test/helpers/account.ts";
import { type DnsPanel, makeDnsPanel, type TestZone } from "../../test/dns.ts";

let dns: DnsPanel;
let held: Promise<void>;
before(async () => {
  dns = await makeDnsPanel({
    waitMilliseconds: 1_000,
    handlers: {
      dnsDelete: async ({ change }) => {
        await held;
        change.unchanged();
        return { data: { undo: null } };
      },
    },
  });
  await withoutCaptcha(dns.panel);
});
after(() => dns.stop());

const create = async ({ id, writer }: TestZone, n: number) =>
  (
    await writer.call("dnsCreate", {
      params: { id },
      input: { type: "A", zona: `host${n}`, value: "192.0.2.1" },
    })
  ).status;
const range = (length: number) => Array.from({ length }, (_, n) => n);

test("100 creates of one tenant at once are all done, and another tenant's meanwhile", async () => {
  const busy = await dns.addZone("busy.test");
  const other = await dns.addZone("other.test");
  // Sessions that were not used for a while are noted as used first, by the connections for changes.
  await dns.panel.db
    .updateTable("atrio.session")
    .set({ last_seen_at: new Date(Date.now() - 5 * 60_000) })
    .execute();
  let done = 0;
  const flood = range(100).map(async (n) => {
    const status = await create(busy, n);
    done += 1;
    return status;
  });
  const others = await Promise.all(range(10).map((n) => create(other, n)));
  assert.ok(done < 100);
  assert.deepEqual(new Set(others), new Set([200]));
  assert.deepEqual(new Set(await Promise.all(flood)), new Set([200]));
});

test("beyond 100 that wait a change is told to come back; who signs in is not", async () => {
  const account = await addAccount(dns.panel);
  const { id, writer } = await dns.addZone("held.test");
  const release = Promise.withResolvers<void>();
  held = release.promise;
  const told = Promise.withResolvers<string>();
  const flood = range(105).map(async (zid) => {
    const { status, system, headers } = await writer.call("dnsDelete", { params: { id, zid: zid + 1 } });
    if (status === 429) told.resolve(`${system.statusCode} ${headers["retry-after"]}`);
    return status;
  });
  assert.equal(await told.promise, "103 5");
  assert.equal((await signIn(dns.panel, account)).status, 200);
  const other = await dns.addZone("free.test");
  assert.equal(await create(other, 1), 200);
  release.resolve();
  const statuses = await Promise.all(flood);
  assert.equal(statuses.filter((status) => status === 200).length, 102);
  assert.equal(statuses.filter((status) => status === 429).length, 3);
  assert.equal((await writer.call("dnsDelete", { params: { id, zid: 1 } })).status, 200);
});
