import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { permissionKeys, type PermissionEntry } from "@atrio/contract";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
});
after(() => panel.stop());

describe("the permissions of one holding", () => {
  it("are all 19 keys, with what the page shows of it", async () => {
    const holding = await panel.addHolding("uno.test");
    const user = await panel.asUser({ [holding.id]: { service_dnszone: "write", domain: "read" } });
    const { status, data } = await user.call("permissionGet", { params: { id: holding.id } });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(data.permissions).toSorted(), permissionKeys.toSorted());
    const { domain, service_dnszone, ...others } = data.permissions;
    assert.deepEqual([domain, service_dnszone], ["read", "write"]);
    assert.deepEqual(new Set(Object.values(others)), new Set(["disabled"]));
    const inAYear = Math.floor(Date.now() / 1000) + 365 * 24 * 3600;
    const { domain: ofDomain, service: ofService } = data.breadcrumb;
    assert.ok(ofDomain && Math.abs(ofDomain.expireTS - inAYear) < 60);
    assert.ok(ofService && !ofService.isRedirAndParking);
    assert.deepEqual(
      [data.id, data.reference, data.service],
      [holding.id, "uno.test", { isRedirAndParking: false }],
    );
  });

  it("tell apart parking, a domain alone and a service alone", async () => {
    const parked = await panel.addHolding("parked.test", { serviceKind: "parking" });
    const domain = await panel.addHolding("domain.test", { serviceKind: null });
    const service = await panel.addHolding("service.test", { domainExpiresAt: null });
    const user = await panel.asUser(
      Object.fromEntries([parked, domain, service].map(({ id }) => [id, { domain: "read" }])),
    );
    const get = async ({ id }: { id: number }) => (await user.call("permissionGet", { params: { id } })).data;
    assert.deepEqual((await get(parked)).service, { isRedirAndParking: true });
    const alone = await get(domain);
    assert.deepEqual([alone.service, alone.breadcrumb.service], [null, null]);
    assert.equal((await get(service)).breadcrumb.domain, null);
    assert.deepEqual(
      [await get(parked), alone, await get(service)].map(({ hasMail }) => hasMail),
      [false, false, true],
    );
  });

  it("of a foreign holding are those of a missing one", async () => {
    const { id } = await panel.addHolding("foreign.test");
    const user = await panel.asUser();
    const replies = [];
    for (const one of [id, 999_999]) replies.push(await user.call("permissionGet", { params: { id: one } }));
    assert.deepEqual(
      replies.map(({ status, system }) => [status, system.statusCode]),
      [
        [404, 120],
        [404, 120],
      ],
    );
    assert.equal(replies[0]?.body, replies[1]?.body);
  });

  it("are in force at once", async () => {
    const { id } = await panel.addHolding("now.test");
    const user = await panel.asUser({ [id]: { domain: "read" } });
    await panel.grant(user.id, id, { domain: "write" });
    assert.equal((await user.call("permissionGet", { params: { id } })).data.permissions.domain, "write");
    await panel.grant(user.id, id, {});
    assert.equal((await user.call("permissionGet", { params: { id } })).status, 404);
  });
});

const parts = (of: Partial<PermissionEntry>) => ({
  hasDomain: false,
  hasService: false,
  hasMail: false,
  domainStatus: null,
  ...of,
});

