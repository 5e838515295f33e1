/** What applications expect of Apache, on both ways to a site: nginx alone, and the service's Apache in a folder with rules. */
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { after, before, describe, test } from "node:test";
import { createGunzip, constants } from "node:zlib";
import { installedVersions } from "../../packages/cli/src/install/php.ts";
import { holding, RulesServer } from "./rules-server.ts";

const server = new RulesServer();
before(() => server.start());
after(() => server.end());

const gzip = { "Accept-Encoding": "gzip" };
const ways = ["nginx", "apache"];

/** Puts the same files in a folder without rules and in one with them. */
function bothWays(files: Readonly<Record<string, string>>): void {
  const inFolders = ways.flatMap((way) =>
    Object.entries(files).map(([name, content]) => [`${way}/${name}`, content]),
  );
  server.site({ ...Object.fromEntries(inFolders), "apache/.htaccess": "# rules" });
}

/** A page that prints its variables. */
const told = `<?php
  $names = ['SCRIPT_NAME', 'SCRIPT_FILENAME', 'PATH_INFO', 'PATH_TRANSLATED', 'PHP_SELF', 'ORIG_PATH_INFO', 'ORIG_SCRIPT_NAME',
    'REDIRECT_STATUS', 'REDIRECT_URL', 'SERVER_SOFTWARE', 'DOCUMENT_ROOT', 'REQUEST_URI', 'QUERY_STRING'];
  echo json_encode(array_intersect_key($_SERVER, array_flip($names)));`;
async function variables(path: string) {
  const { REQUEST_URI, ...others } = JSON.parse((await server.get(path)).text);
  assert.equal(REQUEST_URI, path);
  return others;
}
const root = "/home/public_html";
const direct = (script: string, query = "") => ({
  SERVER_SOFTWARE: "Apache",
  DOCUMENT_ROOT: root,
  SCRIPT_NAME: script,
  SCRIPT_FILENAME: root + script,
  PHP_SELF: script,
  QUERY_STRING: query,
});
const withPath = (script: string, path: string, query = "") => ({
  ...direct(script, query),
  PATH_INFO: path,
  PATH_TRANSLATED: root + path,
  PHP_SELF: script + path,
});

describe("the variables of PHP", () => {
  after(() => server.phpd.php.apply({ holdingId: holding, version: "8.2" }));

  for (const version of ["7.4", "8.2", "8.4"].filter((one) => installedVersions().includes(one)))
    test(`are those of Apache with FPM, in PHP ${version}`, async () => {
      await server.phpd.php.apply({ holdingId: holding, version });
      bothWays({ "index.php": told, "año/index.php": told });
      for (const way of ways) {
        const script = `/${way}/index.php`;
        for (const [path, expected] of [
          [`${script}/a/b?x=1`, withPath(script, "/a/b", "x=1")],
          [`${script}/c.php/d`, withPath(script, "/c.php/d")],
          [`${script}/picture.jpg`, withPath(script, "/picture.jpg")],
          [`${script}/`, withPath(script, "/")],
          [`${script}?x`, direct(script, "x")],
          [`/${way}/`, direct(script)],
          [`/${way}/a%C3%B1o/?x`, direct(`/${way}/año/index.php`, "x")],
          [`${script}/a%20%C3%B1`, withPath(script, "/a ñ")],
        ] as const)
          assert.deepEqual(await variables(path), expected, path);
      }
      server.write({
        "front/.htaccess": `RewriteEngine On
RewriteRule ^index\\.php - [L]
RewriteRule ^info/(.*)$ index.php/$1 [L]
RewriteRule . index.php [L]`,
        "front/index.php": told,
      });
      const front = "/front/index.php";
      assert.deepEqual(await variables("/front/pretty/page?x=1"), {
        ...direct(front, "x=1"),
        REDIRECT_STATUS: "200",
        REDIRECT_URL: "/front/pretty/page",
      });
      assert.deepEqual(await variables("/front/info/a/b"), {
        ...withPath(front, "/a/b"),
        REDIRECT_STATUS: "200",
        REDIRECT_URL: "/front/info/a/b",
      });
    });

  test("come from no picture that has a program's name behind it", async () => {
    const files = { "picture.jpg": "<?php echo 'ran';", "in.php/picture.jpg": "<?php echo 'ran';" };
    bothWays(files);
    const handlers = { named: "application/x-httpd-php", proxied: "proxy:unix:/run/php/php.sock|fcgi://php" };
    for (const [folder, handler] of Object.entries(handlers)) {
      server.write({
        [`${folder}/.htaccess`]: `<FilesMatch \\.php$>\nSetHandler "${handler}"\n</FilesMatch>`,
        ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text])),
      });
    }
    for (const folder of [...ways, ...Object.keys(handlers)])
      for (const path of [
        "picture.jpg/x.php",
        "picture.jpg/x.php/y",
        "picture.jpg%00.php",
        "in.php/picture.jpg/x.php",
      ]) {
        const { status, text } = await server.get(`/${folder}/${path}`);
        assert.ok(status >= 400 && !text.startsWith("ran"), `/${folder}/${path}: ${status} ${text}`);
      }
  });
});

