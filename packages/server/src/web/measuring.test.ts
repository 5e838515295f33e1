import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
import { sql } from "kysely";
import { eventually } from "../../test/eventually.ts";
import { type TestApp, makeApp } from "../../test/helpers/app.ts";
import { holdingOf } from "./as-customer.ts";
import { dueServices, keepMeasuring, runningServices } from "./measuring.ts";
import { type Space, beginMonth, measureService } from "./usage.ts";

const whole = (bytes: number, files = 1): Space => ({ bytes, files, isWhole: true });
const aborted = () => Promise.reject(new DOMException("The operation was aborted", "AbortError"));
let panel: TestApp;
let first: number;
let second: number;
let third: number;

before(async () => {
  panel = await makeApp();
  const made = [];
  for (const reference of ["uno.test", "dos.test", "tres.test"]) made.push(await panel.addHolding(reference));
  [first = 0, second = 0, third = 0] = made.map(({ id }) => id);
});
after(() => panel.stop());

interface Usage {
  readonly bytes: number;
  readonly files: number;
  readonly grown: number;
  readonly over: boolean;
}
async function usageOf(holdingId: number): Promise<Usage | undefined> {
  const { rows } = await sql<Usage>`
    select bytes, files, grown_bytes as grown, space_over as over from atrio.web_usage where holding_id = ${holdingId}`.execute(
    panel.db,
  );
  return rows[0];
}
const setMeasured = (holdingId: number, ago: string, bytes = 0, grown = 0, milliseconds = 40) =>
  sql`insert into atrio.web_usage (holding_id, bytes, measured_at, grown_bytes, took_milliseconds)
      values (${holdingId}, ${bytes}, now() - ${ago}::interval, ${grown}, ${milliseconds})
      on conflict (holding_id) do update set bytes = excluded.bytes, measured_at = excluded.measured_at,
        grown_bytes = excluded.grown_bytes, took_milliseconds = excluded.took_milliseconds`.execute(panel.db);
const due = async (...running: number[]): Promise<number[]> =>
  (await dueServices(panel.db, running)).map(({ holdingId }) => holdingId);
const measure = (holdingId: number, space: Space) =>
  measureService(panel.db, holdingId, () => Promise.resolve(space));

beforeEach(async () => {
  await sql`delete from atrio.web_usage`.execute(panel.db);
  await sql`update atrio.web_service set space_bytes = 1000, files_max = 100`.execute(panel.db);
});

it("who was never measured is due, first of all who runs", async () => {
  assert.deepEqual(await due(), [first, second, third]);
  assert.deepEqual(await due(third), [third, first, second]);
});

it("who runs is due after a minute, sooner where he is near his limit or grows towards it, who does not once a day", async () => {
  for (const id of [first, second, third]) await setMeasured(id, "2 minutes");
  assert.deepEqual(await due(), []);
  assert.deepEqual(await due(second), [second]);
  for (const id of [first, second, third]) await setMeasured(id, "30 seconds");
  assert.deepEqual(await due(first, second, third), []);
  await setMeasured(first, "30 seconds", 850);
  await setMeasured(second, "30 seconds", 450, 400);
  assert.deepEqual(await due(first, second, third), [first, second]);
  for (const id of [first, second, third]) await setMeasured(id, "25 hours");
  assert.deepEqual(await due(), [first, second, third]);
  await setMeasured(third, "6 minutes", 850);
  assert.deepEqual(await due(), [third, first, second], "one that is nearly full");
});

it("who takes long takes a sixtieth of the time, and others who wait come first", async () => {
  await setMeasured(first, "2 minutes", 0, 0, 3_000);
  assert.deepEqual(await due(first), [second, third]);
  await setMeasured(first, "4 minutes", 0, 0, 3_000);
  await setMeasured(second, "2 minutes");
  await setMeasured(third, "1 minute");
  assert.deepEqual(await due(first, second), [second, first]);
});

