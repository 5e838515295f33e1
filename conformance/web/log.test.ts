/** What sites send, what goes wrong with them and what their files take: counted from what nginx, PHP and the disk say. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pidOf, succeed, until } from "../installation.ts";
import {
  type WebInstallation,
  addService,
  addSite,
  apply,
  ask,
  asService,
  askToApply,
  putFile,
  startWeb,
  untilEnded,
} from "./installation.ts";

let web: WebInstallation;
let own: number;
let other: number;

before(async () => {
  web = await startWeb();
  own = await addService(web.db, "uno.test");
  other = await addService(web.db, "dos.test");
  await Promise.all([apply(web.db, own), apply(web.db, other)]);
  await putFile(web, own, "public_html/index.html", "<p>uno");
});
after(() => web?.stop());

async function requestsOf(holding: number): Promise<number> {
  const { rows } = await web.db.query<{ sum: number }>(
    "select coalesce(sum(requests), 0)::int as sum from atrio.web_traffic where holding_id = $1",
    [holding],
  );
  return rows[0]!.sum;
}
async function errorsOf(holding: number): Promise<{ host: string; level: string; message: string }[]> {
  const { rows } = await web.db.query<{ host: string; level: string; message: string }>(
    "select host, level, message from atrio.web_error where holding_id = $1 order by id",
    [holding],
  );
  return rows;
}
const setSpace = (bytes: number | null) =>
  web.db.query("update atrio.web_service set space_bytes = $1 where holding_id = $2", [bytes, own]);

/** Asks for it as the panel does. */
async function measure(): Promise<{ bytes: number; space_over: boolean }> {
  const { rows: jobs } = await web.db.query<{ id: number }>(
    "select atrio.enqueue('web.usage', $1::bigint, null, $1::bigint)::int as id",
    [own],
  );
  assert.equal((await untilEnded(web.db, jobs[0]!.id)).state, "done");
  const { rows } = await web.db.query<{ bytes: number; space_over: boolean }>(
    "select bytes::int, space_over from atrio.web_usage where holding_id = $1",
    [own],
  );
  return rows[0]!;
}

describe("traffic", () => {
  test("is every request, whatever is killed or renamed meanwhile", async () => {
    const before = await requestsOf(own);
    const access = join(web.home, "web/log/access.log");
    for (let round = 0; round < 6; round++) {
      await Promise.all(Array.from({ length: 50 }, () => ask(web, "http://uno.test/")));
      if (round % 2 === 0) {
        const killed = pidOf(web.home, "weblog");
        process.kill(killed, "SIGKILL");
        await until("weblog is back", 30, () => pidOf(web.home, "weblog") !== killed);
      }
      if (round === 1) {
        renameSync(access, `${access}.${Date.now()}`);
        process.kill(Number(readFileSync(join(web.home, "run/web/nginx.pid"), "utf8")), "SIGUSR1");
        await until("nginx writes to another", 30, async () => existsSync(access));
      }
    }
    await until("all are counted", 60, async () => (await requestsOf(own)) - before >= 300);
    assert.equal((await requestsOf(own)) - before, 300);
    assert.equal(await requestsOf(other), 0);
  });

  test("beyond its limit is answered by a page that says so, until there is more", async () => {
    const said = await succeed(web.home, ["web", "uno.test", "--traffic", "1K"]);
    assert.match(said, /^traffic +1 KB a month; \d/m);
    await until("it is stopped", 60, async () => (await ask(web, "http://uno.test/")).status === 503);
    assert.equal((await ask(web, "http://dos.test/")).status, 403, "an empty folder, as before");
    await succeed(web.home, ["web", "uno.test", "--traffic", "none"]);
    await until("it goes on", 60, async () => (await ask(web, "http://uno.test/")).status === 200);
  });

  test("is limited whatever its customer puts in the place of a folder", async () => {
    const site = await addSite(web.db, own, "in-the-way", "/in-the-way");
    await asService(web, own, "touch /home/in-the-way");
    await web.db.query("update atrio.web_service set traffic_bytes = 1024 where holding_id = $1", [own]);
    assert.equal((await untilEnded(web.db, await askToApply(web.db, own))).error, "web.folder_refused");
    assert.equal((await ask(web, "http://uno.test/")).status, 503);
    await web.db.query("delete from atrio.subdomain where id = $1", [site]);
    await web.db.query("update atrio.web_service set traffic_bytes = null where holding_id = $1", [own]);
    await apply(web.db, own);
    assert.equal((await ask(web, "http://uno.test/")).status, 200);
  });
});

