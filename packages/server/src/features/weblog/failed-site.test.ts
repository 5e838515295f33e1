import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import { type FindHost, failedSites } from "./failed-site.ts";

let panel: TestApp;
let hostOf: FindHost;
before(async () => {
  panel = await makeApp();
  const { id } = await panel.addHolding("uno.test");
  await panel.addHolding("dos.test");
  const sites = { shop: "/shop", "www.shop": "/shop", "*": "/rest", blog: "/public_html/blog/2026" };
  for (const [name, folder] of Object.entries(sites))
    await panel.db.insertInto("atrio.subdomain").values({ holding_id: id, name, folder }).execute();
  hostOf = await failedSites(panel, id);
});
after(() => panel.stop());

const fatal = (file: string) =>
  `PHP Fatal error:  Uncaught Exception: x in /home/public_html/a.php:3\nStack trace:\n#0 {main}\n  thrown in ${file} on line 12`;

const cases: readonly (readonly [message: string, host: string])[] = [
  ["PHP Warning:  Undefined variable $x in /home/public_html/index.php on line 3", "uno.test"],
  ["PHP Warning:  x in /home/shop/lib/a b/index.php on line 3", "shop.uno.test"],
  ["PHP Warning:  x in /home/shopping/index.php on line 3", ""],
  ["PHP Warning:  x in /home/rest/index.php on line 3", "*.uno.test"],
  ["PHP Warning:  x in /home/public_html/blog/index.php on line 3", "uno.test"],
  ["PHP Warning:  x in /home/public_html/blog/2026/index.php on line 3", "blog.uno.test"],
  ["PHP Parse error:  x in /home/shop/a.php(7) : eval()'d code on line 1", "shop.uno.test"],
  [fatal("/home/shop/index.php"), "shop.uno.test"],
  [
    "PHP Fatal error:  Uncaught Exception: x in /home/shop/a.php:3\nStack trace:\n#0 /home/publi…",
    "shop.uno.test",
  ],
  [
    "child 9, script '/home/shop/slow.php' (request: \"GET /slow.php\") execution timed out (301 sec), terminating",
    "shop.uno.test",
  ],
  ["what a script says in /home/shop", ""],
  ["server reached pm.max_children setting (8), consider raising it", ""],
  ["PHP Warning:  x in /etc/x.php on line 3", ""],
  ["/home/shop/a/.htaccess:3: Invalid command 'Blah'", "shop.uno.test"],
  ["AH01630: client denied by server configuration: /home/shop/x.sql", "shop.uno.test"],
  ["AH00124: Request exceeded the limit of 10 internal redirects", ""],
  [
    "PHP Fatal error:  x in /home/shop/a.php:3\nStack trace:\n#0 {main}\n  thrown in /home/sho…",
    "shop.uno.test",
  ],
  [" in /home/a".repeat(180), ""],
  [`${" in /home/".repeat(100_000)} on line ${"1".repeat(1_000_000)}x`, ""],
  [` in /home${"/a".repeat(1_000_000)} on line 1`, ""],
];
for (const [message, host] of cases)
  test(`${message.slice(0, 90).replaceAll("\n", " ")} is of ${host || "no site"}`, () =>
    assert.equal(hostOf(message), host));
