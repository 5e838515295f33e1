/** What one customer's programs can reach of the machine, of Atrio and of another customer: nothing, and never all of it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { type Server, createServer } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { uidOf } from "../../packages/server/src/web/as-customer.ts";
import { until } from "../installation.ts";
import { Phpd, processesOf } from "./phpd.ts";

const attacker = 911;
const victim = 912;
/** Runs what it is given: the customer's own program. */
const shell = `<?php echo shell_exec(base64_decode($_GET['c']) . ' 2>&1');`;
const evaluate = `<?php error_reporting(E_ALL); ini_set('display_errors', '1'); echo json_encode(eval(base64_decode($_GET['c'])));`;

let phpd: Phpd;
let publicServer: Server;
let daemon: Server;
function portOf(server: Server): number {
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return address.port;
}
const listen = (address: string): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.on("error", () => {}).end("hello"));
    server.listen(0, address, () => resolve(server));
  });

const sh = (command: string): Promise<string> => run("sh.php", command);
const php = async (code: string): Promise<unknown> => JSON.parse(await run("eval.php", code));
const run = (script: string, text: string): Promise<string> =>
  phpd.ask(attacker, script, `c=${encodeURIComponent(Buffer.from(text).toString("base64"))}`);
const connect = (address: string): Promise<unknown> =>
  php(`$c = @stream_socket_client('${address}', $number, $why, 5); return $c ? 'reached' : $why;`);
const answers = async (id: number): Promise<boolean> => (await phpd.ask(id, "page.php")) === "here";

/** What is going wrong for the attacker: not waited for. */
const goWrong = (command: string) => void sh(command).catch(() => {});
const others = async () => {
  for (let i = 0; i < 5; i += 1) assert.equal(await answers(victim), true);
};

/** Its own PHP comes back with a change of it, whatever it has left behind. */
const recover = async (version: string) => {
  await phpd.php.apply({ holdingId: attacker, version, readOnly: true });
  await phpd.php.apply({ holdingId: attacker, version });
  assert.equal(await answers(attacker), true);
};

before(async () => {
  publicServer = await listen("127.0.0.1");
  daemon = await listen("::");
  phpd = new Phpd(portOf(publicServer));
  await phpd.start();
  const page = { "page.php": "<?php echo 'here';" };
  await phpd.add(victim, "8.2", { ...page, "config.php": "<?php return 'secret of the victim';" });
  await phpd.add(attacker, "8.2", { ...page, "sh.php": shell, "eval.php": evaluate });
  assert.equal(await answers(victim), true);
});
after(async () => {
  publicServer.close();
  daemon.close();
  await phpd.end();
});

describe("a customer's program sees", () => {
  test("its own files and processes, and is its own user", async () => {
    const [, uid, gid, groups] =
      /^uid=(\d+)\(web\) gid=(\d+)\(web\) groups=(\d+)\(web\)$/m.exec(await sh("id")) ?? [];
    assert.deepEqual([uid, gid, groups].map(Number), Array.from({ length: 3 }).fill(uidOf(attacker)));
    assert.equal(await sh("ls /"), "bin\ndev\netc\nhome\nlib\nlib64\nproc\nrun\nsbin\ntmp\nusr\nvar\n");
    const lines = (await sh("cat /proc/[0-9]*/cmdline | tr '\\0' '\\n'")).split("\n");
    const pools = lines.filter((line) => line.startsWith("php-fpm: pool"));
    assert.deepEqual(new Set(pools), new Set(["php-fpm: pool 911"]));
    assert.deepEqual(
      lines.filter((line) => /phpd|bwrap|node|nginx/.test(line)),
      [],
    );
  });

  test("nothing of the installation and of others, by path", async () => {
    const { home } = phpd;
    for (const path of [
      home,
      join(home, "run/php"),
      join(home, `web/srv/${victim}/home`),
      "/root",
      "/work",
      "/var/lib",
    ])
      assert.match(await sh(`ls ${path}`), /No such file/, path);
    assert.equal(
      await php(`return @file_get_contents('${home}/web/srv/${victim}/home/public_html/config.php');`),
      false,
    );
    assert.deepEqual(await php("return glob('/proc/1/root/*');"), []);
    assert.match(await sh("cat /proc/1/environ; ls /proc/1/fd"), /Permission denied/);
    assert.match(await sh("cat /etc/shadow"), /No such file/);
    assert.equal((await sh("ls /etc/ssl")).includes("private"), false);
    assert.equal(
      await php(`return @stream_socket_client('unix://${phpd.socketOf(victim)}') !== false;`),
      false,
    );
  });

  test("by a link what it sees itself", async () => {
    await sh(`ln -sfn ${phpd.home}/web/srv/${victim}/home /home/out; ln -sfn /proc/1/root /home/root`);
    assert.match(await sh("ls /home/out/"), /No such file/);
    assert.match(await sh("ls /home/root/"), /Permission denied|cannot access/);
  });

  test("no folder it could write to but its own", async () => {
    const tried = await sh(
      "for d in / /etc /usr /run /dev /var /etc/php /proc; do touch $d/x && echo wrote $d; done",
    );
    assert.doesNotMatch(tried, /wrote/);
    assert.equal(await sh("touch /home/x /tmp/x /dev/shm/x"), "");
  });
});