describe("the error log", () => {
  test("has what a script says and what was answered, as text, of this service alone", async () => {
    await putFile(
      web,
      own,
      "public_html/fails.php",
      String.raw`<?php
        error_log("a \e[31mred\e[0m <script>alert(1)</script>");
        fwrite(fopen("php://stderr", "w"), "x\n[x] WARNING: [pool ${other}] child 2 said into stderr: \"forged\"\n");
        throw new Exception("of two\nlines");`,
    );
    assert.equal((await ask(web, "http://www.uno.test/fails.php")).status, 500);
    assert.equal((await ask(web, "http://uno.test/gone%0Aforged")).status, 404);
    await until("they are there", 60, async () => {
      const all = (await errorsOf(own)).map(({ message }) => message).join("\n");
      return all.includes("of two") && all.includes("/gone") && all.includes("500 ");
    });
    const all = await errorsOf(own);
    const find = (words: string) => all.find(({ message }) => message.includes(words));
    assert.match(find("<script>")?.message ?? "", /^a red <script>alert\(1\)<\/script>/);
    const { level, message = "" } = find("of two") ?? {};
    assert.equal(level, "error");
    assert.match(
      message,
      /^PHP Fatal error: .*of two\nlines in \/home\/public_html\/fails\.php.*\nStack trace:\n/,
    );
    assert.deepEqual(find("/gone"), {
      host: "uno.test",
      level: "notice",
      message: "404 Not Found: GET /gone forged (127.0.0.1)",
    });
    assert.deepEqual(
      (await errorsOf(other)).filter(({ message: said }) => said.includes("forged")),
      [],
    );
  });

  test("of one that floods is short, and others are heard", async () => {
    const flood = '<?php for ($i = 0; $i < 2000; $i++) error_log("flood $i " . str_repeat("x", 500));';
    await putFile(web, own, "public_html/flood.php", flood);
    await putFile(web, other, "public_html/one.php", '<?php error_log("a word of the other");');
    await Promise.all([ask(web, "http://uno.test/flood.php"), ask(web, "http://dos.test/one.php")]);
    await until("the other is heard", 60, async () =>
      (await errorsOf(other)).some(({ message }) => message === "a word of the other"),
    );
    await until("the flood is told of", 60, async () => {
      const { rows } = await web.db.query(
        "select from atrio.web_error where holding_id = $1 and left_out > 0",
        [own],
      );
      return rows.length > 0;
    });
    assert.ok((await errorsOf(own)).length <= 500);
  });
});

describe("the space of a service", () => {
  test("is what its files take, whatever they are and whoever may read them", async () => {
    const { bytes: before } = await measure();
    const said = await asService(
      web,
      own,
      `mkdir /home/much && cd /home/much && head -c 1000000 /dev/zero >file && ln file again && ln -s / link && mkfifo pipe
       mkdir closed && head -c 500000 /dev/zero >closed/file && touch "$(printf 'a\nb')" && chmod 0 closed
       stat -c '%s %b' . file closed; chmod 700 closed; stat -c '%s %b' closed/file; chmod 0 closed`,
    );
    const { bytes } = await measure();
    const taken = said
      .trim()
      .split("\n")
      .map((line) => line.split(" ").map(Number))
      .reduce((sum, [length = 0, blocks = 0]) => sum + Math.max(length, 512 * blocks), 0);
    assert.equal(bytes - before, taken + "/".length);
  });

  test("is no more than its limit: its programs write nothing until it is below again", async () => {
    await putFile(
      web,
      own,
      "public_html/write.php",
      '<?php echo @file_put_contents("/home/more", "x") === 1 && @file_put_contents("/tmp/more", "x") === 1 ? "written" : "refused";',
    );
    const write = async () => (await ask(web, "http://uno.test/write.php")).body;
    assert.equal(await write(), "written");
    await setSpace(1_000_000);
    assert.equal((await measure()).space_over, true);
    await until("it is refused", 60, async () => (await write()) === "refused");
    assert.equal((await ask(web, "http://uno.test/")).status, 200);
    await asService(web, own, "chmod 700 /home/much/closed && rm -r /home/much");
    assert.equal((await measure()).space_over, false);
    await until("it is written again", 60, async () => (await write()) === "written");
    await setSpace(null);
  });

  test("of one whose programs write fast is measured without being asked for", async () => {
    const grow = `<?php for ($n = 0; $n < 9; $n++) file_put_contents("/home/grown", str_repeat("x", 100000), FILE_APPEND);
      echo @touch("/home/mark") ? "written" : "refused";`;
    await putFile(web, own, "public_html/grow.php", grow);
    await asService(web, own, "head -c 3000000 /dev/zero >/home/before");
    const { bytes } = await measure();
    await setSpace(bytes + 500_000);
    const asked: string[] = [];
    await until("it is stopped", 90, async () => {
      asked.push((await ask(web, "http://uno.test/grow.php")).body.slice(-7));
      await sleep(1_000);
      return asked.at(-1) === "refused";
    });
    assert.equal(asked[0], "written");
    await setSpace(null);
    await until("there is room again", 60, async () =>
      (await ask(web, "http://uno.test/grow.php")).body.endsWith("written"),
    );
  });

  test("is as much by the number of files", async () => {
    const setFiles = (most: number) => succeed(web.home, ["web", "uno.test", "--files", String(most)]);
    await asService(
      web,
      own,
      "mkdir /home/many && cd /home/many && for n in 1 2 3 4 5 6 7 8 9; do touch $n; done",
    );
    assert.match(await setFiles(9), /^files +9; \d+$/m);
    assert.equal((await measure()).space_over, true);
    await asService(web, own, "rm -r /home/many");
    await setFiles(1000);
    assert.equal((await measure()).space_over, false);
    await setFiles(2_000_000);
  });
});
