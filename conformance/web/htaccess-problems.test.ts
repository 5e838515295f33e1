/** The list of wrong rules: what Apache says of a file, and that visitors meet the same. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { until } from "../installation.ts";
import {
  type WebInstallation,
  addService,
  apply,
  ask,
  asService,
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

interface Looked {
  readonly problems: { file: string; line: number | null; message: string }[];
  readonly more: boolean;
}
/** Asks for it as the panel does. */
async function look(holding: number): Promise<Looked> {
  const { rows: jobs } = await web.db.query<{ id: number }>(
    "select atrio.enqueue('web.htaccess', $1::bigint, null, $1::bigint)::int as id",
    [holding],
  );
  assert.equal((await untilEnded(web.db, jobs[0]!.id)).state, "done");
  const { rows } = await web.db.query<Looked>(
    "select problems, more from atrio.htaccess where holding_id = $1",
    [holding],
  );
  return rows[0]!;
}
const named = async () =>
  (await look(own)).problems.map(({ file, line, message }) => `${file} ${line} ${message}`);
const statusOf = async (path: string) => (await ask(web, `http://uno.test${path}`)).status;

/** A folder with these rules: how the list begins to speak of it, or that it does not. */
const cases: Record<string, readonly [rules: string, named?: RegExp]> = {
  usual: [
    "Header set X-A yes\nRewriteEngine On\nRewriteRule ^old$ a.txt [L]\nphp_value memory_limit 64M\nSSLRequireSSL",
  ],
  expression: ['<If "true">\nHeader set X-A yes\n</If>'],
  unknown: ["Options -Indexes\nBlah on\nBlah off", /^2 Invalid command 'Blah'/],
  server: ["LogLevel debug", /^1 LogLevel not allowed here$/],
  argument: ["# one\nRedirect", /^2 Redirect (needs|takes)/],
  pattern: ["RewriteEngine On\nRewriteRule ( /a", /^2 RewriteRule: cannot compile regular expression '\('$/],
  section: ["<Limit GET>\nOptions -Indexes\n</Files>", /^3 .*<\/Files>/],
  value: ["php_value a=b c", /^1 A setting of PHP is one line\.$/],
  within: [
    "<IfModule mod_rewrite.c>\nRewriteEngine On\n\nRewriteBlah x\n</IfModule>",
    /^4 Invalid command 'RewriteBlah'/,
  ],
};

describe("what is named closes its folder, and nothing else does", () => {
  for (const [folder, [rules, expected]] of Object.entries(cases))
    test(folder, async () => {
      await putFile(web, own, `public_html/${folder}/a.txt`, "a");
      await putFile(web, own, `public_html/${folder}/.htaccess`, rules);
      const prefix = `/public_html/${folder}/.htaccess `;
      const [found, ...others] = (await named()).filter((one) => one.startsWith(prefix));
      assert.deepEqual(others, []);
      if (expected) assert.match(found?.slice(prefix.length) ?? "", expected);
      else assert.equal(found, undefined);
      // SSLRequireSSL is followed
      const status = await statusOf(`/${folder}/a.txt`);
      assert.equal(status, expected ? 500 : folder === "usual" ? 403 : 200);
    });
});

test("the error log has the line beside the request that failed", async () => {
  const since = new Date();
  assert.equal(await statusOf("/unknown/a.txt?x"), 500);
  const said = async () => {
    const { rows } = await web.db.query<{ message: string }>(
      "select message from atrio.web_error where holding_id = $1 and at >= $2::timestamptz - interval '2 s' order by id",
      [own, since],
    );
    return rows.map(({ message }) => message);
  };
  await until("both are in the log", 20, async () => {
    const all = await said();
    return (
      all.some((message) => message.startsWith("500 Internal Server Error: GET /unknown/a.txt")) &&
      all.some((message) =>
        message.startsWith("/home/public_html/unknown/.htaccess:2: Invalid command 'Blah'"),
      )
    );
  });
});

