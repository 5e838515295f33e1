/** What is told of .htaccess files is what nginx does: what is named is not followed, what is not named is. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
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
  readonly problems: { file: string; line: number | null; directive: string; reason: string }[];
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
  (await look(own)).problems.map(({ file, line, reason }) => `${file} ${line} ${reason}`);
const get = (path: string, headers = {}) => ask(web, `http://uno.test${path}`, { headers });

const files = {
  "a.txt": "text",
  "a.shtml": '<!--#echo var="DATE_LOCAL" -->',
  "a.pl": "#!/usr/bin/perl",
  "a.php": `<?php echo json_encode([ini_get("arg_separator.output"), $_SERVER["HTTP_X_A"] ?? "", $_SERVER["FOO"] ?? "", $_SERVER["APP_ENV"] ?? ""]);`,
};
/** A folder with these rules: which lines are named, and how it is seen that these are not followed, and the others are. */
interface Case {
  readonly rules: string;
  readonly named: readonly string[];
  readonly seen: readonly [path: string, expected: string, part?: "body" | "location" | "x-a" | "x-b"][];
}
const broken: Case["seen"] = [["a.txt", "500"]];
const cases: Record<string, Case> = {
  usual: {
    rules: `Header set X-A yes
RewriteEngine On
RewriteRule ^old$ a.txt [L]
RewriteCond %{HTTP_USER_AGENT} ^bad
RewriteRule . - [F]
SetEnv APP_ENV test
<Files a.pl>
Require all denied
</Files>`,
    named: [],
    seen: [
      ["old", "text", "body"],
      ["a.txt", "yes", "x-a"],
      ["a.php", '["&","","","test"]', "body"],
      ["a.pl", "403"],
    ],
  },
  patterns: {
    rules: String.raw`RedirectMatch ^/patterns/\Qo.d\E$ https://a.test/
RedirectMatch ^/patterns/x++y$ https://b.test/
RedirectMatch ^/patterns/(?i)UP$ https://c.test/`,
    named: [],
    seen: [
      ["o.d", "https://a.test/", "location"],
      ["xxy", "https://b.test/", "location"],
      ["up", "https://c.test/", "location"],
      ["a.txt", "200"],
    ],
  },
  settings: {
    rules: `php_value arg_separator.output "|"
RequestHeader set X-A b
SetEnv FOO bar
SSLRequireSSL
Header set X-B "%D"
Header set X-A yes`,
    named: ["1 phpSetting", "2 unknown", "3 environment", "4 https", "5 value"],
    seen: [
      ["a.php", '["&","","",""]', "body"],
      ["a.txt", "", "x-b"],
      ["a.txt", "yes", "x-a"],
    ],
  },
  sections: {
    rules: `RewriteEngine On
<If "true">
Header set X-A yes
</If>
<Files a.txt>
RewriteRule . - [F]
Header set X-B yes
</Files>`,
    named: ["2 section", "6 section_rewrite"],
    seen: [
      ["a.txt", "text", "body"],
      ["a.txt", "", "x-a"],
      ["a.txt", "yes", "x-b"],
    ],
  },
  rewriting: {
    rules: `RewriteEngine On
RewriteRule ^far$ http://127.0.0.1/ [P]
RewriteCond %{SSL:SSL_CIPHER} .
RewriteRule ^a.txt$ - [F]
RewriteRule ^ftp$ ftp://a.test/ [R]`,
    named: ["2 proxy", "3 value", "5 address"],
    seen: [
      ["far", "404"],
      ["a.txt", "200"],
      ["ftp", "404"],
    ],
  },
  programs: {
    rules: `Options +Includes
AddOutputFilter INCLUDES .shtml
AddHandler cgi-script .pl`,
    named: ["1 option", "2 value", "3 handler"],
    seen: [
      ["a.shtml", files["a.shtml"], "body"],
      ["a.pl", "403"],
    ],
  },
  access: { rules: "Require host localhost", named: ["1 access"], seen: [["a.txt", "403"]] },
  words: { rules: "Options -Indexes\nRedirect", named: ["2 syntax"], seen: broken },
  open: { rules: "<Limit GET>\nOptions -Indexes", named: ["1 closed"], seen: broken },
  not: { rules: "Require not ip 192.0.2.1", named: ["1 negative"], seen: broken },
  long: { rules: `Header set X-A ${"x".repeat(4100)}`, named: ["1 long"], seen: broken },
  behind: { rules: "RedirectMatch (?<=a+)b /c", named: ["1 pattern"], seen: broken },
  class: { rules: "RedirectMatch [[:foo:]] /c", named: ["1 pattern"], seen: broken },
  verb: { rules: "RedirectMatch (*NO_JIT)a /c", named: ["1 pattern"], seen: broken },
  glob: { rules: '<Files "[z-a]">\n</Files>', named: ["1 pattern"], seen: broken },
};

describe("what is named is not followed, and all else is", () => {
  for (const [folder, { rules, named: expected, seen }] of Object.entries(cases))
    test(folder, async () => {
      for (const [name, content] of Object.entries({ ...files, ".htaccess": rules }))
        await putFile(web, own, `public_html/${folder}/${name}`, content);
      for (const [path, wanted, part] of seen) {
        const { status, headers, body } = await get(`/${folder}/${path}`);
        const got = part === "body" ? body : part ? (headers[part] ?? "") : String(status);
        assert.equal(got, wanted, `${path} ${status}`);
      }
      const prefix = `/public_html/${folder}/.htaccess `;
      assert.deepEqual(
        (await named()).filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length)),
        expected,
      );
    });
});

