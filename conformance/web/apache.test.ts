/** A service's Apache: what no rule opens, what only its own process suffers, and how it begins and ends. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { uidOf } from "../../packages/server/src/web/as-customer.ts";
import { until } from "../installation.ts";
import { processesOf, statusOf } from "./phpd.ts";
import { holding, host, RulesServer } from "./rules-server.ts";

const idleSeconds = 12;
const server = new RulesServer(idleSeconds);
before(() => server.start());
after(() => server.end());

const statusOfPath = async (path: string, headers = {}, asked = {}) =>
  (await server.get(path, headers, asked)).status;
/** Empty where it has just ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0] ?? "";
  } catch {
    return "";
  }
}
const apaches = (): number[] => processesOf(holding).filter((pid) => commandOf(pid).endsWith("/apache2"));
/** The first is the parent. */
const parentOf = (pid: number): number => statusOf(pid, "PPid");
const child = (): number =>
  apaches().find((pid) => apaches().includes(parentOf(pid))) ?? assert.fail("no child");
const parent = (): number => parentOf(child());
/** bwrap, which phpd has started. */
const jail = (): number => parentOf(parentOf(parent()));

describe("no rule opens", () => {
  test("a file whose name begins with a dot", async () => {
    server.site({
      ".htaccess": `RewriteEngine On
RewriteRule ^rewritten$ .env
RewriteRule ^deeper$ /.git/config
RewriteRule ^passed$ .env [PT]
RewriteRule ^ended$ .env [END]
ErrorDocument 404 /.env
<FilesMatch "^\\.">
Require all granted
</FilesMatch>
Header set X-Env "expr=%{file:/home/public_html/.env}"`,
      ".env": "SECRET",
      ".git/config": "SECRET",
      "index/.htaccess": "DirectoryIndex .env",
      "index/.env": "SECRET",
      "list/.htaccess":
        "Options +Indexes +MultiViews\nReadmeName .env\nHeaderName .env\nIndexOptions ShowForbidden",
      "list/.env": "SECRET",
      "fall/.htaccess": "FallbackResource /fall/.env",
      "fall/.env": "SECRET",
      ".well-known/security.txt": "open",
      ".well-known/.env": "SECRET",
      "a.txt": "a",
    });
    const paths = ["rewritten", "deeper", "passed", "ended", "nowhere", ".env", ".git/config", ".htaccess"];
    const below = ["index/", "list/", "list/.env", "fall/x", "x/%2e%2e/.env", ".well-known/.env", "a.txt"];
    for (const path of [...paths, ...below]) {
      const { status, text, headers } = await server.get(`/${path}`);
      assert.doesNotMatch(text + JSON.stringify(headers), /SECRET/, path);
      if (path !== "list/") assert.notEqual(status, 200, path);
    }
    server.write({ ".htaccess": "# nothing" });
    assert.equal((await server.get("/.well-known/security.txt")).text, "open");
  });

  test("the source of a program", async () => {
    const source = "<?php /* SOURCE */ echo 'ran';";
    const rules: Record<string, string> = {
      none: "SetHandler none",
      default: "SetHandler default-handler",
      removed: "RemoveHandler .php",
      off: "php_flag engine off",
      type: "ForceType text/plain",
      drupal: "SetHandler Drupal_Security_Do_Not_Remove_See_SA_2006_006",
      redirect: "SetHandler redirect-handler",
      status: "SetHandler server-status",
      map: "SetHandler type-map",
      text: "AddType text/plain .php\nRemoveHandler .php\nAddHandler default-handler .php",
      cgi: "Options +ExecCGI\nAddHandler cgi-script .php .pl .txt",
      includes: "Options +Includes\nAddOutputFilter INCLUDES .php",
    };
    const names = ["a.php", "a.PHP", "a.php7", "a.phtml", "a.phar", "a.phps", "a.pht"];
    const files: Record<string, string> = {};
    for (const [folder, text] of Object.entries(rules)) {
      files[`${folder}/.htaccess`] = text;
      files[`${folder}/a.jpg`] = "picture";
      for (const name of [...names, "a.pl"]) files[`${folder}/${name}`] = source;
    }
    server.site(files);
    for (const folder of Object.keys(rules)) {
      for (const name of names)
        assert.doesNotMatch((await server.get(`/${folder}/${name}`)).text, /SOURCE/, `${folder}/${name}`);
      if (folder !== "map") assert.equal((await server.get(`/${folder}/a.jpg`)).text, "picture", folder);
    }
    for (const folder of ["none", "default", "removed", "off", "drupal", "cgi"])
      assert.equal(await statusOfPath(`/${folder}/a.php`), 403, folder);
    assert.equal((await server.get("/type/a.php")).text, "ran");
    assert.equal(await statusOfPath("/cgi/a.pl"), 403);
  });

  test("another's file, another host, another socket", async () => {
    server.site({
      ".htaccess": `RewriteEngine On
RewriteRule ^etc$ /etc/passwd [L]
RewriteRule ^up$ /../../../etc/passwd [L]
RewriteRule ^far$ http://127.0.0.1/ [P]
<Files net>
SetHandler "proxy:fcgi://127.0.0.1:9000"
</Files>`,
      net: "x",
      "read/.htaccess": 'Header set X-A "expr=%{file:/etc/passwd}"',
      "read/a.txt": "a",
      "links/.htaccess": "Options +FollowSymLinks",
    });
    const foreign = join(server.home, "foreign");
    writeFileSync(foreign, "FOREIGN");
    chownSync(foreign, 12345, 12345);
    symlinkSync(foreign, join(server.folder, "links/foreign.txt"));
    symlinkSync("/proc/1/environ", join(server.folder, "links/proc"));
    symlinkSync("../../own", join(server.folder, "links/own"));
    writeFileSync(join(server.folder, "../own"), "own");
    for (const path of ["etc", "up", "far", "net", "read/a.txt", "links/foreign.txt", "links/proc"]) {
      const { status, text, headers } = await server.get(`/${path}`);
      assert.ok(status >= 400, `${path} ${status}`);
      assert.doesNotMatch(text + JSON.stringify(headers), /FOREIGN|web:x/, path);
    }
  });

  test("what nginx alone may say", async () => {
    server.site({
      ".htaccess": "Header set X-Accel-Redirect /.atrio/parked\nHeader set X-Accel-Limit-Rate 1",
      "a.txt": "a",
      "who.php": `<?php header('X-Accel-Redirect: /a.txt'); header('X-Accel-Expires: 1');
        echo json_encode([$_SERVER['REMOTE_ADDR'], $_SERVER['DOCUMENT_ROOT'], preg_grep('/ATRIO/', array_keys($_SERVER)), ini_get('memory_limit'), $_SERVER['PHP_ADMIN_VALUE'] ?? '']);`,
      "admin/.htaccess": "SetEnv PHP_ADMIN_VALUE memory_limit=1G",
    });
    const forged = {
      "X-Atrio-Address": "9.9.9.9",
      "X-Atrio-Root": "/etc",
      "X-Atrio-Scheme": "https",
      "X-Atrio-Php": "memory_limit=1G",
      Proxy: "http://x.test",
    };
    assert.equal((await server.get("/a.txt", forged)).text, "a");
    const said = '["127.0.0.1","\\/home\\/public_html",[],"128M",""]';
    assert.equal((await server.get("/who.php", forged)).text, said);
    for (const path of ["/.atrio/denied", "/.atrio/htaccess/a", "/.atrio/x"])
      assert.equal(await statusOfPath(path), 404, path);
  });
});

