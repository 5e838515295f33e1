import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { framePage, hostsOf, linesOf, phpDefaults, phpValue } from "./maps.ts";
import type { HoldingWeb, Redirection, Site } from "./sites.ts";

const site = (given: Partial<Site> = {}): Site => ({
  host: "shop.uno.test",
  folder: "/shop",
  https: false,
  httpsOnly: false,
  hsts: false,
  certificateId: null,
  phpSettings: {},
  ...given,
});
const redirection = (given: Partial<Redirection> = {}): Redirection => ({
  id: 7,
  host: "old.uno.test",
  path: "",
  url: "https://world.example/",
  keepPath: false,
  type: "301",
  title: "",
  description: "",
  keywords: "",
  ...given,
});
const web = (given: Partial<HoldingWeb> = {}): HoldingWeb => ({
  holdingId: 12,
  reference: "uno.test",
  kind: "hosting",
  parking: false,
  companyId: null,
  php: "8.2",
  trafficSpent: false,
  spaceSpent: false,
  sites: [site()],
  redirections: [],
  certificates: [],
  ...given,
});
const stack = (file: string) => readFileSync(join(import.meta.dirname, "../../../../stack", file), "utf8");
const inWords = (value: string) => ({ Off: "0", On: "1" })[value] ?? value;
const none: ReadonlySet<number> = new Set();
const keys = (lines: readonly string[]) => lines.map((line) => line.split('"')[1]);
const shown = (host: string) => linesOf(web({ sites: [site({ host })] }), none).shown;

