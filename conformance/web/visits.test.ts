/** What visitors get while their neighbours' sites change, and by each kind of site that customers make. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { type IncomingMessage, get } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { until } from "../installation.ts";
import { makeCertificate } from "./certificate.ts";
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
import { type Call, signIn } from "./panel.ts";

let web: WebInstallation;
let own: number;
let other: number;
let call: Call;

before(async () => {
  web = await startWeb();
  own = await addService(web.db, "uno.test");
  other = await addService(web.db, "dos.test");
  await Promise.all([apply(web.db, own), apply(web.db, other)]);
  await putFile(web, own, "public_html/index.html", "uno");
  call = await signIn(web, own);
});
after(() => web?.stop());

/** As the panel's customer: live when this has resolved. */
async function change(path: string, form?: Readonly<Record<string, string>>): Promise<number> {
  const { data, system } = await call(path, form);
  if (system.job !== null) assert.equal((await untilEnded(web.db, system.job)).state, "done");
  return data?.subdomain?.id ?? 0;
}
const siteId = async (host: string): Promise<number> => {
  const { rows } = await web.db.query<{ id: number }>("select id::int from atrio.subdomain where host = $1", [
    host,
  ]);
  return rows[0]!.id;
};

describe("what began before others' changes", () => {
  let changes = 0;
  /** Somebody else's change, for which nginx reads its configuration again. */
  async function reload(): Promise<void> {
    const inForce = () => readlinkSync(join(web.home, "web/live"));
    const before = inForce();
    await addSite(web.db, other, `new${(changes += 1)}`, "/public_html");
    await apply(web.db, other);
    assert.notEqual(inForce(), before);
  }

  test("is downloaded whole, however slowly it is taken", async () => {
    const megabytes = 64;
    await asService(
      web,
      own,
      `head -c ${megabytes}M /dev/urandom >/home/public_html/large.bin; sha256sum </home/public_html/large.bin >/home/sum`,
    );
    const request = get({ ...web.ready.services.http, path: "/large.bin", headers: { host: "uno.test" } });
    const [reply]: IncomingMessage[] = await once(request, "response");
    const hash = createHash("sha256");
    let [bytes, reloads] = [0, 0];
    for await (const part of reply!) {
      hash.update(part);
      bytes += part.length;
      // nothing is read meanwhile: what the kernel holds of it is far from all
      if (bytes > (reloads + 1) * 1_000_000 && reloads < 2) {
        await reload();
        reloads += 1;
      }
    }
    assert.deepEqual([reloads, bytes], [2, megabytes * 1024 ** 2]);
    const sum = readFileSync(join(web.home, `web/srv/${own}/home/sum`), "utf8").split(" ")[0];
    assert.equal(hash.digest("hex"), sum);
  });

  test("is answered by PHP to its end", async () => {
    const script = `<?php touch('/home/begun');
      for ($n = 0; $n < 600 && !file_exists('/home/go'); $n++) { usleep(50000); clearstatcache(); }
      echo file_exists('/home/go') ? 'to the end' : 'too late';`;
    await putFile(web, own, "public_html/slow.php", script);
    const slow = ask(web, "http://uno.test/slow.php");
    const begun = join(web.home, `web/srv/${own}/home/begun`);
    await until("it is being answered", 20, () => existsSync(begun));
    await reload();
    await reload();
    await putFile(web, own, "go", "");
    const { status, body } = await slow;
    assert.deepEqual([status, body], [200, "to the end"]);
  });
});