test("what is no file is told, nothing waits for a pipe, nothing leads to another's file", async () => {
  await putFile(web, other, "public_html/.htaccess", "Secret-of-another on");
  const theirs = join(web.home, "web/srv", String(other), "home/public_html/.htaccess");
  await asService(
    web,
    own,
    `cd /home/public_html && mkdir -p none/pipe none/folder/.htaccess none/kept none/link none/own .hidden
     for name in folder kept link own; do echo text >none/$name/a.txt; done
     mkfifo none/pipe/.htaccess && ln -s ${theirs} none/link/.htaccess && echo Blah >.hidden/.htaccess
     echo "Header set X-A own" >none/own/rules && ln -s rules none/own/.htaccess
     echo Blah >none/kept/.htaccess; chmod 000 none/kept/.htaccess`,
  );
  for (const folder of ["folder", "kept"]) assert.equal(await statusOf(`/none/${folder}/a.txt`), 403, folder);
  // in the jail it leads nowhere
  assert.equal(await statusOf("/none/link/a.txt"), 200);
  assert.equal(await statusOf("/none/own/a.txt"), 200);
  assert.deepEqual(
    (await named()).filter((one) => /none|hidden/.test(one)),
    [
      "/public_html/none/folder/.htaccess null not a regular file",
      "/public_html/none/kept/.htaccess null Permission denied",
    ],
  );
  assert.ok(!JSON.stringify(await look(own)).includes("Secret"));
});

test("rules above the sites' folders are named too, and rules that Apache's parser dies of end the list", async () => {
  await asService(web, other, "rm -f /home/public_html/.htaccess && echo Blah >/home/.htaccess");
  const { problems } = await look(other);
  assert.deepEqual(
    problems.map(({ file, line }) => [file, line]),
    [["/.htaccess", 1]],
  );
  const nested = `for i in $(seq 60000); do echo "<IfModule mod_rewrite.c>"; done >/home/public_html/.htaccess`;
  await asService(web, other, `rm /home/.htaccess && ${nested}`);
  assert.equal((await look(other)).more, true);
  await asService(web, other, "rm /home/public_html/.htaccess");
});

test("names and words are shown on one line, whatever is in them", async () => {
  await asService(
    web,
    own,
    String.raw`cd /home/public_html && dir="$(printf 'odd\n\033[31mname\342\200\256')" && mkdir "$dir" && printf 'Bl\033[1m on\n' >"$dir/.htaccess"`,
  );
  const { problems } = await look(own);
  const found = problems.find(({ file }) => file.includes("odd"));
  assert.equal(found?.file, String.raw`/public_html/odd\u{A}\u{1B}[31mname\u{202E}/.htaccess`);
  assert.match(found?.message ?? "", /^Invalid command 'Bl\\u\{1B\}\[1m'/);
});

test("a site of its own in another's folder is looked through once, and one that is gone no more", async () => {
  await putFile(web, own, "public_html/inner/.htaccess", "Blah");
  await web.db.query(
    "insert into atrio.subdomain (holding_id, name, folder) values ($1, 'in', '/public_html/inner')",
    [own],
  );
  const lines = (await named()).filter((one) => one.startsWith("/public_html/inner/"));
  assert.equal(lines.length, 1);
  await web.db.query("update atrio.subdomain set folder = '/elsewhere' where holding_id = $1", [own]);
  assert.deepEqual(await look(own), { problems: [], more: false });
});

test("ten thousand files, folders without end, and rules without end are looked through for a while and no more", async () => {
  await asService(
    web,
    other,
    `cd /home/public_html && seq -f 'd%g' 10000 | xargs mkdir && for name in d*; do echo Blah >$name/.htaccess; done
     for i in $(seq 80); do mkdir deep && cd deep && echo Blah >.htaccess; done`,
  );
  const started = performance.now();
  const { problems, more } = await look(other);
  assert.equal(problems.length, 500);
  assert.equal(more, true);
  assert.ok(performance.now() - started < 60_000);
  await asService(
    web,
    other,
    `cd /home/public_html && rm -r d* && yes 'RewriteRule ^(a|b|c)*d$ /x [L]' | head -c 300000000 >.htaccess`,
  );
  const late = performance.now();
  assert.equal((await look(other)).more, true);
  assert.ok(performance.now() - late < 60_000);
});
