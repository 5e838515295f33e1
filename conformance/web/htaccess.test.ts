/** .htaccess files in nginx itself: real requests, real PHP, real files. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chownSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { RulesServer } from "./rules-server.ts";

const server = new RulesServer();
before(() => server.start());
after(() => server.end());
beforeEach(() => server.forgive());

const dump = `<?php
header('Content-Type: application/json');
echo json_encode(array_intersect_key($_SERVER, array_flip(['REQUEST_URI', 'SCRIPT_NAME', 'PATH_INFO', 'QUERY_STRING', 'APP_ENV',
  'REMOTE_USER', 'REQUEST_METHOD', 'HTTP_AUTHORIZATION'])));`;
const statusOf = async (path: string, headers: Record<string, string> = {}, method = "GET") =>
  (await server.get(path, headers, method)).status;

const as = (name: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`,
});

test("a front controller gets what is no file, with the address as it was asked", async () => {
  server.site({
    ".htaccess": `RewriteEngine On
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule ^(.*)$ index.php?route=$1 [QSA,L]
SetEnv APP_ENV production`,
    "index.php": dump,
    "style.css": "body{}",
  });
  const page = await server.get("/a%C3%B1o/1%202?x=%26");
  assert.deepEqual(JSON.parse(page.text), {
    REQUEST_URI: "/a%C3%B1o/1%202?x=%26",
    SCRIPT_NAME: "/index.php",
    PATH_INFO: "",
    QUERY_STRING: "route=año/1 2&x=%26",
    REQUEST_METHOD: "GET",
    APP_ENV: "production",
  });
  assert.equal((await server.get("/style.css")).headers["content-type"], "text/css");
  assert.equal(JSON.parse((await server.get("/index.php/a/b")).text).PATH_INFO, "/a/b");
  assert.equal(JSON.parse((await server.get("/x", {}, "POST")).text).REQUEST_METHOD, "POST");
});

test("denied, redirected, gone: with the customer's own pages, and never into another header", async () => {
  server.site({
    ".htaccess": `ErrorDocument 403 /error.html
ErrorDocument 404 /missing.php
ErrorDocument 410 "Gone for <b>good</b>"
Redirect gone /old
Redirect 301 /moved https://example.org/new
RedirectMatch 302 "^/m/([^?]*)$" /n/$1
<FilesMatch "\\.(sql|bak)$">
Require all denied
</FilesMatch>
Header always set X-Frame-Options DENY
Header set X-Only-Here 1`,
    "dump.sql": "secret",
    "error.html": "<h1>no</h1>",
    "missing.php": "<?php echo 'lost ', $_SERVER['REQUEST_URI'];",
  });
  const denied = await server.get("/dump.sql");
  assert.deepEqual([denied.status, denied.text], [403, "<h1>no</h1>"]);
  const missing = await server.get("/nowhere");
  assert.deepEqual([missing.status, missing.text], [404, "lost /nowhere"]);
  const gone = await server.get("/old/page");
  assert.deepEqual(
    [gone.status, gone.text, gone.headers["x-frame-options"]],
    [410, "Gone for <b>good</b>", "DENY"],
  );
  assert.equal(gone.headers["x-only-here"], undefined);
  const moved = await server.get("/moved/a%20b%0d%0aSet-Cookie:x=1?q=%0d%0a");
  assert.equal(moved.headers.location, "https://example.org/new/a%20b%0D%0ASet-Cookie:x=1?q=%0d%0a");
  assert.equal(moved.headers["set-cookie"], undefined);
  const matched = await server.get("/m/x%0aY");
  assert.equal(matched.headers.location, "http://www.example.test/n/x%0AY");
});

test("headers, types and times are the customer's; length and connection are not", async () => {
  server.site({
    ".htaccess": `ExpiresActive On
ExpiresByType text/css "access plus 1 month"
ExpiresDefault A60
AddType application/x-own .own
AddDefaultCharset UTF-8
Header set X-Own "a
Header unset X-Powered-By
Header append Vary Cookie
Header edit Set-Cookie ^(.*)$ "$1; Secure"
Header set Content-Length 1
<Files "*.own">
Header set Cache-Control "no-store"
</Files>`,
    "a.css": "a{}",
    "b.own": "own",
    "c.html": "<p>",
    "d.php": "<?php header('Set-Cookie: a=1'); echo 'long enough';",
  });
  const css = await server.get("/a.css");
  assert.equal(css.headers["cache-control"], "max-age=2592000");
  assert.ok(Date.parse(String(css.headers["expires"])) > Date.now() + 29 * 86_400_000);
  const own = await server.get("/b.own");
  assert.deepEqual(
    [own.headers["content-type"], own.headers["cache-control"]],
    ["application/x-own", "no-store"],
  );
  assert.equal((await server.get("/c.html")).headers["content-type"], "text/html; charset=UTF-8");
  const php = await server.get("/d.php");
  assert.equal(php.text, "long enough");
  assert.equal(php.headers["x-powered-by"], undefined);
  assert.deepEqual(php.headers["set-cookie"], ["a=1; Secure"]);
  assert.equal(php.headers["vary"], "Cookie");
});

test("a password is asked by every format that htpasswd writes, and found out by the service's own PHP", async () => {
  const apr1 = execFileSync("openssl", ["passwd", "-apr1", "secret"], { encoding: "utf8" }).trim();
  const strong = execFileSync("openssl", ["passwd", "-6", "secret"], { encoding: "utf8" }).trim();
  server.site({
    ".htaccess": `AuthType Basic\nAuthName "Private"\nAuthUserFile /home/.htpasswd\nAuthGroupFile /home/.groups\nRequire valid-user`,
    "who.php": dump,
    "a.txt": "hidden",
    "staff/.htaccess": "Require group staff",
    "staff/a.txt": "staff",
    "broken/.htaccess": "AuthUserFile /home/none",
    "broken/a.txt": "x",
    "../.htpasswd": `ana:${apr1}\nbo:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\ncy:${strong}\ndi:$2y$05$bvIG6Nmid91Mu9RcmmWZfO5HJIMCT8riNW0hEp8f6/FuA2/mHZFpe\n`,
    "../.groups": "staff: ana bo\n",
  });
  const asked = await server.get("/a.txt");
  assert.deepEqual(
    [asked.status, asked.headers["www-authenticate"]],
    [401, 'Basic realm="Private", charset="UTF-8"'],
  );
  for (const name of ["ana", "bo", "cy"]) {
    assert.equal(await statusOf("/a.txt", as(name, "secret")), 200, name);
    assert.equal(await statusOf("/a.txt", as(name, "wrong")), 401, name);
    assert.equal(await statusOf("/a.txt", as(name, "")), 401, name);
  }
  assert.equal(await statusOf("/a.txt", as("di", "password")), 200, "bcrypt");
  assert.equal(JSON.parse((await server.get("/who.php", as("ana", "secret"))).text).REMOTE_USER, "ana");
  assert.equal(await statusOf("/staff/a.txt", as("bo", "secret")), 200);
  assert.equal(await statusOf("/staff/a.txt", as("cy", "secret")), 401);
  assert.equal(await statusOf("/broken/a.txt", as("ana", "secret")), 500);
});

test("what cannot be understood or read closes its folder and no other", async () => {
  server.site({
    "a.txt": "a",
    "broken/.htaccess": "DirectoryIndex x\n<Files a>",
    "broken/a.txt": "a",
    "pattern/.htaccess": "RewriteEngine On\nRewriteRule ( x",
    "pattern/a.txt": "a",
    "huge/.htaccess": "#".repeat(17_000),
    "huge/a.txt": "a",
    "pipe/a.txt": "a",
    "list/.htaccess": "Options +Indexes",
    "list/a b.txt": "a",
    "list/.hidden": "a",
    "bare/x.txt": "a",
    "bare/.htaccess": "# nothing",
  });
  execFileSync("mkfifo", [join(server.folder, "pipe/.htaccess")]);
  assert.equal(await statusOf("/a.txt"), 200);
  assert.equal(await statusOf("/broken/a.txt"), 500);
  await server.logs(/\.htaccess of \/broken\/ is not understood, line 2/);
  assert.equal(await statusOf("/pattern/a.txt"), 500);
  await server.logs(/missing closing parenthesis/);
  assert.equal(await statusOf("/huge/a.txt"), 403);
  // a pipe is no file of rules, and nobody waits for it
  assert.equal(await statusOf("/pipe/a.txt"), 200);
  const list = await server.get("/list/");
  assert.match(list.text, /a%20b\.txt/);
  assert.doesNotMatch(list.text, /hidden|htaccess/);
  assert.equal(await statusOf("/bare/"), 403);
  assert.equal(await statusOf("/.well-known/acme-challenge/token"), 200);
  for (const path of ["/.atrio/htaccess/.htaccess", "/.atrio/password", "/bare/.htaccess"]) {
    assert.notEqual(await statusOf(path), 200, path);
  }
});

test("rules read and serve nothing of another account, by no link", async () => {
  server.site({
    ".htaccess": `RewriteEngine On
RewriteCond %{DOCUMENT_ROOT}/foreign.txt -f
RewriteRule ^probe$ /own.txt [L]
RewriteRule ^up/(.*)$ /../../$1 [L]
RewriteRule ^etc$ /etc/passwd [L]
RewriteRule ^inside$ /.atrio/password [L]`,
    "own.txt": "own",
    "linked/a.txt": "a",
  });
  const foreign = join(server.home, "foreign");
  writeFileSync(foreign, "Options +Indexes\nforeign");
  chownSync(foreign, 12345, 12345);
  symlinkSync(foreign, join(server.folder, "foreign.txt"));
  symlinkSync(foreign, join(server.folder, "linked/.htaccess"));
  symlinkSync(join(server.folder, "own.txt"), join(server.folder, "alias.txt"));
  assert.equal((await server.get("/alias.txt")).text, "own");
  assert.equal(await statusOf("/foreign.txt"), 404);
  assert.equal(await statusOf("/probe"), 404);
  assert.equal(await statusOf("/linked/"), 403);
  assert.equal(await statusOf("/up/foreign"), 400);
  assert.equal(await statusOf("/etc"), 404);
  assert.equal(await statusOf("/inside"), 403);
});

test("what is not ASCII stays what it was: in rules, in addresses that are not UTF-8, in headers", async () => {
  server.site({
    ".htaccess": Buffer.from(`\ufeff# año 😀 \xff
RewriteEngine On
RewriteCond %{REQUEST_URI} !/core/[^/]😀.php$
RewriteRule ^año/(.*)$ /página.php?n=$1 [L]
Redirect /viejo /año/ñ
ErrorDocument 404 "¿Qué?"
Header set X-Name "Peña 😀"`),
    "página.php": dump,
    "😀.txt": "smile",
  });
  writeFileSync(
    Buffer.concat([Buffer.from(`${server.folder}/`), Buffer.from([0xf1]), Buffer.from(".txt")]),
    "latin",
  );
  assert.equal(JSON.parse((await server.get("/a%C3%B1o/%F0%9F%98%80x")).text).QUERY_STRING, "n=😀x");
  assert.equal((await server.get("/%F1.txt")).text, "latin");
  const smile = await server.get("/%F0%9F%98%80.txt");
  assert.deepEqual(
    [smile.text, Buffer.from(String(smile.headers["x-name"]), "latin1").toString()],
    ["smile", "Peña 😀"],
  );
  assert.match(String((await server.get("/viejo")).headers.location), /\/a%C3%B1o\/%C3%B1$/);
  assert.equal((await server.get("/nada")).text, "¿Qué?");
});

test("a pattern that would take for ever ends at once, and closes the site to nobody else", async () => {
  server.site({ ".htaccess": "RewriteEngine On\nRewriteRule ^((a+)+)$ /x [L]", "a.txt": "a" });
  assert.equal(await statusOf(`/${"a".repeat(2000)}!`), 503);
  assert.equal(await statusOf("/a.txt"), 200);
});

test("a site whose rules took a quarter of a second waits a while before it may try again", async () => {
  server.site({ ".htaccess": "RewriteEngine On", "a.txt": "a" });
  writeFileSync(join(server.home, "htaccess-slow-12"), "");
  assert.equal(await statusOf("/a.txt"), 503);
  server.forgive(11);
  assert.equal(await statusOf("/a.txt"), 200);
});

test("no rule makes another byte of what it tears apart, and no program leads nginx to a file", async () => {
  writeFileSync(join(server.home, "secret"), "everybody's keys");
  server.site({
    ".htaccess": `RewriteEngine On
RewriteRule ^(.)C3 /x.php${"/$12E$12E".repeat(4)}/secret [L]
RewriteRule ^null(.)C3 /own.txt$100 [L]
RewriteRule ^dot(.)C3 /$12Egit/config [L]
RewriteRule ^line(.)C3 https://example.org/$1%{HTTP:X-Line} [R,L]
RewriteRule ^half(.)C3 /own.txt?letter=$1 [L]
RewriteRule ^del(.)7F /x.php/$12E$12E/$12E$12E/secret [L]
RewriteRule ^header/([^/]*)$ /own.txt [E=APP_ENV:$1,L]
Header set X-Made "%{APP_ENV}e%{REDIRECT_APP_ENV}e"`,
    "own.txt": "own",
    ".git/config": "hidden",
    "x.php": `<?php unlink('/home/www/x.php'); mkdir('/home/www/x.php'); header('X-Accel-Redirect: @htaccess_file');`,
    "y.php": `<?php header('X-Accel-Redirect: /own.txt'); echo 'answer of PHP';`,
  });
  for (const path of ["/%C3%A9", "/null%C3%A9", "/dot%C3%A9", "/half%C3%A9", "/del%7F"])
    assert.equal(await statusOf(path), 400, path);
  assert.equal((await server.get("/y.php")).text, "answer of PHP");
  const line = await server.get("/line%C3%A9", { "X-Line": "0A" });
  assert.match(String(line.headers.location), /^https:\/\/example\.org\/[\w%]+$/);
  const split = await server.get("/header/a%0d%0aSet-Cookie:x=1");
  assert.deepEqual([split.headers["x-made"], split.headers["set-cookie"]], ["aSet-Cookie:x=1", undefined]);
});

test("rules and requests cost memory in proportion to their length", async () => {
  server.site({
    "a.txt": "a",
    "header/.htaccess": `Header set X-A "${"a".repeat(15_000)}"`,
    "header/a.txt": "a",
    "bytes/.htaccess": Buffer.concat([Buffer.from("AuthName "), Buffer.alloc(15_000, 0xff)]),
    "bytes/a.txt": "a",
    "lines/.htaccess": Buffer.from("AuthName \xff\n".repeat(1000), "latin1"),
    "lines/a.txt": "a",
    "grow/.htaccess": `RewriteEngine On\nRewriteRule ^(.*)$ /grow/${"$1".repeat(2000)} [L]`,
    "grow/a.txt": "a",
    "round/.htaccess": "RewriteEngine On\nRewriteRule ^(.*)$ $1$1$1$1$1$1$1$1 [N]",
    "round/a.txt": "a",
    "edit/.htaccess": `Header set X-A ${"a".repeat(100)}\nHeader edit* X-A a ${"$0".repeat(200)}`,
    "edit/a.txt": "a",
  });
  assert.equal(await statusOf("/header/a.txt"), 500);
  assert.equal(await statusOf("/bytes/a.txt"), 500);
  await server.logs(/\.htaccess of \/bytes\/ is not understood, line 1/);
  assert.equal(await statusOf("/lines/a.txt"), 200);
  for (const path of ["/grow/a.txt", "/round/a.txt"]) assert.equal(await statusOf(path), 500, path);
  assert.equal((await server.get("/edit/a.txt")).headers["x-a"], "a".repeat(100));
  // what is refused does not close the site
  assert.equal(await statusOf("/header/../a.txt"), 200);
  const wide = "\xff".repeat(3000);
  for (const path of [`/header/${wide}`, `/header/a.txt?${wide}`, `/1/2/3/4/5/6/${wide}`])
    assert.equal(await statusOf(path), 414, path.slice(0, 12));
  assert.ok(server.peakKb() < 60_000, `${server.peakKb()} kB`);
});