test("what is no file that nginx reads closes its folder; nothing waits for a pipe, nothing leads to another's file", async () => {
  await putFile(web, other, "public_html/.htaccess", "Secret-of-another on");
  const theirs = join(web.home, "web/srv", String(other), "home/public_html/.htaccess");
  await asService(
    web,
    own,
    `cd /home/public_html && mkdir -p none/pipe none/folder/.htaccess none/large none/kept none/link none/own none/most none/lost .hidden
     for name in pipe folder large kept link own most lost; do echo text >none/$name/a.txt; done
     mkfifo none/pipe/.htaccess && ln -s ${theirs} none/link/.htaccess && echo Blah >.hidden/.htaccess
     head -c 16385 /dev/zero | tr '\\0' '#' >none/large/.htaccess; head -c 16384 /dev/zero | tr '\\0' '#' >none/most/.htaccess
     echo "Header set X-A own" >none/own/rules && ln -s rules none/own/.htaccess
     echo "Require all denied" >/home/rules && ln -s /home/rules none/lost/.htaccess
     echo Blah >none/kept/.htaccess; chmod 600 none/kept/.htaccess`,
  );
  for (const folder of ["folder", "large", "kept", "link"])
    assert.equal((await get(`/none/${folder}/a.txt`)).status, 403, folder);
  // the last leads nowhere for nginx
  for (const folder of ["most", "pipe", "lost"])
    assert.equal((await get(`/none/${folder}/a.txt`)).status, 200, folder);
  assert.equal((await get("/none/own/a.txt")).headers["x-a"], "own");
  assert.equal((await get("/.hidden/a.txt")).status, 403);
  const all = await named();
  assert.deepEqual(
    all.filter((one) => /none|hidden/.test(one)),
    [
      "/public_html/none/folder/.htaccess null no_file",
      "/public_html/none/kept/.htaccess null unreadable",
      "/public_html/none/large/.htaccess null large",
      "/public_html/none/link/.htaccess null link",
      "/public_html/none/lost/.htaccess null link",
      "/public_html/none/own/.htaccess null link",
    ],
  );
  assert.ok(!JSON.stringify(await look(own)).includes("Secret"));
});

test("names and words are shown on one line, whatever is in them", async () => {
  await asService(
    web,
    own,
    String.raw`cd /home/public_html && dir="$(printf 'odd\n\033[31mname\342\200\256')" && mkdir "$dir" && printf 'Bl\033[1m\303\261 on\n' >"$dir/.htaccess"`,
  );
  const { problems } = await look(own);
  const found = problems.find(({ file }) => file.includes("odd"));
  assert.deepEqual(found, {
    file: String.raw`/public_html/odd\u{A}\u{1B}[31mname\u{202E}/.htaccess`,
    line: 1,
    directive: String.raw`Bl\u{1B}[1mñ`,
    reason: "unknown",
  });
});

test("a file in another encoding is told of, and keeps nothing of the others from it", async () => {
  await asService(
    web,
    own,
    `cd /home/public_html && mkdir wide && printf 'Bl\\0ah on\nRewriteRule ( /\n' >wide/.htaccess`,
  );
  const { problems } = await look(own);
  assert.deepEqual(
    problems.filter(({ file }) => file.includes("wide")).map(({ directive, reason }) => [directive, reason]),
    [
      [String.raw`Bl\u{0}ah`, "unknown"],
      ["RewriteRule", "pattern"],
    ],
  );
});

test("patterns that take long to compile are tried for a while and no more", async () => {
  // before them in the list, so it is tried
  await putFile(web, own, "public_html/a-first/.htaccess", "RedirectMatch (?<=a+)b /c");
  const slow = Array.from(
    { length: 300 },
    (_, index) => `RedirectMatch ${"(a?(?1)?)".repeat(448)}${String(index).replaceAll(/./g, "$&?")} /\n`,
  );
  await asService(
    web,
    own,
    "cd /home/public_html && mkdir slow && cd slow && split -l 3 -a 3 - d && for name in d*; do mkdir in-$name && mv $name in-$name/.htaccess; done",
    slow.join(""),
  );
  const { problems, more } = await look(own);
  await asService(web, own, "rm -r /home/public_html/slow /home/public_html/a-first");
  assert.equal(more, true);
  assert.ok(problems.some(({ file, reason }) => file.includes("a-first") && reason === "pattern"));
});

test("a site of its own in another's folder is looked through once, and one that is gone no more", async () => {
  await putFile(web, own, "public_html/inner/.htaccess", "Blah");
  await web.db.query(
    "insert into atrio.subdomain (holding_id, name, folder) values ($1, 'in', '/public_html/inner')",
    [own],
  );
  const lines = (await named()).filter((one) => one.startsWith("/public_html/inner/"));
  assert.deepEqual(lines, ["/public_html/inner/.htaccess 1 unknown"]);
  await web.db.query("update atrio.subdomain set folder = '/elsewhere' where holding_id = $1", [own]);
  assert.deepEqual(await look(own), { problems: [], more: false });
});

test("ten thousand files, and folders without end, are looked through for a while and no more", async () => {
  await asService(
    web,
    other,
    `cd /home/public_html && seq -f 'd%g' 10000 | xargs mkdir && for name in d*; do echo Blah >$name/.htaccess; done
     for i in $(seq 60); do mkdir deep && cd deep && echo Blah >.htaccess; done`,
  );
  const started = performance.now();
  const { problems, more } = await look(other);
  assert.equal(problems.length, 500);
  assert.equal(more, true);
  assert.ok(performance.now() - started < 60_000);
});