it("who takes long buys no time by it while he may write", async () => {
  for (const id of [second, third]) await setMeasured(id, "1 second");
  await setMeasured(first, "6 minutes", 0, 0, 60_000);
  assert.deepEqual(await due(first), [first]);
  assert.deepEqual(await due(), []);
  await measure(first, { ...whole(1), isWhole: false });
  await setMeasured(first, "6 minutes", 0, 0, 60_000);
  assert.deepEqual(await due(), [first], "whoever was cut off is as good as near his limit");
  await measure(first, { ...whole(1), isWhole: false });
  await setMeasured(first, "50 minutes", 0, 0, 60_000);
  assert.deepEqual(await due(first), [], "he writes no more");
});

it("who was cut off twice in a row counts as full until he is measured whole", async () => {
  await measure(first, { ...whole(1), isWhole: false });
  assert.equal((await usageOf(first))?.over, false);
  await measure(first, { ...whole(1), isWhole: false });
  await measure(first, { ...whole(1), isWhole: false });
  assert.equal((await usageOf(first))?.over, true);
  await measure(first, whole(1));
  assert.equal((await usageOf(first))?.over, false);
  await measure(first, { ...whole(1), isWhole: false });
  assert.equal((await usageOf(first))?.over, false);
});

it("who asks for it, and has too much for a turn, is measured no later for that", async () => {
  const ask = () =>
    measureService(panel.db, first, () => Promise.resolve({ ...whole(800), isWhole: false }), true);
  await ask();
  assert.equal((await due())[0], first);
  await setMeasured(first, "2 minutes");
  for (let times = 0; times < 3; times++) await ask();
  assert.deepEqual((await due(first))[0], first);
  assert.deepEqual(await usageOf(first), { bytes: 800, files: 1, grown: 0, over: false });
});

it("what began before another that is written down is not written over it", async () => {
  for (const [isInTurn, isWhole] of [
    [false, true],
    [false, false],
    [true, false],
  ] as const) {
    const meanwhile = async (): Promise<Space> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await measure(first, whole(100));
      return { bytes: 5000, files: 7, isWhole };
    };
    await measureService(panel.db, first, meanwhile, isInTurn);
    assert.deepEqual(await usageOf(first), { bytes: 100, files: 1, grown: 0, over: false });
  }
});

it("what was cut off lifts no limit, and what is whole does", async () => {
  await measure(first, whole(900, 9));
  await measure(first, whole(1200, 12));
  assert.deepEqual(await usageOf(first), { bytes: 1200, files: 12, grown: 300, over: true });
  await measure(first, { bytes: 10, files: 1, isWhole: false });
  assert.deepEqual(await usageOf(first), { bytes: 1200, files: 12, grown: 0, over: true });
  await measure(first, whole(10));
  assert.deepEqual(await usageOf(first), { bytes: 10, files: 1, grown: 0, over: false });
});

it("more files than its limit is a limit reached as well, with its one job", async () => {
  await sql`delete from atrio.job`.execute(panel.db);
  await measure(first, whole(1, 101));
  assert.equal((await usageOf(first))?.over, true);
  const { rows } = await sql<{ subject_id: number }>`
    select subject_id from atrio.job where kind = 'web.apply'`.execute(panel.db);
  assert.deepEqual(rows, [{ subject_id: first }]);
  await sql`update atrio.web_service set files_max = 200`.execute(panel.db);
  assert.equal((await usageOf(first))?.over, false);
});

