/** What nginx makes of redirections: the path and query they keep, and the sources with spaces, letters and queries. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type WebInstallation,
  addService,
  apply,
  ask,
  putFile,
  startWeb,
  untilEnded,
} from "./installation.ts";
import { type Call, signIn } from "./panel.ts";

let web: WebInstallation;
let call: Call;

before(async () => {
  web = await startWeb();
  const own = await addService(web.db, "uno.test");
  await apply(web.db, own);
  await putFile(web, own, "public_html/index.html", "uno");
  call = await signIn(web, own);
});
after(() => web?.stop());

/** Live when this has resolved. */
async function redirect(...forms: readonly Readonly<Record<string, string>>[]): Promise<void> {
  for (const form of forms) {
    const { system } = await call("redirection/create", form);
    if (system.job !== null) assert.equal((await untilEnded(web.db, system.job)).state, "done");
  }
}

/** As it stands in the request, without what a URL would make of it. */
async function go(host: string, path: string) {
  const { status, headers } = await ask(web, `http://${host}/`, { path });
  return { status, headers, location: headers.location };
}
async function locations(
  host: string,
  expected: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  for (const [path, location] of Object.entries(expected))
    assert.equal((await go(host, path)).location, location, `${host}${path}`);
}

const world = "https://world.example";

test("path and query are kept from a whole name to a whole name, and elsewhere where they are asked for", async () => {
  await redirect(
    { subDomain: "whole", urlRedir: `${world}/` },
    { subDomain: "not", urlRedir: `${world}/`, keepPath: "0" },
    { subDomain: "page", urlRedir: `${world}/shop/` },
    { subDomain: "shop", urlRedir: `${world}/shop/`, keepPath: "1", redirType: "302" },
    { subDomain: "", recurso: "/old", urlRedir: `${world}/`, keepPath: "1" },
    { subDomain: "", recurso: "/gone", urlRedir: `${world}/` },
  );
  await locations("whole.uno.test", {
    "/": `${world}/`,
    "/a/b%20%C3%B1/?c=1&d=%2F": `${world}/a/b%20%C3%B1/?c=1&d=%2F`,
    "/?c=1": `${world}/?c=1`,
    "/a.html": `${world}/a.html`,
    "/.well-known/acme-challenge/x": undefined,
    "/.well-known/other": `${world}/.well-known/other`,
  });
  await locations("not.uno.test", { "/a?c=1": `${world}/` });
  await locations("page.uno.test", { "/a?c=1": `${world}/shop/` });
  await locations("shop.uno.test", { "/a?c=1": `${world}/shop/a?c=1`, "/": `${world}/shop/` });
  assert.equal((await go("shop.uno.test", "/a")).status, 302);
  await locations("uno.test", {
    "/old": `${world}/old`,
    "/Old/?c=1": `${world}/Old/?c=1`,
    "/gone?c=1": `${world}/`,
    "/older": undefined,
  });
});

test("a source has spaces and letters, however browsers write them", async () => {
  await redirect(
    { recurso: "/año%20nuevo", urlRedir: `${world}/year` },
    { recurso: "/🙂", urlRedir: `${world}/smile` },
  );
  await locations("uno.test", {
    "/a%C3%B1o%20nuevo": `${world}/year`,
    "/A%c3%b1O%20nuevo/?c=1": `${world}/year`,
    "/%61%C3%B1o%20nuevo": `${world}/year`,
    "/a%C3%91o%20nuevo": undefined,
    "/a%C3%B1o+nuevo": undefined,
    "/a%C3%B1o%2520nuevo": undefined,
    "/%F0%9F%99%82": `${world}/smile`,
  });
});

test("a source with a query answers that query alone, before its path and its host do", async () => {
  await redirect(
    { recurso: "/view?id=5", urlRedir: `${world}/five` },
    { recurso: "/both", urlRedir: `${world}/path` },
    { recurso: "/both?id=5", urlRedir: `${world}/query` },
    { recurso: "?q=ñ", urlRedir: `${world}/search` },
    { subDomain: "ids", urlRedir: `${world}/`, keepPath: "0" },
    { subDomain: "ids", recurso: "?p=1", urlRedir: `${world}/first` },
  );
  await locations("uno.test", {
    "/view?id=5": `${world}/five`,
    "/view/?id=5": `${world}/five`,
    "/view": undefined,
    "/view?id=55": undefined,
    "/view?id=5&a=b": undefined,
    "/view%3Fid=5": undefined,
    "/view%3Fid=5?id=5": undefined,
    "/both?id=5": `${world}/query`,
    "/both?id=6": `${world}/path`,
    "/both": `${world}/path`,
    "/?q=%C3%B1": `${world}/search`,
    "/?q=%c3%b1": `${world}/search`,
    "/": undefined,
  });
  await locations("ids.uno.test", { "/?p=1": `${world}/first`, "/?p=2": `${world}/`, "/a?p=1": `${world}/` });
});

describe("a kept path", () => {
  const hostile = [
    "//evil.test",
    "//evil.test/%2e%2e",
    "///evil.test",
    "/\\evil.test",
    "/%5cevil.test",
    "/@evil.test",
    "/.evil.test",
    "/:80@evil.test/",
    "/?@evil.test",
    "/%0d%0aSet-Cookie:%20a=b",
    "/%0aSet-Cookie:%20a=b?%0d%0aSet-Cookie:%20a=b",
    "/a/../b",
    "/a/%2e%2e/b",
    "/a/%2E./admin/..%2f..%2f..%2fb",
    "/a/..\\..\\b",
    "/a/..%5c..%5cb",
    "/a/..?x",
    "/a/.",
    "/..",
    "/%2e%2e/admin",
    "/$host/${host}",
    '/"><script>',
    "http://page.evil.test/x",
    "http://evil.test?x@evil.test",
    "@evil.test",
    ".evil.test",
    "*",
  ];
  before(() =>
    redirect(
      { subDomain: "safe", urlRedir: `${world}/` },
      { subDomain: "below", urlRedir: `${world}/shop`, keepPath: "1" },
    ),
  );

  for (const path of hostile)
    test(`leads nowhere but to the destination: ${path}`, async () => {
      for (const [host, start] of [
        ["safe.uno.test", "/"],
        ["below.uno.test", "/shop/"],
      ] as const) {
        const { status, headers, location } = await go(host, path);
        assert.equal(headers["set-cookie"], undefined);
        if (location === undefined) {
          assert.ok([400, 404].includes(status), `${host}: ${status}`);
          continue;
        }
        assert.ok(location.startsWith(`${world}${start}`), location);
        const { origin, pathname, username } = new URL(location);
        assert.deepEqual([origin, username], [world, ""], location);
        assert.ok(pathname.startsWith(start), `${location} is ${pathname}`);
      }
    });
});