test("a file that only its owner may read is given out, as rules are followed with the owner's rights", async () => {
  server.site({ ".htaccess": "# rules", "a.txt": "mine", "without.txt": "x" });
  chmodSync(join(server.folder, "a.txt"), 0o600);
  assert.equal((await server.get("/a.txt")).text, "mine");
});

test("a folder far below is looked at too, and one without rules stays nginx's", async () => {
  const far = "1/2/3/4/5/6/7/8/9/10";
  server.site({ [`${far}/.htaccess`]: "Require all denied", [`${far}/a.txt`]: "a", "1/2/a.txt": "a" });
  assert.equal(await statusOfPath(`/${far}/a.txt`), 403);
  const { headers } = await server.get("/1/2/a.txt");
  assert.match(String(headers["etag"]), /^"[0-9a-f]+-1"$/, "of nginx's form");
});

describe("a wrong line", () => {
  test("closes its folder, and is in the log by file and line beside nobody else's", async () => {
    server.site({
      "a.txt": "a",
      "bad/.htaccess": "# one\nOptions -Indexes\nRewiteEngine On\n",
      "bad/a.txt": "a",
      "bad/deeper/a.txt": "a",
    });
    assert.equal(await statusOfPath("/bad/a.txt"), 500);
    assert.equal(await statusOfPath("/bad/deeper/a.txt"), 500);
    assert.equal(await statusOfPath("/a.txt"), 200);
    await server.logs(
      new RegExp(
        `^ERROR: \\[pool ${holding}\\] /home/public_html/bad/.htaccess:3: Invalid command 'RewiteEngine'`,
        "m",
      ),
    );
    assert.equal(server.log.match(/RewiteEngine/g)?.length, 2, "once for each request");
  });

  test("says its own words, and nothing that another program would take for a line of its own", async () => {
    server.site({ ".htaccess": "Bl\u001B[1m\nERROR: [pool 1] forged", "a.txt": "a" });
    assert.equal(await statusOfPath("/a.txt"), 500);
    await server.logs(/Invalid command 'Bl/);
    assert.doesNotMatch(server.log, /^ERROR: \[pool 1\]/m);
    assert.ok(!server.log.includes("\u001B"));
  });
});

describe("Apache", () => {
  const rules = { ".htaccess": "# rules", "a.txt": "a", "slow.php": "<?php sleep(3); echo 'slow';" };

  test("runs as the service's user, without rights, without a network", async () => {
    server.site(rules);
    assert.equal(await statusOfPath("/a.txt"), 200);
    for (const pid of apaches()) {
      assert.equal(statusOf(pid, "Uid"), uidOf(holding));
      assert.match(readFileSync(`/proc/${pid}/status`, "utf8"), /^CapBnd:\s+0+$/m);
      assert.equal(statusOf(pid, "NoNewPrivs"), 1);
      assert.equal(statusOf(pid, "Seccomp"), 2);
    }
    const network = readFileSync(`/proc/${child()}/net/dev`, "utf8").split("\n").slice(2).filter(Boolean);
    assert.deepEqual(
      network.map((line) => line.split(":")[0]?.trim()),
      ["lo"],
    );
    assert.doesNotMatch(readFileSync(`/proc/${child()}/net/tcp`, "utf8"), / 0A /, "nothing listens");
    const mounts = readFileSync(`/proc/${child()}/mounts`, "utf8");
    assert.match(mounts, / \/home \S+ ro,/);
  });

  test("keeps threads for files while PHP is slow, and tells visitors for whom PHP has no room", async () => {
    server.site(rules);
    assert.equal(await statusOfPath("/a.txt"), 200);
    const begun = performance.now();
    const slow = Array.from({ length: 40 }, () => server.get("/slow.php"));
    await sleep(500);
    assert.equal(await statusOfPath("/a.txt"), 200);
    assert.ok(performance.now() - begun < 2500, "files meanwhile");
    const answers = await Promise.all(slow);
    for (const { status, text } of answers)
      assert.match(`${status} ${text}`, /^200 slow$|^503 <!doctype html>/i);
    const served = answers.filter(({ status }) => status === 200).length;
    assert.ok(served >= 24 && served < 40, `${served} were served`);
  });

  test("has room for others while many visitors take a large file slowly", async () => {
    server.site({ ...rules, "large.bin": Buffer.alloc(12_000_000) });
    const visitors = Array.from({ length: 60 }, () => {
      const socket = connect(server.port, "127.0.0.1").pause();
      socket.write(`GET /large.bin HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      return socket;
    });
    try {
      await sleep(1500);
      const begun = performance.now();
      assert.equal(await statusOfPath("/a.txt"), 200);
      assert.ok(performance.now() - begun < 2500, `${performance.now() - begun} ms`);
    } finally {
      for (const socket of visitors) socket.destroy();
    }
  });

  test("that is killed, whichever of its processes it is, is there for the next visitor and leaves none behind", async () => {
    server.site(rules);
    for (const victim of [child, parent, jail]) {
      assert.equal(await statusOfPath("/a.txt"), 200);
      const before = apaches();
      process.kill(victim(), "SIGKILL");
      const gone = victim === child ? [] : before;
      await until("none is left of before", 10, () => gone.every((pid) => !apaches().includes(pid)));
      assert.equal(await statusOfPath("/a.txt"), 200, victim.name);
      assert.equal(apaches().length, 2);
    }
  });

  test("ends with a killed phpd, which serves again", async () => {
    assert.equal(await statusOfPath("/a.txt"), 200);
    await server.phpd.kill();
    await until("no process is left", 10, () => processesOf(holding).length === 0);
    await server.phpd.start();
    assert.equal(await statusOfPath("/a.txt"), 200);
  });

  test("that nobody visits ends when it has answered the last, and a visitor meanwhile starts another", async () => {
    server.site({ ...rules, "slow.php": "<?php sleep(25); echo 'slow';" });
    const slow = server.get("/slow.php");
    await until("it runs", 10, () => apaches().length === 2);
    const first = parent();
    // it uses no processor while PHP is slow: it is taken for idle and dismissed
    await sleep((idleSeconds + 8) * 1000);
    assert.equal(await statusOfPath("/a.txt"), 200);
    const all = apaches();
    const both = all.filter((pid) => !all.includes(parentOf(pid)));
    assert.equal(both.length, 2, "the next one is there while the first waits for its last visitor");
    assert.ok(both.includes(first));
    assert.equal((await slow).text, "slow");
    await until("both have ended", 60, () => apaches().length === 0);
    assert.equal(await statusOfPath("/a.txt"), 200);
  });
});

test("settings of PHP: the inner folder's and the named file's hold", async () => {
  const told = "<?php echo ini_get('memory_limit');";
  server.site({
    ".htaccess": "php_value memory_limit 64M",
    "a.php": told,
    "in/.htaccess": "php_value memory_limit 96M\n<Files b.php>\nphp_value memory_limit 80M\n</Files>",
    "in/a.php": told,
    "in/b.php": told,
  });
  const limits = ["/a.php", "/in/a.php", "/in/b.php"].map(async (path) => (await server.get(path)).text);
  assert.deepEqual(await Promise.all(limits), ["64M", "96M", "80M"]);
});

test("a handler for an ending runs no file that only has it in the middle", async () => {
  const ran = "<?php echo 'ran';";
  server.site({
    ".htaccess": "AddHandler application/x-httpd-ea-php82 .php .php8 .phtml .html",
    "shell.php.jpg": ran,
    "shell.phtml.txt": ran,
    "v1.2.php": ran,
    "page.1.html": ran,
    "named/.htaccess": "<Files about>\nSetHandler application/x-httpd-php\n</Files>",
    "named/about": ran,
  });
  for (const path of ["/shell.php.jpg", "/shell.phtml.txt"])
    assert.equal(await statusOfPath(path), 403, path);
  for (const path of ["/v1.2.php", "/page.1.html", "/named/about"])
    assert.equal((await server.get(path)).text, "ran", path);
});

test("rules above the site's folder hold in it", async () => {
  server.site({
    "../.htaccess": "<Files closed.txt>\nRequire all denied\n</Files>",
    "closed.txt": "x",
    "a.txt": "a",
  });
  assert.equal(await statusOfPath("/closed.txt"), 403);
  assert.equal(await statusOfPath("/a.txt"), 200);
});

test("what a visitor sends to a forbidden address is refused with our page", async () => {
  server.site({ ".htaccess": "<Files xmlrpc.php>\nRequire all denied\n</Files>", "xmlrpc.php": "<?php" });
  for (const method of ["GET", "POST", "PUT"]) {
    const { status, text } = await server.get("/xmlrpc.php", {}, { method });
    assert.match(`${status} ${text}`, /^403 <!doctype html>/i, method);
  }
});

test("a compressed answer is not sent again, and a request may have many headers", async () => {
  server.site({ ".htaccess": "AddOutputFilterByType DEFLATE text/plain", "a.txt": "a".repeat(5000) });
  const gzip = { "Accept-Encoding": "gzip" };
  const { headers } = await server.get("/a.txt", gzip);
  assert.equal(headers["content-encoding"], "gzip");
  const etag = String(headers["etag"]);
  assert.equal(await statusOfPath("/a.txt", { ...gzip, "If-None-Match": etag }), 304);
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`X-Header-${n}`, "x"]));
  assert.equal(await statusOfPath("/a.txt", many), 200);
});

test("a pattern that would take for ever ends, and costs nobody else anything", async () => {
  server.site({ ".htaccess": "RewriteEngine On\nRewriteRule ^((a+)+)$ /x [L]", "a.txt": "a" });
  const begun = performance.now();
  await server.get(`/${"a".repeat(2000)}!`);
  assert.ok(performance.now() - begun < 5000);
  assert.equal(await statusOfPath("/a.txt"), 200);
});

test("what is not ASCII stays what it was", async () => {
  server.site({
    ".htaccess": `RewriteEngine On
RewriteRule ^año/(.*)$ /página.php?n=$1 [L]
Redirect /viejo /a%C3%B1o/
ErrorDocument 404 "¿Qué?"
Header set X-Name "Peña 😀"`,
    "página.php": "<?php echo $_SERVER['QUERY_STRING'];",
    "😀.txt": "smile",
  });
  assert.equal((await server.get("/a%C3%B1o/%F0%9F%98%80x")).text, "n=😀x");
  const smile = await server.get("/%F0%9F%98%80.txt");
  assert.deepEqual(
    [smile.text, Buffer.from(String(smile.headers["x-name"]), "latin1").toString()],
    ["smile", "Peña 😀"],
  );
  assert.match(String((await server.get("/viejo")).headers["location"]), /\/a%c3%b1o\/$/i);
  assert.equal((await server.get("/nada")).text, "¿Qué?");
});

test("takes and sends large bodies; shows our page while PHP is away", async () => {
  server.site({ ".htaccess": "# rules", "take.php": "<?php echo strlen(file_get_contents('php://input'));" });
  const body = "x".repeat(20_000_000);
  assert.equal((await server.get("/take.php", {}, { method: "POST", body })).text, "20000000");
  const socket = join(server.home, `run/php/${holding}/php.sock`);
  execFileSync("mv", [socket, `${socket}.aside`]);
  const away = await server.get("/take.php");
  execFileSync("mv", [`${socket}.aside`, socket]);
  assert.equal(away.status, 503);
  assert.match(away.text, /<!doctype html>/i);
});