describe("a customer's program gets", () => {
  test("no other rights: not by programs, namespaces, or other processes", async () => {
    assert.match(await sh("grep NoNewPrivs /proc/self/status"), /1$/m);
    assert.match(await sh("grep CapEff /proc/self/status"), /0000000000000000/);
    assert.doesNotMatch(await sh("su root -c id </dev/null; passwd -S root"), /uid=0/);
    assert.match(await sh("unshare -Ur id; unshare -n id"), /Operation not permitted/);
    assert.match(
      await sh("mount -t tmpfs none /tmp; nsenter -t 1 -m id"),
      /denied|must be superuser|not permitted/,
    );
    const attach =
      'syscall(101, 16, 1, 0, 0) == -1 and print "ptrace: $!\\n"; syscall(310, 1, 0, 0, 0, 0, 0) == -1 and print "read: $!\\n"; syscall(425, 8, 0) == -1 and print "ring: $!\\n"';
    if (process.arch === "x64") {
      const tried = await sh(`perl -e '${attach}'`);
      for (const call of ["ptrace", "read", "ring"])
        assert.match(tried, new RegExp(`${call}: Operation not permitted`));
    }
  });

  test("to what is there for everybody on this machine, and to no daemon", async () => {
    assert.equal(await connect(`tcp://127.0.0.1:${portOf(publicServer)}`), "reached");
    for (const host of ["127.0.0.1", "[::1]", "127.8.8.8", "0.0.0.0"])
      assert.equal(await connect(`tcp://${host}:${portOf(daemon)}`), "Connection refused", host);
    assert.notEqual(await connect("tcp://169.254.169.254:80"), "reached");
  });

  test("no port: nobody can be taken for the panel while it is away", async () => {
    assert.equal(await php("return @stream_socket_server('tcp://0.0.0.0:0') !== false;"), false);
  });
});

describe("a customer's program uses up", () => {
  test("no more processes than it has", async () => {
    goWrong("for i in $(seq 500); do sleep 600 >/dev/null 2>&1 & done");
    await until("it has grown", 30, () => processesOf(attacker).length > 50);
    await others();
    assert.ok(processesOf(attacker).length <= 64);
    await recover("8.2");
    await until("what it left behind has ended", 60, () => processesOf(attacker).length < 10);
  });

  test("no more memory than it has", async () => {
    await sh(
      `php -d memory_limit=-1 -r 'for ($all = [];; $all[] = str_repeat("x", 1 << 20)) file_put_contents("/home/eaten", count($all));'`,
    ).catch(() => {});
    const eaten = Number(readFileSync(join(phpd.home, `web/srv/${attacker}/home/eaten`), "utf8"));
    assert.ok(eaten > 300 && eaten < 512, `${eaten} MB`);
    await others();
    assert.equal(await answers(attacker), true);
  });

  test("no more than its share of the processors", async () => {
    goWrong("for i in 1 2 3 4 5 6 7 8; do (while :; do :; done) & done; wait");
    await until("they run", 30, () => processesOf(attacker).length >= 8);
    await others();
    await recover("8.2");
  });

  test("nothing of others by a log without end", async () => {
    writeFileSync(
      join(phpd.home, `web/srv/${attacker}/home/public_html/log.php`),
      "<?php set_time_limit(5); while (true) error_log(str_repeat('x', 900));",
    );
    const flood = phpd.ask(attacker, "log.php").catch(() => {});
    await until("it writes", 20, () => phpd.log.includes("xxxx"));
    await others();
    await recover("8.2");
    execFileSync("kill", ["-KILL", ...processesOf(attacker).map(String)]);
    await flood;
  });
});
