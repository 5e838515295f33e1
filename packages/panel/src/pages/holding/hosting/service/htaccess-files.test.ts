import assert from "node:assert/strict";
import { test } from "node:test";
import { filesOf } from "./htaccess-files.ts";

const problem = (file: string, line: number) => ({ file, line, message: "Why" });
const site = (referencePunycode: string, directorio: string) => ({ referencePunycode, directorio });

test("lines are shown by file, with the sites whose folder is the nearest above", () => {
  const sites = [
    site("uno.test", "/public_html"),
    site("www.uno.test", "/public_html"),
    site("shop.uno.test", "/public_html/shop"),
    site("all.uno.test", "/"),
  ];
  const lines = [
    problem("/public_html/.htaccess", 1),
    problem("/public_html/.htaccess", 2),
    problem("/public_html/shop/a/.htaccess", 1),
    problem("/public_html2/.htaccess", 1),
  ];
  assert.deepEqual(
    filesOf(lines, sites).map(({ file, hosts, problems }) => [file, hosts, problems.length]),
    [
      ["/public_html/.htaccess", ["uno.test", "www.uno.test"], 2],
      ["/public_html/shop/a/.htaccess", ["shop.uno.test"], 1],
      ["/public_html2/.htaccess", ["all.uno.test"], 1],
    ],
  );
  assert.deepEqual(filesOf(lines, []).at(0)?.hosts, []);
});
