import assert from "node:assert/strict";
import { test } from "node:test";
import type { Redirection, SubdomainEntry } from "@atrio/contract";
import { filterGroups, groupsOf } from "./site-groups.ts";
import { tlsOf } from "./site-tls.ts";
import { suggestedFolder } from "./suggested-folder.ts";

const site = (id: number, name: string, directorio = "/public_html"): SubdomainEntry => ({
  id,
  subdominio: name,
  referencePunycode: name === "" ? "uno.test" : `${name}.uno.test`,
  directorio,
  eliminable: true,
  url: null,
  httpsOnly: false,
  hsts: false,
  certificate: null,
  certificateOrder: null,
  phpSettings: { memoryMegabytes: null, uploadMegabytes: null, executionSeconds: null, displayErrors: null },
  ssl: { enabled: false },
});
const redirection = (id: number, name: string, recurso: string): Redirection => ({
  id,
  origin: "",
  recurso,
  subDomain: name,
  subdominio: name,
  url: "https://elsewhere.example/",
  keepPath: false,
  redirType: "301",
  iframeTitle: "",
  iframeDescription: "",
  iframeKeywords: "",
  eliminable: true,
});

const groups = groupsOf(
  {
    sites: [site(1, "shop10"), site(2, "shop2", "/deep/shop"), site(3, "www"), site(4, "")],
    redirections: [redirection(7, "www", "/b"), redirection(8, "www", "/a"), redirection(9, "old", "")],
  },
  "uno.test",
);

test("the domain itself comes first, then www; each site has what leads away from it below it", () => {
  assert.deepEqual(
    groups.map(({ host, site: one, redirections }) => [host, one?.id, redirections.map(({ id }) => id)]),
    [
      ["uno.test", 4, []],
      ["www.uno.test", 3, [8, 7]],
      ["old.uno.test", undefined, [9]],
      ["shop2.uno.test", 2, []],
      ["shop10.uno.test", 1, []],
    ],
  );
});

const found = (q: string) => filterGroups(groups, q).map(({ host }) => host);
test("a group is found by address, folder, path and destination", () => {
  assert.equal(found("").length, 5);
  assert.deepEqual(found(" DEEP"), ["shop2.uno.test"]);
  assert.deepEqual(found("/a"), ["www.uno.test"]);
  assert.deepEqual(found("elsewhere"), ["www.uno.test", "old.uno.test"]);
});

const now = Date.UTC(2026, 5, 1);
const withCertificate = (days: number): SubdomainEntry => ({
  ...site(1, ""),
  ssl: { enabled: true },
  certificate: {
    source: "uploaded",
    names: ["uno.test"],
    issuer: "CA",
    notBefore: 0,
    notAfter: now / 1000 + days * 86_400,
  },
});
test("what HTTPS is like is told by the certificate", () => {
  assert.equal(tlsOf(site(1, ""), now), "off");
  assert.equal(tlsOf({ ...site(1, ""), ssl: { enabled: true } }, now), "missing");
  assert.deepEqual(
    [0, 13, 15].map((days) => tlsOf(withCertificate(days), now)),
    ["expired", "expires", "on"],
  );
  const failing = { certificateOrder: { fault: "It leads elsewhere.", failingSince: now / 1000 } };
  assert.deepEqual(
    [0, 13, 15].map((days) => tlsOf({ ...withCertificate(days), ...failing }, now)),
    ["expired", "failing", "failing"],
  );
});

test("a new site's folder follows its name", () => {
  assert.deepEqual(["", "shop", "Ñandú.blog", "*", "a b/../c", "..."].map(suggestedFolder), [
    "",
    "/shop",
    "/nandu.blog",
    "/any",
    "/a-b-..-c",
    "",
  ]);
});
