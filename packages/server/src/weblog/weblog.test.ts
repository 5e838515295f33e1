import assert from "node:assert/strict";
import {
  appendFileSync,
  mkdtempSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { runWeblog } from "./run.ts";

let panel: TestApp;
let home: string;
let sites: string;
let phpLog: string;
let access: string;
let current: string;
let id: number;
let other: number;
let count = 0;

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await look()) return;
    await sleep(50);
  }
  throw new Error(`Not within 30 s: ${what}`);
}

/** weblog, while `work` is done. */
async function withWeblog(work: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const url = panel.cluster.url("atrio_weblog", panel.database);
  const running = runWeblog({ url, sites, php: phpLog, log: () => {}, signal: stop.signal });
  try {
    await work();
  } finally {
    stop.abort();
    await running;
  }
}

const request = (holding: number, bytes: number, at = Date.now()) =>
  `${(at / 1000).toFixed(3)}\t${holding}\twww.uno.test\t200\t${bytes}\t0\n`;
const php = (holding: number, message: string, second = 0) =>
  `2026-11-22_05:31:${String(second).padStart(2, "0")}.00000 [x] WARNING: [pool ${holding}] child 2 said into stderr: "NOTICE: PHP message: ${message}"\n`;

const traffic = () =>
  panel.db
    .selectFrom("atrio.web_traffic")
    .select(["holding_id", "bytes", "requests"])
    .orderBy("holding_id")
    .execute()
    .then((rows) => rows.map((row) => [row.holding_id, row.bytes, row.requests]));
const isTraffic = (wanted: number[][]) => async () =>
  JSON.stringify(await traffic()) === JSON.stringify(wanted);
const messages = async (holding = id) => {
  const rows = await panel.db
    .selectFrom("atrio.web_error")
    .select(["message", "left_out"])
    .where("holding_id", "=", holding)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.message ?? row.left_out);
};
const usage = (holding = id) =>
  panel.db.selectFrom("atrio.web_usage").selectAll().where("holding_id", "=", holding).executeTakeFirst();

before(async () => {
  panel = await makeApp();
});
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "atrio-weblog-"));
  sites = join(home, "sites");
  phpLog = join(home, "php");
  for (const directory of [sites, phpLog]) mkdirSync(directory);
  access = join(sites, "access.log");
  current = join(phpLog, "current");
  await sql`truncate weblog.position, atrio.web_traffic, atrio.web_error, atrio.web_usage`.execute(panel.db);
  count += 1;
  ({ id } = await panel.addHolding(`uno${count}.test`));
  ({ id: other } = await panel.addHolding(`dos${count}.test`));
});
after(() => panel.stop());

describe("what sites send and receive", () => {
  it("counts each line once, over restarts, with what was not a whole line yet", async () => {
    writeFileSync(access, request(id, 1000) + request(other, 5) + request(id, 10).slice(0, 20));
    await withWeblog(() =>
      until(
        "the first",
        isTraffic([
          [id, 1000, 1],
          [other, 5, 1],
        ]),
      ),
    );
    appendFileSync(access, request(id, 10).slice(20) + request(999_999, 7));
    await withWeblog(() =>
      until(
        "the rest",
        isTraffic([
          [id, 1010, 2],
          [other, 5, 1],
        ]),
      ),
    );
    assert.equal((await usage())?.traffic_bytes, 1010);
  });

  it("counts what comes into a file that was renamed, and into the new one", async () => {
    writeFileSync(access, request(id, 1));
    await withWeblog(async () => {
      await until("the first", isTraffic([[id, 1, 1]]));
      renameSync(access, `${access}.1`);
      writeFileSync(access, request(id, 10));
      appendFileSync(`${access}.1`, request(id, 100));
      await until("both", isTraffic([[id, 111, 3]]));
      unlinkSync(`${access}.1`);
      await until("only one is known", async () => {
        const { rows } = await sql`select from weblog.position`.execute(panel.db);
        return rows.length === 1;
      });
    });
  });

  it("begins a file anew that has another beginning under the same number", async () => {
    writeFileSync(access, request(id, 1, 1_000_000_000_000) + request(id, 1, 1_000_000_000_000));
    await withWeblog(() => until("the first", isTraffic([[id, 2, 2]])));
    truncateSync(access);
    appendFileSync(access, request(id, 5, 1_000_000_001_000));
    await withWeblog(() => until("the other", isTraffic([[id, 7, 3]])));
  });

  it("counts by no more than one of two that run", async () => {
    writeFileSync(access, "");
    await withWeblog(() =>
      withWeblog(async () => {
        for (let n = 1; n <= 3; n++) {
          appendFileSync(access, request(id, 1).repeat(100));
          await until(`round ${n}`, isTraffic([[id, 100 * n, 100 * n]]));
        }
      }),
    );
    assert.deepEqual(await traffic(), [[id, 300, 300]]);
  });

  it("applies the service anew when its month is used up, and when it has more again", async () => {
    const jobs = async () => {
      const { rows } = await sql<{ kind: string }>`
        select kind from atrio.job where holding_id = ${id} and subject_id = ${id}`.execute(panel.db);
      return rows.map(({ kind }) => kind);
    };
    const setLimit = (bytes: number | null) =>
      sql`update atrio.web_service set traffic_bytes = ${bytes} where holding_id = ${id}`.execute(panel.db);
    await setLimit(1000);
    writeFileSync(access, request(id, 800));
    await withWeblog(async () => {
      await until("80 %", async () => (await usage())?.nearly_full === true);
      assert.deepEqual(await jobs(), []);
      appendFileSync(access, request(id, 201));
      await until("over", async () => (await usage())?.traffic_over === true);
    });
    assert.deepEqual(await jobs(), ["web.apply"]);
    await sql`update atrio.job set state = 'done'`.execute(panel.db);
    await setLimit(1001);
    assert.equal((await usage())?.traffic_over, false);
    assert.deepEqual(await jobs(), ["web.apply", "web.apply"]);
    await sql`update atrio.web_usage set month = '2020-01-01'`.execute(panel.db);
    const fresh = await usage();
    assert.deepEqual([fresh?.traffic_bytes, fresh?.nearly_full], [0, false], "a new month");
  });
});

