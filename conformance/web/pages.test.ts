/** Pages of ours on customers' names: parking, in the brand of a company, and what a site says where there is nothing else to show. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { succeed, until } from "../installation.ts";
import {
  type Answer,
  type WebInstallation,
  addService,
  apply,
  ask,
  putFile,
  startWeb,
} from "./installation.ts";

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path fill="teal" d="M0 0h90v30H0z"/></svg>`;
const files = mkdtempSync(join(tmpdir(), "atrio-pages-"));
let web: WebInstallation;
let one: number;
/** Of the company that nobody is said to be of. */
let defaultName: string;

const atrio = (...args: string[]) => succeed(web.home, args);
const visit = (host: string, language = "es") =>
  ask(web, `http://${host}/`, { headers: { "accept-language": language } });
const untilShown = (host: string, words: RegExp) =>
  until(`${host} shows ${words}`, 30, async () => words.test((await visit(host)).body));

before(async () => {
  web = await startWeb();
  const { rows } = await web.db.query<{ name: string }>("select name from atrio.company order by id limit 1");
  defaultName = rows[0]!.name;
  writeFileSync(join(files, "logo.svg"), logo);
  await atrio("company", "add", "Uno Hosting");
  await atrio(
    "company",
    "set",
    "--company",
    "Uno Hosting",
    "--color",
    "rose",
    "--website",
    "https://uno.example",
  );
  await atrio("company", "set", "--company", "Uno Hosting", "--logo", join(files, "logo.svg"));
  await atrio("company", "add", '<!--#echo var="host"-->& Dos');
  await atrio("holding", "add", "uno.test", "--parking", "--company", "Uno Hosting");
  await atrio("holding", "add", "café.test", "--parking", "--company", '<!--#echo var="host"-->& Dos');
  await atrio("holding", "add", "nadie.test", "--parking");
  one = await addService(web.db, "sitio.test");
  await apply(web.db, one);
  await untilShown("uno.test", /Uno Hosting/);
  await untilShown("xn--caf-dma.test", /Dos/);
  await untilShown("nadie.test", /<h1>/);
});
after(async () => {
  rmSync(files, { recursive: true, force: true });
  await web.db.query("delete from atrio.company where id > (select min(id) from atrio.company)");
  await web.stop();
});

