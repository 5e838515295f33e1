/** What is told of a file's lines that are not followed. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import parsing from "../stack/web/htaccess-parse.js";
import { decide } from "./htaccess.ts";

const told = (...lines: string[]) =>
  parsing
    .problems(lines.join("\n"))
    .problems.map(({ line, directive, reason }) => `${line} ${directive} ${reason}`);

describe("a line is told of that", () => {
  for (const [line, reason] of [
    ["Blah on", "unknown"],
    ["php_value memory_limit 64M", "phpSetting"],
    ["Action x /y", "handler"],
    ["AddHandler cgi-script .pl", "handler"],
    ["Require host example.test", "access"],
    ["Allow from example.test", "access"],
    ["AuthType Digest", "access"],
    ["AuthBasicProvider ldap", "value"],
    ["Redirect /a ftp://b", "address"],
    ["SetEnv FOO bar", "environment"],
    ["Options +Includes", "option"],
    ["AddOutputFilter INCLUDES .shtml", "value"],
    ["AcceptPathInfo Off", "value"],
    ["Header set Connection close", "header"],
    ["Header set X-A b expr=true", "value"],
    ["RewriteOptions AllowNoSlash", "value"],
    ["RewriteCond %{SSL:SSL_CIPHER} x", "value"],
    ["RewriteCond expr true", "value"],
    ["RewriteRule ^a ${names:b}", "value"],
    ["RewriteRule ^a /b [P]", "proxy"],
    ["RewriteRule ^a /b [CO=x:y:z]", "flag"],
    ["RewriteRule (", "syntax"],
    ["RewriteRule ( /a", "pattern"],
    ["Require not ip 192.0.2.1", "negative"],
    ["Redirect", "syntax"],
    [`Header set X ${"x".repeat(5000)}`, "long"],
    ["</Files>", "closed"],
  ] as const)
    test(`${line.slice(0, 40)}: ${reason}`, () =>
      assert.deepEqual(told("# one", line), [`2 ${line.split(" ")[0]} ${reason}`]));
});

test("what is usual, and what the server does by itself, is not", () => {
  assert.deepEqual(
    told(
      "Options -Indexes +FollowSymLinks -MultiViews",
      "AddOutputFilterByType DEFLATE text/html",
      "SetOutputFilter deflate",
      "AuthBasicProvider file",
      "BrowserMatch ^Mozilla/4 gzip-only-text/html",
      "RewriteCond %{HTTP:Authorization}%{LA-U:REMOTE_USER}%{TIME_HOUR} .",
      "RewriteRule ^(.*)$ https://%{HTTP_HOST}/$1 [R=301,L,NE]",
      "<IfModule mod_security.c>",
      "SecRuleEngine Off",
      "</IfModule>",
    ),
    [],
  );
});

test("a section is told of at its beginning: one that is not known, with all in it; one that is left open", () => {
  assert.deepEqual(told("<If true>", "Blah", "</If>", "<Files a>", "RewriteRule a b", "", "<Limit GET>"), [
    "1 <If> section",
    "5 RewriteRule section",
    "7 <limit> closed",
  ]);
  assert.deepEqual(told('<FilesMatch "(">', "</FilesMatch>"), ["1 <FilesMatch> pattern"]);
});

test("patterns are asked about where somebody knows better", () => {
  const asked: string[] = [];
  const source = 'RedirectMatch a++ /b\nBrowserMatch b c\n<Files "c?">\n</Files>\nRewriteRule (*NUL)d -';
  const { problems } = parsing.problems(source, (pattern) => {
    asked.push(pattern);
    if (pattern === "b") throw new SyntaxError("no");
  });
  assert.deepEqual(asked, ["a++", "b", "^c.$"]);
  assert.deepEqual(
    problems.map(({ line, reason }) => [line, reason]),
    [
      [2, "pattern"],
      [5, "pattern"],
    ],
  );
});

test("a long line that looks like a section takes no longer than its length", () => {
  const name = "a".repeat(4090);
  for (const line of [`<${name}`, `<${name}>\r>b`, `<${name} ${"> ".repeat(1000)}b`])
    assert.equal(parsing.parse(`${line}\n`.repeat(2000), undefined, Date.now() + 20_000).more, true);
  assert.deepEqual(told('<Files "a>b">', "Blah", "</Files >", "<Limit GET", "<>", "</>"), [
    "2 Blah unknown",
    "4 <Limit syntax",
    "5 <> syntax",
    "6 </> syntax",
  ]);
});

test("of one file a hundred lines are told, and that there are more", () => {
  const { problems, more } = parsing.problems("Blah\n".repeat(101));
  assert.deepEqual([problems.length, more], [100, true]);
  assert.equal(parsing.problems("Blah\n".repeat(100)).more, false);
});

test("a browser that is known by its name is kept out", () => {
  const files = {
    "/.htaccess": "BrowserMatchNoCase badbot bad\nOrder allow,deny\nAllow from all\nDeny from env=bad",
    "/a.txt": "",
  };
  assert.equal(decide(files, "/a.txt", { headers: { "User-Agent": "BadBot/1" } }), "403");
  assert.equal(decide(files, "/a.txt", { headers: { "User-Agent": "Good" } }), "file /a.txt");
});
