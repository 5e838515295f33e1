import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import type { TestUser } from "../../test/helpers/user.ts";

let panel: TestApp;
let user: TestUser;
before(async () => {
  panel = await makeApp();
  user = await panel.asUser();
});
after(() => panel.stop());

const post = async (payload: string, type: string | undefined) => {
  const response = await panel.app.inject({
    method: "POST",
    url: "/api/permission/list/",
    payload,
    headers: {
      cookie: `session=${user.session.token}`,
      "x-requested-with": "XMLHttpRequest",
      ...(type === undefined ? {} : { "content-type": type }),
    },
  });
  return [response.statusCode, response.json<{ system: { statusCode: number } }>().system.statusCode];
};
const form = "application/x-www-form-urlencoded";

describe("a body", () => {
  for (const type of [
    form,
    `${form};charset=UTF-8`,
    `${form} ; charset="utf-8"`,
    "Application/X-WWW-Form-URLencoded",
  ])
    it(`is taken as ${type}`, async () => assert.deepEqual(await post("page=1", type), [200, 0]));

  for (const type of [
    undefined,
    "text/plain",
    "application/json",
    "application/json\t",
    "multipart/form-data; boundary=x",
    `${form}; charset=utf-7`,
    `${form}, text/plain`,
    "",
    "*/*",
  ])
    it(`is refused as ${type}`, async () => assert.deepEqual(await post("page=1", type), [415, 131]));

  it("may be missing", async () => assert.deepEqual(await post("", undefined), [200, 0]));

  it("has 64 kB at most", async () => {
    assert.deepEqual(await post(`filter=${"a".repeat(65_530)}`, form), [413, 131]);
    assert.deepEqual(await post(`filter=${"a".repeat(65_000)}`, form), [422, 130]);
  });

  it("has 64 fields at most, and is refused fast", async () => {
    const times = [];
    for (let n = 0; n < 5; n++) {
      const start = performance.now();
      assert.deepEqual(await post("a&".repeat(30_000), form), [422, 130]);
      times.push(performance.now() - start);
    }
    assert.ok(Math.min(...times) < 50, times.join(" "));
  });

  it("has no field that means something to JavaScript", async () => {
    for (const field of ["__proto__", "constructor", "toString", "a[]", "page[]"])
      assert.deepEqual(await post(`${field}=1`, form), [422, 130], field);
  });

  it("of a stranger is not read", async () => {
    const reply = await panel.anybody().call("permissionList", { headers: { "content-type": "text/plain" } });
    assert.equal(reply.status, 401);
  });
});

const sendBody = async (url: string, body: FormData | string, type?: string) => {
  const request = new Request("http://panel.test/", { method: "POST", body });
  const response = await panel.app.inject({
    method: "POST",
    url,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      cookie: `session=${user.session.token}`,
      "x-requested-with": "XMLHttpRequest",
      "content-type": type ?? request.headers.get("content-type") ?? "",
    },
  });
  return response.json<{ system: { statusCode: number; inputs: string[] } }>().system;
};
const partsOf = (...fields: readonly [name: string, value: string | Blob][]) => {
  const parts = new FormData();
  for (const [name, value] of fields) parts.append(name, value);
  return parts;
};

describe("a body in parts", () => {
  it("is read where the contract says so, and nowhere else", async () => {
    const { id } = await panel.addHolding("parts.test");
    await panel.grant(user.id, id, { domain_dns: "write" });
    const check = (...fields: readonly [name: string, value: string | Blob][]) =>
      sendBody(`/api/domain/${id}/dnscheck/`, partsOf(...fields));
    const wrong = await check(["default-ns", "0"], ["dns[]", "ñ_.test"], ["dns[]", "ns2.parts.test"]);
    assert.deepEqual([wrong.statusCode, wrong.inputs], [130, ["dns[]"]]);
    assert.equal((await check(["default-ns", "0"], ["dns[]", new Blob(["ns1.test"])])).statusCode, 131);
    const broken = await sendBody(
      `/api/domain/${id}/dnscheck/`,
      "default-ns=0",
      "multipart/form-data; boundary=x",
    );
    assert.equal(broken.statusCode, 131);
    assert.equal((await sendBody("/api/permission/list/", partsOf(["page", "1"]))).statusCode, 131);
  });
});

describe("addresses", () => {
  for (const path of [
    "/api/user/info",
    "/api//user/info/",
    "/api/user/info/x.css",
    "/api/nothing/",
    "/api/",
    "/api/%zz/",
  ])
    it(`${path} is nothing`, async () => {
      const reply = await user.send(path);
      assert.deepEqual([reply.status, reply.system.statusCode], [404, 120]);
      assert.equal(reply.headers["cache-control"], "no-store");
    });

  it("are not answered across origins", async () => {
    const reply = await user.send("/api/user/info/", { headers: { origin: "https://evil.test" } });
    assert.equal(reply.headers["access-control-allow-origin"], undefined);
  });
});

it("a request of two lengths ends the connection", async () => {
  await panel.app.listen({ port: 0, host: "127.0.0.1" });
  const address = panel.app.server.address();
  assert.ok(typeof address === "object" && address);
  const socket = connect(address.port, "127.0.0.1");
  socket.write(
    "POST /api/user/info/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  );
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  assert.match(text, /^HTTP\/1\.1 400 /);
});