describe("the lines of a holding", () => {
  it("say whose a host is and where it is served from", () => {
    const lines = linesOf(web({ sites: [site(), site({ host: "uno.test", folder: "/" })] }), none);
    assert.deepEqual(lines.site, ['shop.uno.test "shop.uno.test";', 'uno.test "uno.test";']);
    assert.deepEqual(lines.holding, ["shop.uno.test 12;", "uno.test 12;"]);
    assert.deepEqual(lines.folder, ['shop.uno.test "/shop";', 'uno.test "";']);
    assert.deepEqual(lines.state, []);
  });

  it("lead to HTTPS only where there is a certificate to speak it with", () => {
    const secured = site({ https: true, httpsOnly: true, hsts: true, certificateId: 3 });
    const without = linesOf(web({ sites: [secured] }), none);
    assert.deepEqual([without.certificate, without["https-only"]], [[], []]);
    const lines = linesOf(web({ sites: [secured] }), new Set([3]));
    assert.deepEqual([lines.certificate, lines["https-only"]], [["shop.uno.test 3;"], ["shop.uno.test 2;"]]);
    const off = linesOf(web({ sites: [{ ...secured, https: false }] }), new Set([3]));
    assert.deepEqual(off.certificate, []);
  });

  it("have the certificates of names that are no sites, where they lie there", () => {
    const certificates = [
      { host: "old.uno.test", certificateId: 4 },
      { host: "shop.uno.test", certificateId: 5 },
    ];
    const one = web({ redirections: [redirection()], certificates });
    assert.deepEqual(linesOf(one, new Set([4, 5])).certificate, ["old.uno.test 4;"]);
    assert.deepEqual(linesOf(one, none).certificate, []);
  });

  it("hold nothing of a destination that nginx could take for its own", () => {
    for (const [url, said] of [
      ["https://e.example/?a=$http_cookie", "https://e.example/?a=%24http_cookie"],
      ['https://e.example/";}', "https://e.example/%22%3B%7D"],
      ["https://e.example/a\r\nSet-Cookie: x", "https://e.example/a%0D%0ASet-Cookie:%20x"],
      ["https://e.example/\\ñ", "https://e.example/%5C%C3%B1"],
    ] as const) {
      const lines = linesOf(web({ redirections: [redirection({ url })] }), none);
      assert.deepEqual(lines["redirect-host"], [`old.uno.test "301 ${said}";`]);
    }
    assert.throws(() => linesOf(web({ sites: [site({ folder: '/a";' })] }), none), /folder/);
    assert.throws(() => linesOf(web({ sites: [site({ phpSettings: { a: 'x";' } })] }), none), /setting/);
  });

  it("redirect a path as a file and as a folder", () => {
    const one = redirection({ host: "uno.test", path: "/Old" });
    assert.deepEqual(linesOf(web({ redirections: [one] }), none)["redirect-path"], [
      '"uno.test/Old" "301 https://world.example/";',
      '"uno.test/Old/" "301 https://world.example/";',
    ]);
  });

  it("have a path as nginx decodes it, and a query as browsers send it", () => {
    const redirections = ["/año nuevo", "/a?id=5", "/?q=%C3%B1"].map((path) => redirection({ path }));
    const lines = linesOf(web({ redirections }), none);
    assert.deepEqual(keys(lines["redirect-path"]), ["old.uno.test/año nuevo", "old.uno.test/año nuevo/"]);
    assert.deepEqual(keys(lines["redirect-query"]), [
      "old.uno.test/a?id=5",
      "old.uno.test/a/?id=5",
      "old.uno.test/?q=%C3%B1",
    ]);
    for (const path of ['/a" 1; "', "/a\\", "/a\n", "/a$host", "/a{"])
      assert.throws(() => linesOf(web({ redirections: [redirection({ path })] }), none), /path/);
  });

  it("mark a destination that is followed by the path, without its last slash", () => {
    for (const [url, said] of [
      ["https://world.example/", "https://world.example"],
      ["https://world.example/shop//", "https://world.example/shop"],
    ] as const) {
      const lines = linesOf(web({ redirections: [redirection({ url, keepPath: true })] }), none);
      assert.deepEqual(lines["redirect-host"], [`old.uno.test "301+ ${said}";`]);
    }
    const frame = redirection({ type: "frame", keepPath: true });
    assert.deepEqual(linesOf(web({ redirections: [frame] }), none)["redirect-host"], [
      'old.uno.test "frame 7";',
    ]);
  });

  it("show a frame by its number", () => {
    const lines = linesOf(web({ redirections: [redirection({ type: "frame" })] }), none);
    assert.deepEqual(lines["redirect-host"], ['old.uno.test "frame 7";']);
  });

  it("park every name, and serve nothing from names that are only redirected", () => {
    const parked = web({ parking: true, redirections: [redirection({ path: "/a" })] });
    assert.deepEqual(linesOf(parked, none).state, ["shop.uno.test parking;", "old.uno.test parking;"]);
    assert.deepEqual(linesOf({ ...parked, parking: false }, none).state, ["old.uno.test none;"]);
    const only = web({ kind: "parking", sites: [], parking: true });
    assert.deepEqual(hostsOf(only), ["uno.test", "www.uno.test"]);
    assert.deepEqual(linesOf(only, none).folder, []);
  });

  it("leave a redirected name to the wildcard that serves it, with its own certificate where the wildcard's does not reach", () => {
    const wildcard = site({ host: "*.uno.test", folder: "/any", phpSettings: { display_errors: "1" } });
    const one = web({
      sites: [wildcard, site()],
      redirections: [redirection({ path: "/a" }), redirection({ host: "shop.uno.test", path: "/b" })],
    });
    const lines = linesOf(one, none);
    assert.deepEqual(lines.folder, ['*.uno.test "/any";', 'shop.uno.test "/shop";', 'old.uno.test "/any";']);
    assert.deepEqual([lines.state, lines.certificate], [[], []]);
    assert.equal(lines["php-value"].length, 2);
    const deeper = { ...one, sites: [wildcard, site({ host: "*.old.uno.test", folder: "/deeper" })] };
    const below = { ...deeper, redirections: [redirection({ host: "a.old.uno.test", path: "/a" })] };
    assert.equal(linesOf(below, none).folder.at(-1), 'a.old.uno.test "/deeper";');
    const deep = { ...below, sites: one.sites, certificates: [{ host: "a.old.uno.test", certificateId: 4 }] };
    assert.deepEqual(linesOf(deep, new Set([4])).certificate, ["a.old.uno.test 4;"]);
    const secured = { ...one, sites: [{ ...wildcard, https: true, httpsOnly: true, certificateId: 9 }] };
    assert.equal(linesOf(secured, new Set([9])).certificate[1], "old.uno.test 9;");
    assert.deepEqual(linesOf(secured, new Set([9]))["https-only"], [
      "*.uno.test 1;",
      "old.uno.test 1;",
      "shop.uno.test 1;",
    ]);
  });

  it("say whose brand a parked name is in, by number, and nothing of names that are not parked", () => {
    const parked = web({ parking: true, companyId: 5, redirections: [redirection()] });
    assert.deepEqual(linesOf(parked, none).brand, ["shop.uno.test 5;", "old.uno.test 5;"]);
    for (const other of [{ parking: false }, { trafficSpent: true }, { companyId: null }])
      assert.deepEqual(linesOf({ ...parked, ...other }, none).brand, []);
  });

  it("say how people write a name, where that is of letters", () => {
    assert.deepEqual(shown("www.xn--caf-dma.test"), ['www.xn--caf-dma.test "www.café.test";']);
    assert.deepEqual(shown("xn--fiqs8s.test"), ['xn--fiqs8s.test "中国.test";']);
    // a heart, what leads back to another name, what is no such name
    for (const host of [
      "uno.test",
      "xn--i-7iq.test",
      "xn--abc-.test",
      "xn--99zzzzzz.test",
      "*.xn--caf-dma.test",
    ])
      assert.deepEqual(shown(host), [], host);
  });

  it("answer for spent traffic before anything else but redirections", () => {
    const lines = linesOf(web({ parking: true, trafficSpent: true }), none);
    assert.deepEqual(lines.state, ["shop.uno.test traffic;"]);
  });
});

it("PHP's settings are the same in php.ini, for sites that set none, and where one sets some", () => {
  const ini = Object.fromEntries(
    [...stack("php/php.ini").matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  for (const [name, value] of Object.entries(phpDefaults))
    assert.equal(inWords(ini[name] ?? ""), value, name);
  assert.ok(stack("web/nginx.conf").includes(`default "${phpValue({})}";`));
  assert.equal(
    phpValue({ display_errors: "1" }),
    phpValue({}).replace("display_errors=0", "display_errors=1"),
  );
});

it("a frame's page holds what was typed as text", () => {
  const page = framePage(
    redirection({ type: "frame", title: '"><script>alert(1)</script>', url: 'https://e.example/?"&' }),
  );
  assert.doesNotMatch(page, /<script|\?"/);
  assert.match(page, /<title>&quot;&gt;&lt;script&gt;/);
});

it("says as many settings of PHP as nginx hands to Apache on one line", () => {
  const conf = join(import.meta.dirname, "../../../../stack/web/htaccess-http.conf");
  const pattern = /"~(\^\(\?<value_1>.*\$)" /.exec(readFileSync(conf, "utf8"))?.[1] ?? "";
  const matched = new RegExp(pattern).exec(phpValue({ memory_limit: "1G" }));
  assert.deepEqual(matched?.slice(1), [
    "memory_limit=1G",
    ...Object.entries(phpDefaults)
      .slice(1)
      .map(([name, value]) => `${name}=${value}`),
  ]);
});