test("three sites of one service keep their PHP settings apart, asked in turn and at a time", async () => {
  const names = ["memory_limit", "upload_max_filesize", "max_execution_time", "display_errors"];
  const script = `<?php echo implode(' ', array_map('ini_get', ['${names.join("','")}']));`;
  await putFile(web, own, "public_html/settings.php", script);
  await change("subdomain/create", {
    subDomain: "large",
    folder: "/public_html",
    memoryMegabytes: "512",
    displayErrors: "1",
  });
  await change("subdomain/create", {
    subDomain: "small",
    folder: "/public_html",
    uploadMegabytes: "2",
    executionSeconds: "30",
  });
  const said = [
    ["large.uno.test", "512M 64M 60 1"],
    ["small.uno.test", "128M 2M 30 0"],
    ["uno.test", "128M 64M 60 0"],
  ] as const;
  const asked = async ([host]: readonly [string, string]) => [
    host,
    (await ask(web, `http://${host}/settings.php`)).body,
  ];
  for (let round = 0; round < 5; round += 1)
    for (const site of said) assert.deepEqual(await asked(site), site);
  const many = Array.from({ length: 20 }, () => said).flat();
  assert.deepEqual(await Promise.all(many.map(asked)), many);
});

test("a site leads to HTTPS, and says so to browsers, as long as its customer wants it", async () => {
  const { cert, certkey } = makeCertificate("uno.test");
  const path = `subdomain/${await siteId("uno.test")}/save`;
  const folder = "/public_html";
  const seen = async () => {
    const plain = await ask(web, "http://uno.test/index.html?a=b");
    const secure = await ask(web, "https://uno.test/index.html", { ca: cert });
    return [plain.status, plain.headers.location, secure.body, secure.headers["strict-transport-security"]];
  };
  await change(path, { folder, SSLActive: "1", cert, certkey });
  assert.deepEqual(await seen(), [200, undefined, "uno", undefined]);
  const there = `https://uno.test:${web.ready.services.https.port}/index.html?a=b`;
  await change(path, { folder, httpsOnly: "1" });
  assert.deepEqual(await seen(), [301, there, "uno", undefined]);
  await change(path, { folder, hsts: "1" });
  assert.deepEqual(await seen(), [301, there, "uno", "max-age=31536000"]);
  await change(path, { folder, httpsOnly: "0", hsts: "0" });
  assert.deepEqual(await seen(), [200, undefined, "uno", undefined]);
});

test("a site of every name answers where no other does, as long as it is there", async () => {
  await putFile(web, own, "every/index.html", "every");
  await putFile(web, own, "named/index.html", "named");
  const every = await change("subdomain/create", { subDomain: "*", folder: "/every" });
  const named = await change("subdomain/create", { subDomain: "named", folder: "/named" });
  const seen = async (...hosts: readonly string[]) =>
    Promise.all(
      hosts.map(async (host) => {
        const { status, body } = await ask(web, `http://${host}/`);
        return status === 200 ? body : status;
      }),
    );
  const hosts = ["any.uno.test", "named.uno.test", "a.b.uno.test", "uno.test", "any.dos.test"];
  assert.deepEqual(await seen(...hosts), ["every", "named", "every", "uno", 404]);
  await change(`subdomain/${named}/delete`);
  assert.deepEqual(await seen("named.uno.test"), ["every"]);
  await change(`subdomain/${every}/delete`);
  assert.deepEqual(await seen("any.uno.test", "named.uno.test", "uno.test"), [404, 404, "uno"]);
});

test("what nginx refuses of one service keeps no change of the others back", async () => {
  const taken = await addRedirection(web.db, other, { name: "taken", url: "https://world.example/" });
  // as no constraint lets it: a name that is another's
  await web.db.query("update atrio.redirection set host = 'uno.test' where id = $1", [taken]);
  const refused = await askToApply(web.db, other);
  await change("subdomain/create", { subDomain: "beside", folder: "/public_html" });
  assert.equal((await ask(web, "http://beside.uno.test/")).body, "uno");
  assert.equal((await ask(web, "http://uno.test/")).body, "uno");
  assert.equal((await ask(web, "http://dos.test/")).status, 403);
  await web.db.query("delete from atrio.redirection where id = $1", [taken]);
  assert.equal((await untilEnded(web.db, refused)).state, "done");
});