describe("what goes wrong", () => {
  it("is kept for its own service, the newest five hundred", async () => {
    writeFileSync(current, php(id, "mine", 40) + php(other, "theirs"));
    writeFileSync(
      join(sites, "error.log"),
      `${id}\t2026-11-22T05:31:41+00:00\twww.uno.test\t404\t203.0.113.5\tGET\t/gone\n`,
    );
    await withWeblog(async () => {
      await until(
        "both",
        async () => (await messages()).length === 2 && (await messages(other)).length === 1,
      );
      assert.deepEqual(
        new Set(await messages()),
        new Set(["404 Not Found: GET /gone (203.0.113.5)", "mine"]),
      );
      for (let second = 0; second < 30; second++)
        appendFileSync(
          current,
          Array.from({ length: 20 }, (_, n) => php(id, `${second} ${n}`, second)).join(""),
        );
      await until("all", async () => (await messages()).at(-1) === "29 19");
    });
    const all = await messages();
    assert.equal(all.length, 500);
    assert.equal(all[0], "5 0");
    assert.deepEqual(await messages(other), ["theirs"]);
  });

  it("is read on after svlogd began a new file, in order", async () => {
    writeFileSync(current, php(id, "one"));
    await withWeblog(() => until("one", async () => (await messages()).length === 1));
    appendFileSync(current, php(id, "two"));
    renameSync(current, join(phpLog, `@${"0".repeat(24)}.s`));
    writeFileSync(current, php(id, "three"));
    await withWeblog(() => until("three", async () => (await messages()).length === 3));
    assert.deepEqual(await messages(), ["one", "two", "three"]);
  });

  it("is told in short where there is too much of it, and others go on", async () => {
    writeFileSync(current, php(id, "x".repeat(900)).repeat(20_000) + php(other, "theirs"));
    await withWeblog(() => until("the other's", async () => (await messages(other)).length === 1));
    const all = await messages();
    assert.equal(all.filter((message) => typeof message === "string").length, 20);
    const leftOut = all.filter((message) => typeof message === "number");
    assert.equal(
      leftOut.reduce((sum, number) => sum + number, 0),
      19_980,
    );
  });

  it("passes over a line that does not end, and what it says at its end", async () => {
    const endless = "x".repeat(3 << 20);
    writeFileSync(current, `${php(id, "before")}${endless}`);
    await withWeblog(async () => {
      await until("the first", async () => (await messages()).length === 1);
      appendFileSync(current, `${php(id, "forged")}${php(id, "after")}`);
      await until("the next", async () => (await messages()).length === 2);
    });
    assert.deepEqual(await messages(), ["before", "after"]);
  });

  it("is not looked for behind a link, in a pipe or in a directory", async () => {
    const elsewhere = join(home, "elsewhere");
    writeFileSync(elsewhere, php(id, "not mine to read"));
    symlinkSync(elsewhere, current);
    mkdirSync(join(sites, "access.log"));
    writeFileSync(join(phpLog, `@${"0".repeat(24)}.u`), php(id, "the file beside it"));
    await withWeblog(() => until("the file", async () => (await messages()).length === 1));
    assert.deepEqual(await messages(), ["the file beside it"]);
  });

  it("goes with the service", async () => {
    writeFileSync(current, php(id, "mine"));
    await withWeblog(() => until("it", async () => (await messages()).length === 1));
    await sql`delete from atrio.holding where id = ${id}`.execute(panel.db);
    assert.deepEqual(await messages(), []);
    rmSync(home, { recursive: true });
  });
});
