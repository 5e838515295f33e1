import assert from "node:assert/strict";
import { test } from "node:test";
import { landing } from "./landing.ts";

const none = { domain: "disabled", service: "disabled", mail: "disabled", dns: "disabled" } as const;
const unreachable = () => Promise.reject(new Error("unreachable"));
const nobody = { wanted: null, owner: null, user: unreachable };
const go = (areas: object, rest: { wanted?: string; owner?: string; domainID?: number } = {}) =>
  landing({
    ...nobody,
    user: async () => "ana@uno.test",
    ...rest,
    areas: async () => ({ ...none, ...areas }),
  });

test("the first area with write access, in the specification's order", async () => {
  const cases = [
    [{ domain: "write", service: "write", mail: "write", dns: "write" }, "/admin/domain/"],
    [{ domain: "read", service: "write", mail: "write" }, "/admin/service/"],
    [{ mail: "write", dns: "write" }, "/admin/mail/"],
    [{ mail: "read", dns: "write" }, "/admin/service/"],
    [{ domain: "read", dns: "read" }, "/admin/"],
    [{}, "/admin/"],
  ] as const;
  for (const [areas, page] of cases) assert.equal(await go(areas), page, JSON.stringify(areas));
});

test("the only holding goes before the areas, the page asked for before both", async () => {
  assert.equal(await go({ domain: "write" }, { domainID: 7 }), "/admin/7/");
  assert.equal(await go({ domain: "write" }, { domainID: 7, wanted: "/admin/3/mail/" }), "/admin/3/mail/");
});

test("a page that another user of the tab asked for is nowhere to go", async () => {
  const wanted = "/admin/domain/?q=secret";
  assert.equal(await go({}, { wanted, owner: "ana@uno.test" }), wanted);
  assert.equal(await go({ mail: "write" }, { wanted, owner: "eva@uno.test" }), "/admin/mail/");
  const unknown = { ...nobody, wanted, owner: "ana@uno.test", areas: unreachable };
  assert.equal(await landing(unknown), "/admin/");
  assert.equal(await landing({ ...unknown, owner: null }), wanted);
});

test("areas are asked for only when they decide, and the dashboard serves when they fail", async () => {
  assert.equal(await landing({ ...nobody, domainID: 7, areas: unreachable }), "/admin/7/");
  assert.equal(await landing({ ...nobody, areas: unreachable }), "/admin/");
});