it("measures on and on, one at a time, whatever fails", async () => {
  const stop = new AbortController();
  const warned: string[] = [];
  const order: number[] = [];
  let atOnce = 0;
  let looks = 0;
  const measuring = keepMeasuring({
    db: panel.db,
    measure: async (holdingId) => {
      order.push(holdingId);
      atOnce += 1;
      assert.equal(atOnce, 1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      if (holdingId === first) throw new Error("spawn EAGAIN");
      return whole(7);
    },
    running: async () => {
      looks += 1;
      if (looks === 1) throw new Error("EMFILE");
      return [second];
    },
    log: { warn: (_, message) => warned.push(message) },
    signal: stop.signal,
    pauses: { running: 1, quiet: 1 },
    lookMilliseconds: 10,
  });
  await eventually("all were", async () => order.length >= 3);
  await setMeasured(second, "1 hour");
  await eventually("again", async () => order.length >= 4);
  stop.abort();
  await measuring;
  assert.deepEqual(order.slice(0, 4), [first, second, third, second]);
  assert.equal((await usageOf(second))?.bytes, 7);
  assert.equal((await usageOf(first))?.bytes, 0, "put off");
  assert.deepEqual(warned.slice(0, 2), [
    "who runs cannot be seen",
    "the space of a service cannot be measured",
  ]);
});

it("gives who took a minute longer the next time, and says whose space is too much to be seen", async () => {
  const stop = new AbortController();
  for (const id of [second, third]) await setMeasured(id, "1 second");
  await setMeasured(first, "2 days", 0, 0, 60_000);
  const given: boolean[] = [];
  const warned: string[] = [];
  const measuring = keepMeasuring({
    db: panel.db,
    measure: async (_, tookLong) => {
      given.push(tookLong);
      return { ...whole(7), isWhole: false };
    },
    running: () => Promise.resolve([]),
    log: { warn: (_, message) => warned.push(message) },
    signal: stop.signal,
    pauses: { running: 1, quiet: 1 },
    lookMilliseconds: 10,
  });
  await eventually("it was measured", async () => (await usageOf(first))?.bytes === 7);
  await setMeasured(first, "2 days", 0, 0, 59_000);
  await eventually("again", async () => given.length >= 2);
  stop.abort();
  await measuring;
  assert.deepEqual(given.slice(0, 2), [true, false]);
  assert.deepEqual(warned, ["a service takes too long to measure: again, and it counts as full"]);
});

it("a worker that ends puts off nobody it was just measuring", async () => {
  await assert.rejects(measureService(panel.db, first, aborted));
  assert.equal(await usageOf(first), undefined);
});

it("whose program it is is told by its user and group", async () => {
  assert.equal(holdingOf({ uid: 1_000_012, gid: 1_000_012 }), 12);
  for (const [uid, gid] of [
    [0, 0],
    [1000, 1000],
    [1_000_012, 65_534],
    [11_000_001, 11_000_001],
  ] as const)
    assert.equal(holdingOf({ uid, gid }), undefined);
  assert.ok(Array.isArray(await runningServices()));
});

it("who was beyond his traffic, or near it, goes on when the month is over, and is told of no more", async () => {
  await sql`update atrio.web_service set traffic_bytes = 100`.execute(panel.db);
  const month = sql`date_trunc('month', now() at time zone 'UTC')::date`;
  for (const [id, bytes] of [
    [first, 200],
    [second, 90],
    [third, 10],
  ] as const)
    await sql`insert into atrio.web_usage (holding_id, month, traffic_bytes) values (${id}, ${month}, ${bytes})`.execute(
      panel.db,
    );
  const usage = async () =>
    (
      await panel.db
        .selectFrom("atrio.web_usage")
        .select(["traffic_bytes", "traffic_over", "nearly_full"])
        .orderBy("holding_id")
        .execute()
    ).map((row) => [row.traffic_bytes, row.traffic_over, row.nearly_full]);
  const full = [
    [200, true, true],
    [90, false, true],
    [10, false, false],
  ];
  assert.deepEqual(await beginMonth(panel.db), { monthsBegun: 0 });
  assert.deepEqual(await usage(), full);
  // no trigger sees that time has gone by
  await sql`alter table atrio.web_usage disable trigger user`.execute(panel.db);
  await sql`update atrio.web_usage set month = (${month} - interval '1 month')::date`.execute(panel.db);
  await sql`alter table atrio.web_usage enable trigger user`.execute(panel.db);
  assert.deepEqual(await beginMonth(panel.db), { monthsBegun: 2 });
  assert.deepEqual(await usage(), [[0, false, false], [0, false, false], full[2]]);
  await sql`update atrio.web_service set traffic_bytes = null`.execute(panel.db);
});
