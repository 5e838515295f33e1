/** Sites as visitors get them: from nginx and PHP, as soon as the job of a change is done. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { keyPlace } from "../../packages/server/src/features/certificate/place.ts";
import { openVault } from "../../packages/server/src/vault/client.ts";
import { uidOf } from "../../packages/server/src/web/as-customer.ts";
import { emptyTrash, throwAway } from "../../packages/server/src/web/trash.ts";
import {
  type WebInstallation,
  addRedirection,
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
});
after(() => web?.stop());

describe("a site", () => {
  test("is served from its folder, by the domain's name and www", async () => {
    await putFile(web, own, "public_html/index.html", "<p>uno");
    for (const host of ["uno.test", "www.uno.test", "UNO.test"])
      assert.deepEqual((await ask(web, `http://${host}/`)).body, "<p>uno");
  });

  test("says what to do while its folder is empty, in the visitor's language", async () => {
    const empty = await ask(web, "http://dos.test/");
    assert.equal(empty.status, 403);
    assert.match(empty.body, /El sitio espera su primera página/);
    assert.equal(empty.body.match(/<h1>/g)?.length, 1);
    assert.doesNotMatch(empty.body, /error occurred|<!--#/);
    const english = await ask(web, "http://dos.test/", { headers: { "accept-language": "en-GB,es" } });
    assert.match(english.body, /ready for its first page/);
  });

  test("of a new name is there when the job is done, in a folder made for it, and gone with it", async () => {
    const id = await addSite(web.db, own, "shop", "/shops/one two");
    await apply(web.db, own);
    assert.equal((await ask(web, "http://shop.uno.test/")).status, 403);
    await putFile(web, own, "shops/one two/a.css", "p{}");
    const { headers, body } = await ask(web, "http://shop.uno.test/a.css");
    assert.deepEqual([body, headers["content-type"]], ["p{}", "text/css"]);
    await web.db.query("update atrio.subdomain set folder = '/public_html' where id = $1", [id]);
    await apply(web.db, own);
    assert.equal((await ask(web, "http://shop.uno.test/")).body, "<p>uno");
    await web.db.query("delete from atrio.subdomain where id = $1", [id]);
    await apply(web.db, own);
    assert.equal((await ask(web, "http://shop.uno.test/")).status, 404);
  });

  test("of a folder that cannot be made fails with words for its customer, and the others stay", async () => {
    await putFile(web, own, "a-file", "");
    const id = await addSite(web.db, own, "no", "/a-file/below");
    const { error } = await untilEnded(web.db, await askToApply(web.db, own)).finally(() =>
      web.db.query("delete from atrio.subdomain where id = $1", [id]),
    );
    assert.equal(error, "web.folder_refused");
    await apply(web.db, own);
    assert.equal((await ask(web, "http://uno.test/")).status, 200);
  });

  test("answers for what is not there, is hidden, or has another's name", async () => {
    assert.match((await ask(web, "http://uno.test/nope")).body, /no hay nada/);
    for (const path of ["/.env", "/.git/config", "/.htaccess", "/x/.user.ini"])
      assert.equal((await ask(web, `http://uno.test${path}`)).status, 403);
    for (const host of ["nobody.test", "x.uno.test"])
      assert.equal((await ask(web, `http://${host}/`)).status, 404);
    for (const path of ["/.atrio/parking", "/.atrio/frame", "/notice.shtml"])
      assert.equal((await ask(web, `http://uno.test${path}`)).status, 404);
  });

  test("gives out no program's source, whatever its name ends in, with rules and without", async () => {
    const names = ["a.PHP", "b.phtml", "c.phar", "d.php5", "e.phps", "f.pht"];
    for (const name of names) await putFile(web, own, `public_html/sources/${name}`, "<?php // a secret");
    await putFile(web, own, "public_html/sources/notes.php.txt", "notes");
    for (const rules of ["absent", "there"]) {
      for (const name of names) {
        const { status, body } = await ask(web, `http://uno.test/sources/${name}`);
        assert.deepEqual([status, body.includes("secret")], [403, false], `${name}, rules ${rules}`);
      }
      assert.equal((await ask(web, "http://uno.test/sources/notes.php.txt")).body, "notes");
      await putFile(web, own, "public_html/sources/.htaccess", "Options -Indexes");
    }
  });
});

test("a wildcard serves every name without a site of its own, and lends the others nothing", async () => {
  const wild = await addService(web.db, "wild.test");
  const below = await addService(web.db, "b.wild.test");
  await addSite(web.db, wild, "*", "/any");
  await addRedirection(web.db, wild, { name: "away", path: "/x", url: "https://world.example/" });
  await web.db.query("update atrio.web_service set parking = true where holding_id = $1", [wild]);
  await Promise.all([apply(web.db, wild), apply(web.db, below)]);
  await putFile(web, wild, "any/index.html", "any");
  await putFile(web, below, "public_html/index.html", "below");
  assert.match((await ask(web, "http://x.wild.test/")).body, /Dominio registrado/);
  for (const host of ["b.wild.test", "www.b.wild.test"])
    assert.equal((await ask(web, `http://${host}/`)).body, "below");
  await web.db.query("update atrio.web_service set parking = false where holding_id = $1", [wild]);
  await apply(web.db, wild);
  assert.equal((await ask(web, "http://x.wild.test/")).body, "any");
  assert.equal((await ask(web, "http://away.wild.test/")).body, "any");
  assert.equal((await ask(web, "http://away.wild.test/x")).headers.location, "https://world.example/");
});

describe("PHP", () => {
  test("runs as the service's own account, knows the request, and takes bodies", async () => {
    const script = `<?php echo json_encode([posix_getuid(), posix_getgid(), $_SERVER['DOCUMENT_ROOT'], $_SERVER['PATH_INFO'] ?? '',
      $_SERVER['HTTP_HOST'], $_POST, $_SERVER['HTTP_PROXY'] ?? null]);`;
    await putFile(web, own, "public_html/info.php", script);
    const { body } = await ask(web, "http://uno.test/info.php/a/b?x=1", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", proxy: "http://evil.example" },
      body: "name=%C3%B1",
    });
    const uid = uidOf(own);
    assert.deepEqual(JSON.parse(body), [
      uid,
      uid,
      "/home/public_html",
      "/a/b",
      "uno.test",
      { name: "ñ" },
      null,
    ]);
  });

  test("is told what its site may, and nothing of it stays for the next site of the service", async () => {
    await putFile(
      web,
      own,
      "public_html/limit.php",
      "<?php echo ini_get('memory_limit'), ini_get('display_errors');",
    );
    const id = await addSite(web.db, own, "large", "/public_html");
    const settings = JSON.stringify({ memory_limit: "256M", display_errors: "1" });
    await web.db.query("update atrio.subdomain set php_settings = $1 where id = $2", [settings, id]);
    await apply(web.db, own);
    for (const [host, said] of [
      ["large.uno.test", "256M1"],
      ["uno.test", "128M0"],
      ["large.uno.test", "256M1"],
      ["www.uno.test", "128M0"],
    ] as const)
      assert.deepEqual([host, (await ask(web, `http://${host}/limit.php`)).body], [host, said]);
  });

  test("is given no file that is none of its", async () => {
    await putFile(web, own, "public_html/picture.jpg", "<?php echo 'run';");
    assert.equal((await ask(web, "http://uno.test/picture.jpg/x.php")).status, 404);
    assert.equal((await ask(web, "http://uno.test/picture.jpg")).body, "<?php echo 'run';");
    assert.equal((await ask(web, "http://uno.test/nope.php")).status, 404);
  });
});

describe("a link", () => {
  test("leads to the customer's own files and nobody else's", async () => {
    await putFile(web, other, "public_html/secret.txt", "dos");
    await asService(
      web,
      own,
      `cd /home/public_html; ln -sfn info.php own.php; ln -sfn "${web.home}/web/srv/${other}/home/public_html" theirs
       ln -sfn /etc/passwd passwd.txt; ln -sfn "${web.home}/web/certificates/fallback.key" key.txt; ln -sfn index.html own.html`,
    );
    assert.equal((await ask(web, "http://uno.test/own.html")).body, "<p>uno");
    for (const path of ["/theirs/secret.txt", "/passwd.txt", "/key.txt"])
      assert.notEqual((await ask(web, `http://uno.test${path}`)).status, 200, path);
  });
});

test("an application's .htaccess is honoured at once: front controller, closed folder, password", async () => {
  const rules = `RewriteEngine On
RewriteCond %{REQUEST_FILENAME} !-f
RewriteRule . /app/index.php [L]
`;
  await putFile(web, own, "public_html/app/.htaccess", rules);
  await putFile(web, own, "public_html/app/index.php", "<?php echo 'front ', $_SERVER['REQUEST_URI'];");
  await putFile(web, own, "public_html/app/private/.htaccess", "Require all denied\n");
  await putFile(web, own, "public_html/app/private/x.txt", "x");
  assert.equal((await ask(web, "http://uno.test/app/a/b?c=1")).body, "front /app/a/b?c=1");
  assert.equal((await ask(web, "http://uno.test/app/private/x.txt")).status, 403);
  // {SHA} of "secret"
  await putFile(web, own, "users", "ana:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n");
  const closed = `AuthType Basic
AuthName "Members"
AuthUserFile /home/users
Require valid-user
`;
  await putFile(web, own, "public_html/members/.htaccess", closed);
  await putFile(web, own, "public_html/members/x.txt", "members only");
  const address = "http://uno.test/members/x.txt";
  const { status, headers } = await ask(web, address);
  assert.deepEqual([status, headers["www-authenticate"]], [401, 'Basic realm="Members"']);
  assert.equal((await ask(web, address, { auth: "ana:secret" })).body, "members only");
  assert.equal((await ask(web, address, { auth: "ana:wrong" })).status, 401);
});

describe("a redirection", () => {
  test("goes where it says, by its type, for its path and for a whole host", async () => {
    await addRedirection(web.db, own, {
      name: "",
      path: "/Old",
      url: "https://world.example/a?b=$http_cookie",
    });
    await addRedirection(web.db, own, { name: "", path: "/now", url: "https://world.example/", type: "302" });
    await addRedirection(web.db, own, { name: "away", url: "http://uno.test/info.php" });
    const long = `/${"long/".repeat(204)}x`;
    const far = `https://world.example/?${"$'".repeat(600)}`;
    await addRedirection(web.db, own, { name: "", path: long, url: far });
    await apply(web.db, own);
    for (const [address, status, location] of [
      ["http://uno.test/old", 301, "https://world.example/a?b=%24http_cookie"],
      ["http://uno.test/old/?q=1", 301, "https://world.example/a?b=%24http_cookie"],
      ["http://uno.test/now", 302, "https://world.example/"],
      [`http://uno.test${long}`, 301, far.replaceAll("$", "%24").replaceAll("'", "%27")],
      ["http://away.uno.test/any/path", 301, "http://uno.test/info.php"],
    ] as const) {
      const { status: got, headers } = await ask(web, address, { headers: { cookie: "a=b" } });
      assert.deepEqual([got, headers.location], [status, location]);
    }
    assert.equal((await ask(web, "http://uno.test/older")).status, 404);
  });

  test("as a frame shows its page within the address, with what was typed as text", async () => {
    const id = await addRedirection(web.db, own, {
      name: "frame",
      url: "https://world.example/",
      type: "frame",
    });
    await web.db.query(
      `update atrio.redirection set iframe_title = '"><script>', iframe_description = 'a & b', iframe_keywords = 'c' where id = $1`,
      [id],
    );
    await apply(web.db, own);
    const { status, body, headers } = await ask(web, "http://frame.uno.test/x");
    assert.deepEqual([status, headers["content-type"]], [200, "text/html; charset=utf-8"]);
    assert.match(body, /<iframe src="https:\/\/world.example\/" title="&quot;&gt;&lt;script&gt;">/);
    for (const said of [
      'name="description" content="a &amp; b"',
      'name="keywords" content="c"',
      '<html lang="und">',
    ])
      assert.ok(body.includes(said), said);
    const posted = await ask(web, "http://frame.uno.test/x", { method: "POST" });
    assert.deepEqual([posted.status, posted.body], [405, body]);
  });
});

test("parking shows one page for every name, and the site again after it", async () => {
  await putFile(web, other, "public_html/.atrio/s/x.html", "around it");
  await putFile(web, other, "public_html/x:/.atrio/x.html", "around it");
  await web.db.query("update atrio.web_service set parking = true where holding_id = $1", [other]);
  await apply(web.db, other);
  for (const path of ["/", "/secret.txt", "/.atrio/s/x.html", "/x:/.atrio/x.html"]) {
    const { status, body } = await ask(web, `http://www.dos.test${path}`);
    assert.equal(status, 200);
    assert.match(body, /Dominio registrado/, path);
  }
  const posted = await ask(web, "http://www.dos.test/order", { method: "POST", body: "a=1" });
  assert.equal(posted.status, 405);
  assert.match(posted.body, /Dominio registrado/);
  await web.db.query("update atrio.web_service set parking = false where holding_id = $1", [other]);
  await apply(web.db, other);
  assert.equal((await ask(web, "http://www.dos.test/secret.txt")).body, "dos");
});

test("a service that only redirects and parks is parked from the start, and has no folder", async () => {
  const parked = await addService(web.db, "tres.test", "parking");
  await addRedirection(web.db, parked, { name: "go", url: "https://world.example/" });
  await apply(web.db, parked);
  assert.match((await ask(web, "http://www.tres.test/")).body, /Dominio registrado/);
  assert.equal((await ask(web, "http://go.tres.test/")).status, 301);
  await web.db.query("update atrio.web_service set parking = false where holding_id = $1", [parked]);
  await apply(web.db, parked);
  assert.equal((await ask(web, "http://tres.test/")).status, 404);
});

test("a removed holding is served to nobody, its files are kept aside", async () => {
  const gone = await addService(web.db, "cuatro.test");
  await apply(web.db, gone);
  await putFile(web, gone, "public_html/index.html", "cuatro");
  await web.db.query("delete from atrio.holding where id = $1", [gone]);
  for (let tries = 0; (await ask(web, "http://cuatro.test/")).status !== 404; tries += 1) {
    assert.ok(tries < 300, "it is served still");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});

test("a name is the next holding's as soon as the one before is gone", async () => {
  const gone = await addService(web.db, "cinco.test");
  await apply(web.db, gone);
  await web.db.query("delete from atrio.holding where id = $1", [gone]);
  const next = await addService(web.db, "cinco.test");
  await apply(web.db, next);
  await putFile(web, next, "public_html/index.html", "next");
  assert.equal((await ask(web, "http://cinco.test/")).body, "next");
});

test("what a removed holding had goes for good after a month, whatever lies in it", async () => {
  const gone = await addService(web.db, "seis.test");
  await apply(web.db, gone);
  const place = { services: join(web.home, "web/srv"), trash: mkdtempSync(join(tmpdir(), "atrio-trash-")) };
  try {
    await asService(web, gone, "cd /home; mkdir -p a/b; chmod 0 a/b; ln -s / root; mkfifo pipe; echo x >-rf");
    await throwAway(place, gone);
    assert.equal(existsSync(join(place.services, String(gone))), false);
    assert.equal(await emptyTrash(place), 0);
    assert.equal(await emptyTrash(place, Date.now() + 31 * 86_400_000), 1);
    assert.deepEqual(readdirSync(place.trash), []);
  } finally {
    rmSync(place.trash, { recursive: true, force: true });
    await web.db.query("delete from atrio.holding where id = $1", [gone]);
  }
});

describe("TLS", () => {
  const directory = mkdtempSync(join(tmpdir(), "atrio-certificate-"));
  after(() => rmSync(directory, { recursive: true, force: true }));

  /** One that signs itself, for a host. */
  function make(host: string) {
    const [key, certificate] = [join(directory, `${host}.key`), join(directory, `${host}.crt`)];
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key];
    const names = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
    execFileSync("openssl", ["req", "-x509", ...curve, ...names, "-days", "30", "-out", certificate], {
      stdio: "ignore",
    });
    return { key: readFileSync(key, "utf8"), certificate: readFileSync(certificate, "utf8") };
  }

  async function secure(host: string): Promise<string> {
    const { key, certificate } = make(host);
    const { rows } = await web.db.query<{ id: number }>(
      "select nextval('atrio.certificate_id_seq')::int as id",
    );
    const { id } = rows[0]!;
    const vault = openVault(join(web.home, "run/vault/vault.sock"));
    const sealed = await vault.seal(keyPlace(id), key);
    await web.db.query(
      `insert into atrio.certificate (id, holding_id, host, source, certificate_pem, key_sealed, names, issuer, not_before, not_after)
       overriding system value values ($1, $2, $3, 'uploaded', $4, $5, array[$3], 'test', now(), now() + interval '30 days')`,
      [id, own, host, certificate, sealed],
    );
    await web.db.query("update atrio.subdomain set https = true, certificate_id = $1 where host = $2", [
      id,
      host,
    ]);
    await apply(web.db, own);
    return certificate;
  }

  test("speaks with each name's own certificate, and leads there when it is told to", async () => {
    const ca = await secure("uno.test");
    assert.equal((await ask(web, "https://uno.test/", { ca })).body, "<p>uno");
    await assert.rejects(ask(web, "https://www.uno.test/", { ca }), /self-signed|altname/i);
    assert.equal((await ask(web, "http://uno.test/")).status, 200);
    await web.db.query("update atrio.subdomain set https_only = true, hsts = true where host = 'uno.test'");
    await apply(web.db, own);
    const { status, headers } = await ask(web, "http://uno.test/info.php?a=b");
    const { port } = web.ready.services.https;
    assert.deepEqual([status, headers.location], [301, `https://uno.test:${port}/info.php?a=b`]);
    const secured = await ask(web, "https://uno.test/info.php", { ca });
    assert.match(String(secured.headers["strict-transport-security"]), /max-age=31536000/);
    // a certificate's challenge is asked for in the clear
    assert.equal((await ask(web, "http://uno.test/.well-known/acme-challenge/x")).status, 404);
  });

  test("keeps a certificate's key from everybody but nginx", () => {
    const mode = execFileSync(
      "find",
      [join(web.home, "web/certificates"), "-name", "*.key", "-perm", "/007"],
      {
        encoding: "utf8",
      },
    );
    assert.equal(mode, "");
  });
});