test("a reply may have as many headers on both ways", async () => {
  bothWays({
    "a.php": "<?php header('X-Long: ' . str_repeat('a', 7000)); header('X-Next: ' . str_repeat('b', 7000));",
  });
  for (const way of ways) {
    const { status, headers } = await server.get(`/${way}/a.php`);
    assert.deepEqual([status, headers["x-next"]?.length], [200, 7000], way);
  }
});

describe("a file", () => {
  const types = {
    "a.mjs": "text/javascript",
    "a.webmanifest": "application/manifest+json",
    "a.wasm": "application/wasm",
    "a.ics": "text/calendar",
    "a.md": "text/markdown",
    "a.css": "text/css",
    "a.svg": "image/svg+xml",
    "a.xml": undefined,
  };

  test("has its type, and says whether it may be compressed", async () => {
    bothWays({
      ...Object.fromEntries(Object.keys(types).map((name) => [name, "a".repeat(2000)])),
      "a.png": "a".repeat(2000),
      "a.php": "<?php echo str_repeat('a', 2000);",
    });
    for (const way of ways) {
      for (const [name, type] of [...Object.entries(types), ["a.php", undefined] as const]) {
        for (const asked of [{}, gzip]) {
          const { headers } = await server.get(`/${way}/${name}`, asked);
          const what = `${way} ${name} ${JSON.stringify(asked)}`;
          if (type !== undefined) assert.equal(headers["content-type"], type, what);
          assert.equal(headers["vary"], "Accept-Encoding", what);
          assert.equal(headers["content-encoding"], asked === gzip ? "gzip" : undefined, what);
        }
      }
      const { headers } = await server.get(`/${way}/a.png`, gzip);
      assert.deepEqual([headers["vary"], headers["content-encoding"]], [undefined, undefined], way);
    }
  });
});

/** Exists as soon as the visitor has received something. */
const seen = () => join(server.folder, "../seen");
/** A page that waits for this file and prints whether it came. */
const slowly = (header: string) => `<?php header('${header}');
  echo "data: first\\n\\n"; flush();
  for ($n = 0; $n < 160 && !file_exists('/home/seen'); $n++) usleep(50000);
  echo file_exists('/home/seen') ? 'in time' : 'late';`;

describe("PHP streams", () => {
  for (const [header, accepts] of [
    ["Content-Type: text/event-stream", { Accept: "text/event-stream" }],
    ["Content-Type: text/event-stream", { Accept: "*/*" }],
    ["X-Accel-Buffering: no", {}],
  ] as const)
    test(`${header}, ${JSON.stringify(accepts)}`, async () => {
      bothWays({ "a.php": slowly(header) });
      server.write({
        "deflate/.htaccess": "AddOutputFilterByType DEFLATE text/html text/event-stream",
        "deflate/a.php": slowly(header),
      });
      for (const way of [...ways, "deflate"])
        for (const asked of [{}, gzip]) {
          rmSync(seen(), { force: true });
          const answer = await server.open(`/${way}/a.php`, { ...accepts, ...asked });
          const compressed = answer.headers["content-encoding"] === "gzip";
          const body = compressed
            ? pipeline(answer, createGunzip({ flush: constants.Z_SYNC_FLUSH }), () => {})
            : answer;
          let text = "";
          for await (const part of body) {
            text += part;
            writeFileSync(seen(), "");
          }
          assert.equal(answer.statusCode, 200);
          assert.equal(text, "data: first\n\nin time", `${way} ${JSON.stringify(asked)}`);
          assert.equal(answer.headers["x-accel-buffering"], undefined);
        }
    });

  test("to a fetch() that sends a form, or asks for what isn't there", async () => {
    bothWays({ "take.php": "<?php http_response_code(419); echo strlen(file_get_contents('php://input'));" });
    for (const way of ways) {
      const body = "x".repeat(5_000_000);
      const taken = await server.get(`/${way}/take.php`, { Accept: "*/*" }, { method: "POST", body });
      assert.deepEqual([taken.status, taken.text], [419, "5000000"], way);
      const missing = await server.get(`/${way}/nope.php`, { Accept: "*/*" });
      assert.equal(missing.status, 404, way);
      assert.match(missing.text, /<!doctype html>/i, way);
    }
  });
});
