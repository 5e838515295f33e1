/** PHP of services: who starts it, as whom, in which version, and that a change loses no request. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { addPhp, installedVersions } from "../../packages/cli/src/install/php.ts";
import { uidOf } from "../../packages/server/src/web/as-customer.ts";
import { until } from "../installation.ts";
import { Phpd, processesOf, statusOf } from "./phpd.ts";

const page = `<?php
touch('/home/begun');
if ($_GET['wait'] ?? '') usleep((int) $_GET['wait']);
echo json_encode(['version' => PHP_VERSION, 'uid' => posix_getuid(), 'folder' => getcwd()]);`;
/** For two minutes. */
const longWrites = `<?php for ($n = 0; $n < 2400; $n++, usleep(50000)) file_put_contents('/home/long', 'x', FILE_APPEND);`;

const first = 901;
const second = 902;
const third = 903;
const late = 904;
let phpd: Phpd;

before(async () => {
  if (!installedVersions().includes("8.4")) await addPhp("8.4", { at() {}, result() {} });
  phpd = new Phpd(1);
  await phpd.start();
});
after(() => phpd.end());

const versionOf = async (id: number): Promise<string> => JSON.parse(await phpd.ask(id, "page.php")).version;

describe("PHP of a service", () => {
  test("begins with its first visitor, as the service's own user, and ends when nobody comes", async () => {
    await phpd.add(first, "8.2", { "page.php": page });
    assert.deepEqual(processesOf(first), []);
    const answer = JSON.parse(await phpd.ask(first, "page.php"));
    assert.equal(answer.uid, uidOf(first));
    assert.equal(answer.folder, "/home/public_html");
    assert.match(answer.version, /^8\.2\./);
    await until("no process waits for visitors", 60, () => processesOf(first).length === 0);
  });

  test("writes to the log behind its own number, whatever it writes", async () => {
    phpd.write(
      first,
      "log.php",
      `<?php error_log("said here\\n[pool 902] and there");
       exec('printf "[22-Nov-2026 05:50:39] WARNING: [pool 902] forged\\n" >&5');`,
    );
    await phpd.ask(first, "log.php");
    await until("it is in the log", 20, () => phpd.log.includes("forged"));
    const lines = phpd.log.split("\n").filter((line) => /said here|and there|forged/.test(line));
    assert.equal(lines.length, 3);
    for (const line of lines) assert.match(line, /^\[[^\]]+\] WARNING: \[pool 901\] /);
  });

  test("changes its version while visitors come, and loses none of them", async () => {
    await phpd.add(second, "8.2", { "page.php": page });
    const seen = new Set<string>();
    const done = new AbortController();
    let answers = 0;
    const visit = async () => {
      while (!done.signal.aborted) {
        const answer = JSON.parse(await phpd.ask(second, "page.php", `wait=${answers % 3}000`));
        seen.add(String(answer.version).slice(0, 3));
        answers += 1;
      }
    };
    const visitors = [visit(), visit(), visit(), visit()];
    const versions = ["7.4", "8.4", "8.2"].filter((version) => installedVersions().includes(version));
    for (const version of [...versions, ...versions]) {
      const already = answers;
      await phpd.php.apply({ holdingId: second, version });
      assert.equal((await versionOf(second)).slice(0, 3), version);
      await until("visitors came", 60, () => answers > already + 20);
    }
    done.abort();
    await Promise.all(visitors);
    assert.deepEqual([...seen].toSorted(), versions.toSorted());
  });

  test("goes on with a request that began before the change", async () => {
    const begun = join(phpd.home, `web/srv/${second}/home/begun`);
    rmSync(begun, { force: true });
    const slow = phpd.ask(second, "page.php", "wait=1500000");
    await until("it is being answered", 20, () => existsSync(begun));
    await phpd.php.apply({ holdingId: second, version: "8.4" });
    assert.match(JSON.parse(await slow).version, /^8\.2\./);
    assert.match(await versionOf(second), /^8\.4\./);
  });

  test("is what it was when the change fails, and says why", async () => {
    await assert.rejects(phpd.php.apply({ holdingId: second, version: "5.9" }), /PHP 5\.9 is not installed/);
    assert.match(await versionOf(second), /^8\.4\./);
    await phpd.php.apply({ holdingId: second, version: "8.4" });
  });

  test("can write nothing when its space is used up", async () => {
    phpd.write(second, "write.php", "<?php echo var_export(@file_put_contents('/home/x', 'x'), true);");
    assert.equal(await phpd.ask(second, "write.php"), "1");
    await phpd.php.apply({ holdingId: second, version: "8.2", readOnly: true });
    assert.equal(await phpd.ask(second, "write.php"), "false");
    await phpd.php.apply({ holdingId: second, version: "8.2" });
    phpd.write(second, "long.php", longWrites);
    const long = phpd.ask(second, "long.php").catch(() => "cut off");
    const file = join(phpd.home, `web/srv/${second}/home/long`);
    await until("it writes", 20, () => existsSync(file));
    await phpd.php.apply({ holdingId: second, version: "8.2", readOnly: true });
    assert.notEqual(await Promise.race([long, sleep(30_000, "goes on")]), "goes on");
    await phpd.php.apply({ holdingId: second, version: "8.2" });
  });

  test("that began as its space was used up writes no longer than the rest", async () => {
    await phpd.add(late, "8.2", { "long.php": longWrites });
    const service = join(phpd.home, `web/php/${late}/service`);
    // as soon as the jail has read that it may write
    writeFileSync(
      join(phpd.home, "Late.pm"),
      `package Late;
       BEGIN { *CORE::GLOBAL::fork = sub {
         my $pid = CORE::fork();
         my $jail = sub { open(my $f, '<', "/proc/$pid/cmdline") or return ''; readline($f) // '' };
         if ($pid && -e '${service}.late') {
           select(undef, undef, undef, 0.01) until $jail->() =~ /^prlimit|bwrap/;
           rename '${service}.late', '${service}';
         }
         $pid;
       } }
       1;`,
    );
    await phpd.kill();
    await phpd.start({ PERL5OPT: "-MLate", PERL5LIB: phpd.home });
    const text = readFileSync(service, "utf8");
    assert.match(text, /^HOME_BIND=bind$/m);
    writeFileSync(`${service}.late`, text.replace("HOME_BIND=bind", "HOME_BIND=ro-bind"));
    const long = phpd.ask(late, "long.php").catch(() => "cut off");
    const file = join(phpd.home, `web/srv/${late}/home/long`);
    await until("it writes", 20, () => existsSync(file));
    assert.equal(existsSync(`${service}.late`), false);
    await phpd.php.apply({ holdingId: late, version: "8.2", readOnly: true });
    assert.notEqual(await Promise.race([long, sleep(30_000, "goes on")]), "goes on");
    await phpd.kill();
    await phpd.start();
  });

  test("that cannot begin begins when it can", async () => {
    await phpd.add(third, "8.2", { "page.php": page });
    const file = join(phpd.home, `web/php/${third}/fpm.conf`);
    rmSync(file);
    writeFileSync(file, "[global]\nno such = thing\n");
    const before = phpd.log.length;
    const answer = phpd.ask(third, "page.php");
    await until("it failed", 30, () => phpd.log.slice(before).includes("[pool 903]"));
    await phpd.php.apply({ holdingId: third, version: "8.2" });
    assert.match(JSON.parse(await answer).version, /^8\.2\./);
  });
});

describe("phpd", () => {
  test("takes all PHP with it when it is killed, and serves again", async () => {
    await phpd.ask(second, "page.php");
    await phpd.kill();
    await until("no process of a customer is left", 20, () => processesOf(second).length === 0);
    await phpd.start();
    assert.match(await versionOf(second), /^8\.2\./);
  });

  test("forgets a service that is removed", async () => {
    await phpd.ask(second, "page.php");
    await phpd.php.remove(second);
    assert.equal(existsSync(phpd.socketOf(second)), false);
    await until("its processes ended", 20, () => processesOf(second).length === 0);
  });

  test("holds more sockets than select(2) commonly takes, in little memory", async () => {
    await phpd.kill();
    for (let id = 10_001; id <= 11_100; id += 1) {
      mkdirSync(join(phpd.home, `web/php/${id}`));
      writeFileSync(join(phpd.home, `web/php/${id}/service`), "");
    }
    await phpd.start();
    await phpd.add(12_000, "8.2", { "page.php": page });
    assert.match(await versionOf(12_000), /^8\.2\./);
    const kilobytes = statusOf(phpd.pid, "VmRSS");
    assert.ok(kilobytes < 16_000, `${kilobytes} kB`);
  });
});
