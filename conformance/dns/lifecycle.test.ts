/** Zones that come and go, and everything that may fail: each daemon killed, the database away. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { dig, digUntil, rcode, until } from "./ask.ts";
import { type Stack, type Zone, addRecord, addZone, startStack } from "./stack.ts";

let stack: Stack;
let zone: Zone;
let count = 0;

before(async () => {
  stack = await startStack();
  zone = await addZone(stack.db, "life.test");
  await digUntil(stack.ns2, ["life.test", "A"], (found) => found !== "");
});
after(() => stack?.stop());

/** A new record is answered by both, without anything being restarted. */
async function changeReachesBoth(): Promise<void> {
  const name = `n${++count}`;
  await addRecord(stack.api, zone, { name, type: "A", value: "192.0.2.1" });
  for (const port of [stack.ns1, stack.ns2])
    await digUntil(port, [`${name}.life.test`, "A"], (found) => found === "192.0.2.1", 20_000);
}

describe("zones", () => {
  test("a new one reaches both name servers", async () => {
    await addZone(stack.db, "young.test");
    for (const port of [stack.ns1, stack.ns2])
      await digUntil(port, ["young.test", "A"], (found) => found === "192.0.2.80");
  });

  test("one that is removed is gone from both, and can come back", async () => {
    await stack.db.query("delete from atrio.holding where reference = 'young.test'");
    for (const port of [stack.ns1, stack.ns2])
      await until(
        () => rcode(port, "young.test", "A"),
        (found) => found === "REFUSED",
      );
    const again = await addZone(stack.db, "young.test");
    await addRecord(stack.api, again, { name: "new", type: "A", value: "192.0.2.5" });
    for (const port of [stack.ns1, stack.ns2])
      await digUntil(port, ["new.young.test", "A"], (found) => found === "192.0.2.5");
  });

  test("a hundred at once", async () => {
    await stack.db.query(
      `with h as (insert into atrio.holding (reference, service_kind, service_expires_at)
                  select 'many' || n || '.test', 'parking', now() + interval '1 year' from generate_series(1, 100) n
                  returning id)
       select count(*) from h`,
    );
    await stack.db.query("select atrio.dns_zone_create(id) from atrio.holding where reference like 'many%'");
    for (const n of [1, 50, 100])
      for (const port of [stack.ns1, stack.ns2])
        await digUntil(port, [`many${n}.test`, "A"], (found) => found === "192.0.2.80", 20_000);
  });
});

describe("kill -9", () => {
  for (const name of ["pdns", "knot", "dnsd"] as const)
    test(`of ${name}: changes before, meanwhile and after arrive`, async () => {
      await changeReachesBoth();
      await stack[name].end("SIGKILL");
      const missed = await addRecord(stack.api, zone, {
        name: `${name}-down`,
        type: "A",
        value: "192.0.2.3",
      });
      assert.ok(missed > 0);
      stack[name].start();
      for (const port of [stack.ns1, stack.ns2])
        await digUntil(port, [`${name}-down.life.test`, "A"], (found) => found === "192.0.2.3", 20_000);
      await changeReachesBoth();
    });
});

describe("the database away for five seconds", () => {
  test("name server 2 answers every probe, name server 1 recovers by itself, and what is new arrives", async () => {
    await changeReachesBoth();
    const back = new AbortController();
    const wrong: string[] = [];
    let probes = 0;
    const probing = (async () => {
      while (!back.signal.aborted) {
        // asked again like a resolver would: a packet may be lost on a busy machine
        const answer = await dig(stack.ns2, "+tries=3", "life.test", "A");
        probes += 1;
        if (answer !== "192.0.2.80") wrong.push(answer || (await rcode(stack.ns2, "life.test", "A")));
        await sleep(20);
      }
    })();
    await stack.database.stop();
    assert.equal(await rcode(stack.ns1, "life.test", "A"), "SERVFAIL");
    await sleep(5000);
    await stack.database.start();
    await until(
      () => dig(stack.ns1, "life.test", "A"),
      (answer) => answer === "192.0.2.80",
      5000,
    );
    back.abort();
    await probing;
    assert.deepEqual(wrong, []);
    assert.ok(probes > 50, `${probes} probes`);
    await changeReachesBoth();
  });

  test("Knot, restarted meanwhile, still answers from its disk", async () => {
    await changeReachesBoth();
    await stack.database.stop();
    await stack.knot.end("SIGKILL");
    stack.knot.start();
    await digUntil(stack.ns2, [`n${count}.life.test`, "A"], (found) => found === "192.0.2.1");
    await digUntil(stack.ns2, ["many50.test", "A"], (found) => found === "192.0.2.80");
    await stack.database.start();
    await changeReachesBoth();
  });
});
