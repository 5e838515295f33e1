import assert from "node:assert/strict";
import { test } from "node:test";
import { landing } from "./landing.ts";

const none = { domain: "disabled", service: "disabled", mail: "disabled", dns: "disabled" } as const;
const go = (areas: object, rest: { wanted?: string; domainID?: number } = {}) =>
  landing({ wanted: null, ...rest, areas: async () => ({ ...none, ...areas }) });

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

const unreachable = () => Promise.reject(new Error("unreachable"));

test("areas are asked for only when they decide, and the dashboard serves when they fail", async () => {
  assert.equal(await landing({ wanted: null, domainID: 7, areas: unreachable }), "/admin/7/");
  assert.equal(await landing({ wanted: null, areas: unreachable }), "/admin/");
});