describe("the list of holdings", () => {
  it("has what the user sees, ordered by reference", async () => {
    const b = await panel.addHolding("b.list.test");
    const a = await panel.addHolding("a.list.test", { serviceKind: null });
    const c = await panel.addHolding("c.list.test", { serviceKind: "parking", domainExpiresAt: null });
    await panel.addHolding("unseen.list.test");
    const user = await panel.asUser({
      [b.id]: { domain: "read", servicemail_alias: "read" },
      [a.id]: { domain_dns: "write", service: "write" },
      [c.id]: { service_redirects: "read", domain: "write" },
    });
    const { data } = await user.call("permissionList", {});
    assert.deepEqual(data, {
      permissions: [
        { id: a.id, reference: "a.list.test", ...parts({ hasDomain: true }) },
        { id: b.id, reference: "b.list.test", ...parts({ hasDomain: true, hasMail: true }) },
        { id: c.id, reference: "c.list.test", ...parts({ hasService: true }) },
      ],
      total: 3,
    });
    assert.deepEqual((await user.call("permissionList", { method: "GET" })).data, data);
    const kinds = async (kind: "domain" | "service" | "mail") =>
      (await user.call("permissionList", { input: { kind } })).data.permissions.map(
        ({ reference }) => reference[0],
      );
    assert.deepEqual(
      [await kinds("domain"), await kinds("service"), await kinds("mail")],
      [["a", "b"], ["c"], ["b"]],
    );
  });

  it("says how the registry has a domain that is not active, to who sees it, in their language", async () => {
    const { id } = await panel.addHolding("held.status.test");
    const sees = await panel.asUser({ [id]: { domain_dns: "read" } });
    const hasMail = await panel.asUser({ [id]: { servicemail: "read" } });
    const set = (status: string | null) =>
      panel.db.updateTable("atrio.holding").set({ domain_status: status }).where("id", "=", id).execute();
    const told = async (user: typeof sees, language = "en") => {
      const headers = { "accept-language": language };
      const list = await user.call("permissionList", { headers });
      const found = await user.call("permissionFind", { headers, input: { text: "held" } });
      assert.deepEqual(found.data.permissions, list.data.permissions);
      return list.data.permissions[0]?.domainStatus;
    };
    await set("hold");
    assert.deepEqual(
      [await told(sees), await told(sees, "es"), await told(hasMail)],
      ["on hold", "retenido", null],
    );
    await set("expired-redemption");
    assert.equal(await told(sees), "expired, in redemption");
    await set("serverUpdateProhibited");
    assert.equal(await told(sees), "serverUpdateProhibited");
    for (const nothing of ["active", null]) {
      await set(nothing);
      assert.equal(await told(sees), null);
    }
  });

  it("pages and filters in any mix", async () => {
    const grants: Record<number, { domain: "read" }> = {};
    for (let n = 1; n <= 23; n++) {
      const { id } = await panel.addHolding(`page-${String(n).padStart(2, "0")}.test`, { serviceKind: null });
      grants[id] = { domain: "read" };
    }
    const spanish = await panel.addHolding("xn--espaa-rta.page.test", { serviceKind: null });
    grants[spanish.id] = { domain: "read" };
    const user = await panel.asUser(grants);
    const list = async (input: Record<string, string>) => {
      const { permissions, total } = (await user.call("permissionList", { input })).data;
      return [permissions.length, permissions[0]?.reference, total];
    };
    assert.deepEqual(await list({}), [24, "page-01.test", 24]);
    assert.deepEqual(await list({ page: "1" }), [10, "page-01.test", 24]);
    assert.deepEqual(await list({ page: "3" }), [4, "page-21.test", 24]);
    assert.deepEqual(await list({ page: "4" }), [0, undefined, 24]);
    assert.deepEqual(await list({ page: "2", pageSize: "5", filter: "page-" }), [5, "page-06.test", 23]);
    assert.deepEqual(await list({ pageSize: "7" }), [7, "page-01.test", 24]);
    assert.deepEqual(await list({ filter: "PAGE-1", kind: "domain" }), [10, "page-10.test", 10]);
    assert.deepEqual(await list({ filter: "%" }), [0, undefined, 0]);
    assert.deepEqual(await list({ filter: "page_" }), [0, undefined, 0]);
    for (const filter of [
      "españa",
      "ESPAN\u0303A",
      "spaña",
      "españ",
      "ñ",
      "añ",
      "ñA。p",
      "xn--espaa",
      "--es",
      "rta.page",
    ])
      assert.deepEqual(await list({ filter }), [1, "xn--espaa-rta.page.test", 1], filter);
    assert.deepEqual(await list({ filter: "ñ", kind: "domain", page: "1" }), [
      1,
      "xn--espaa-rta.page.test",
      1,
    ]);
    assert.deepEqual(await list({ filter: "é" }), [0, undefined, 0]);
    assert.deepEqual(await list({ kind: "mail" }), [0, undefined, 0]);
  });

  for (const [input, value] of [
    ["page", "0"],
    ["page", "1e3"],
    ["pageSize", "101"],
    ["kind", "all"],
  ] as const)
    it(`refuses ${input}=${value}`, async () => {
      const user = await panel.asUser();
      const reply = await user.send("/api/permission/list/", {}, { [input]: value });
      assert.deepEqual([reply.status, reply.system.inputs], [422, [input]]);
    });

  it("refuses a field sent twice", async () => {
    const user = await panel.asUser();
    const reply = await user.send("/api/permission/list/?page=1&page=2", { method: "GET" });
    assert.deepEqual([reply.status, reply.system.inputs], [422, ["page"]]);
  });
});