/** A page of ours, whoever it is about. */
function assertHarmless({ headers, body }: Answer): void {
  const policy = String(headers["content-security-policy"]);
  assert.match(
    policy,
    /^default-src 'none'; style-src 'nonce-[0-9a-f]{32}'; img-src data:; font-src 'self';/,
  );
  const [, number] = /'nonce-([0-9a-f]+)'/.exec(policy) ?? [];
  assert.ok(body.includes(`<style nonce="${number}">`));
  assert.equal(headers["x-robots-tag"], "noindex");
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["content-type"], "text/html; charset=utf-8");
  assert.equal(body.match(/<h1>/g)?.length, 1);
  assert.doesNotMatch(body, /<script|<!--#|style="|an error occurred/);
  assert.doesNotMatch(body, /(?:src|url\(")="?(?!data:|\/\.atrio\/font)[a-z/]/);
}

describe("a parked name", () => {
  test("is in the brand of its company, in the visitor's language", async () => {
    const spanish = await visit("uno.test");
    assert.equal(spanish.status, 200);
    assertHarmless(spanish);
    assert.match(spanish.body, /<h1>uno.test<\/h1>\s*<p class="said">Lo gestiona <bdi>Uno Hosting<\/bdi>/);
    assert.match(spanish.body, /<a href="https:\/\/uno.example\/">Ir a uno.example/);
    assert.ok(
      spanish.body.includes(`src="data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}"`),
    );
    const english = await visit("www.uno.test", "en-GB,es;q=0.5");
    assertHarmless(english);
    assert.match(english.body, /<html lang="en">/);
    assert.match(english.body, /<h1>www.uno.test<\/h1>\s*<p class="said">It is managed by <bdi>Uno Hosting/);
  });

  test("is shown as people write it, and a company's name as text, whatever it is", async () => {
    const page = await visit("www.xn--caf-dma.test", "en");
    assertHarmless(page);
    assert.match(page.body, /<h1>www.café.test<\/h1>/);
    assert.match(
      page.body,
      /<title>www.café.test · &lt;!--#echo var=&quot;host&quot;--&gt;&amp; Dos<\/title>/,
    );
    assert.doesNotMatch(page.body, /<a /);
  });

  test("of nobody's company is in the default one's", async () => {
    const { body } = await visit("nadie.test");
    assert.ok(body.includes(`<bdi>${defaultName}</bdi>`));
    assert.doesNotMatch(body, /Uno|Dos/);
  });

  test("has the font that its page asks for, and the page itself under no name of ours", async () => {
    const { status, headers } = await ask(web, "http://uno.test/.atrio/font");
    assert.deepEqual([status, headers["content-type"]], [200, "font/woff2"]);
    for (const path of ["/.atrio/parking", "/.atrio/parked"])
      assert.equal((await ask(web, `http://uno.test${path}`)).status, 404, path);
  });

  test("shows what its company is changed to, and another company's page when it is said to be of it", async () => {
    await atrio(
      "company",
      "set",
      "--company",
      "Uno Hosting",
      "--name",
      "Uno Nuevo",
      "--logo",
      "",
      "--website",
      "",
    );
    await untilShown("uno.test", /Uno Nuevo/);
    const { body } = await visit("uno.test");
    assert.doesNotMatch(body, /Uno Hosting|<img|<a /);
    assert.match(await atrio("web", "nadie.test", "--company", "Uno Nuevo"), /^company +Uno Nuevo$/m);
    await untilShown("nadie.test", /Uno Nuevo/);
    assert.match(await atrio("web", "nadie.test", "--company", ""), /^company +the default one$/m);
    await until("it is the default one's", 30, async () => !/Uno/.test((await visit("nadie.test")).body));
  });

  test("is in the default company's brand when its own is removed, and says so without any when that cannot be read", async () => {
    await atrio("company", "add", "Tres");
    await atrio("holding", "add", "tres.test", "--parking", "--company", "Tres");
    await untilShown("tres.test", /Tres/);
    await atrio("company", "remove", "Tres", "--yes");
    await until("it is the default one's", 30, async () =>
      (await visit("tres.test")).body.includes(`<bdi>${defaultName}</bdi>`),
    );
    const brands = join(web.home, "web/brands");
    assert.equal(
      readdirSync(brands).length,
      8,
      "two companies and the default one by its number and by 0, twice",
    );
    renameSync(brands, `${brands}.away`);
    try {
      const plain = await visit("tres.test", "en");
      assert.equal(plain.status, 200);
      assertHarmless(plain);
      assert.match(plain.body, /<h1>This domain has an owner<\/h1>/);
    } finally {
      renameSync(`${brands}.away`, brands);
    }
  });

  test("takes no address that is none for a website", async () => {
    for (const address of [
      "http://uno.example",
      "javascript:alert(1)",
      "uno.example",
      "https://a:b@uno.example",
    ])
      await assert.rejects(atrio("company", "set", "--website", address), /no https address/, address);
  });
});

describe("what a site says for itself", () => {
  test("in either language: no page yet, not for everybody, nothing here, no answer, no traffic left", async () => {
    const expect = async (path: string, status: number, es: RegExp, en: RegExp): Promise<void> => {
      for (const [language, words] of [
        ["es", es],
        ["en", en],
      ] as const) {
        const page = await ask(web, `http://sitio.test${path}`, { headers: { "accept-language": language } });
        assert.deepEqual([path, page.status], [path, status]);
        assertHarmless(page);
        assert.match(page.body, words);
        assert.match(page.body, /<p class="host">sitio.test<\/p>/);
      }
    };
    await expect("/", 403, /espera su primera página/, /ready for its first page/);
    await expect("/.env", 403, /no es para todos/, /not for everybody/);
    await expect("/nope", 404, /no hay nada/, /nothing at this address/);
    await putFile(web, one, "public_html/dies.php", "<?php posix_kill(getmypid(), 9);");
    await expect("/dies.php", 502, /no responde/, /does not answer/);
    await atrio("web", "sitio.test", "--traffic", "1K");
    await until("its traffic is counted", 60, async () => (await visit("sitio.test")).status === 503);
    await expect("/", 503, /agotado el tráfico/, /used up this month/);
  });

  test("shows who asks for a name of nobody that name as text", async () => {
    const page = await ask(web, "http://sitio.test/", { headers: { host: "<b>x.test" } });
    assert.doesNotMatch(page.body, /<b>/);
  });
});
