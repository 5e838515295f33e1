import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { parseFolder, parseSiteFolder } from "./folder.ts";
import type { Result } from "./result.ts";
import { parseSiteName } from "./site-name.ts";
import { canKeepPath, keepsPathByDefault, parseSitePath, parseWebAddress } from "./web-address.ts";

/** The canonical form, or the message's key with a `!`. */
const said = (result: Result<string>): string => {
  if (result.ok) return result.value;
  return `!${typeof result.error === "string" ? result.error : result.error.key}`;
};
function table(parse: (text: string) => Result<string>, cases: Readonly<Record<string, string>>): void {
  for (const [typed, expected] of Object.entries(cases)) assert.equal(said(parse(typed)), expected, typed);
}

suite("a folder", () => {
  test("has one form", () =>
    table(parseFolder, {
      "/": "/",
      " web/blog/ ": "/web/blog",
      "//web///mi tienda": "/web/mi tienda",
      "/a.b_c-D9": "/a.b_c-D9",
      "/.ssh": "/.ssh",
      "/web/../../etc": "!main.not_a_folder",
      "/./web": "!main.not_a_folder",
      "/a\\b": "!main.folder_characters",
      "/años": "!main.folder_characters",
      "/a;b": "!main.folder_characters",
      "/a\nb": "!main.folder_characters",
      [`/${"x".repeat(255)}`]: "!main.too_long",
    }));

  test("of a site is not all of them, nor a hidden one", () =>
    table(parseSiteFolder, {
      public_html: "/public_html",
      "/": "!subdomain.folder",
      "/.ssh": "!subdomain.folder",
      "/web/.git": "!subdomain.folder",
    }));
});

test("the name of a site stands without the domain, and is a host", () =>
  table((typed) => parseSiteName(typed, "ejemplo.test", { wildcard: true }), {
    "": "",
    "@": "",
    "ejemplo.test": "",
    Tienda: "tienda",
    ñandú: "xn--and-6ma2c",
    "a.b": "a.b",
    "tienda.ejemplo.test.": "tienda",
    "*": "*",
    "*.lab": "*.lab",
    "a.*": "!dns.name.wildcard",
    _dmarc: "!dns.name.no_underscore",
    "otro.test.": "!dns.name.outside",
    "-a": "!dns.name.hyphen",
    "a b": "!dns.name.characters",
    ["x".repeat(64)]: "!dns.name.label_long",
  }));

test("a redirection has no wildcard", () =>
  assert.equal(said(parseSiteName("*", "ejemplo.test")), "!dns.name.no_wildcard"));

test("a path stands behind the host", () =>
  table(parseSitePath, {
    "": "",
    "/": "",
    "ofertas/": "/ofertas",
    "/a/b.html": "/a/b.html",
    "/.well-known/acme-challenge/x": "!redirection.path_reserved",
    "/.ATRIO": "!redirection.path_reserved",
    "/.well-knowns": "/.well-knowns",
    "/a//b": "!redirection.path_parts",
    "/../a": "!redirection.path_parts",
    "/a/.": "!redirection.path_parts",
    "~ ^/": "!redirection.path",
    "/a{b": "!redirection.path",
    "/a;b": "!redirection.path",
    "/a%2e": "/a.",
    "/a%20b": "/a b",
    "/a b": "/a b",
    "año/%C3%B1": "/año/ñ",
    "/🙂": "/🙂",
    "/a%": "!redirection.path",
    "/a%ff": "!redirection.path",
    "/a%0d%0ab": "!redirection.path",
    "/a%25": "!redirection.path",
    "/a%3Fb": "!redirection.path",
    "/a%22": "!redirection.path",
    "/a\u00a0b": "!redirection.path",
    "/a\u202eb": "!redirection.path",
    "/a%20": "!redirection.path",
    "/a/%2e%2E/b": "!redirection.path_parts",
    "/a%2F%2fb": "!redirection.path_parts",
    "/%2Ewell-known": "!redirection.path_reserved",
    [`/${"ñ".repeat(512)}`]: "!main.too_long",
  }));

test("a path may ask for a query, letter by letter", () =>
  table(parseSitePath, {
    "/ver?id=5": "/ver?id=5",
    "/ver/?id=5&b[]=/": "/ver?id=5&b[]=/",
    "?id=5": "/?id=5",
    "/ver?": "/ver",
    "/ver?q=a b+ñ%20c": "/ver?q=a%20b+%C3%B1%20c",
    "/año?año=%2F": "/año?a%C3%B1o=%2F",
    "/.well-known?a": "!redirection.path_reserved",
    "/ver?a?b": "!redirection.path",
    "/ver?a#b": "!redirection.path",
    "/ver?a=%": "!redirection.path",
    '/ver?a="': "!redirection.path",
    "/ver?a=$host": "!redirection.path",
    "/ver?a=\ud800": "!redirection.path",
    "/ver?a\nb": "!redirection.path",
  }));

test("what a path becomes is typed again without a change", () => {
  for (const typed of ["/a%20b/ñ", "?q=a b", "/ver?q=%C3%B1&a+b"]) {
    const once = said(parseSitePath(typed));
    assert.equal(said(parseSitePath(once)), once);
  }
});

test("path and query are kept from whole name to whole name, and before no query", () => {
  for (const [path, url, expected] of [
    ["", "https://e.test/", true],
    ["", "https://e.test", true],
    ["/a", "https://e.test/", false],
    ["?id=5", "https://e.test/", false],
    ["", "https://e.test/a", false],
    ["", "https://e.test/?a", false],
    ["", "https://e.test/#a", false],
    ["", "", false],
  ] as const)
    assert.equal(keepsPathByDefault(path, url), expected, `${path} ${url}`);
  assert.deepEqual(["https://e.test/a", "https://e.test/?a", "https://e.test/#a"].map(canKeepPath), [
    true,
    false,
    false,
  ]);
});

test("a path is no longer than nginx's lines, in octets", () =>
  table(parseSitePath, {
    [`/${"ñ".repeat(511)}`]: `/${"ñ".repeat(511)}`,
    [`/${"x".repeat(1024)}`]: "!main.too_long",
  }));

test("an address of the web is http or https, of nobody, and one line of a URI's characters", () =>
  table(parseWebAddress, {
    "HTTPS://Ejemplo.TEST": "https://ejemplo.test/",
    "http://ejemplo.test:80/a b": "!redirection.url",
    "http://españa.test/ñ?a=ñ#x": "http://xn--espaa-rta.test/%C3%B1?a=%C3%B1#x",
    "http://e.test/a?\";}'$x": "http://e.test/a?%22;%7D%27$x",
    "http://e.test/a|b^c`d": "http://e.test/a%7Cb%5Ec%60d",
    "http://192.0.2.1:8080/": "http://192.0.2.1:8080/",
    "http://[2001:db8::1]/": "http://[2001:db8::1]/",
    "http://e.test\nSet-Cookie:a": "!redirection.url",
    "http://ana@e.test/": "!redirection.user",
    "http://user%0areturn@e.test/": "!redirection.user",
    "javascript:alert(1)": "!redirection.url",
    "//e.test/": "!redirection.url",
    "http:///e.test": "!redirection.url",
    "http://e.test\\@f.test/": "!redirection.url",
    "http://localhost/": "!redirection.url",
    "http://": "!redirection.url",
    [`http://e.test/${"ñ".repeat(400)}`]: "!main.too_long",
  }));
