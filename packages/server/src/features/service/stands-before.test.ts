import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";

const reference = "uno.test";
let panel: TestApp;
let id: number;
let user: TestUser;
before(async () => {
  panel = await makeApp({ webPorts: { http: 80, https: 443 }, webPatienceMilliseconds: 20_000 });
  await panel.db
    .insertInto("atrio.php_version")
    .values([{ version: "8.2" }, { version: "8.4" }])
    .execute();
  ({ id } = await panel.addHolding(reference));
  user = await panel.asUser({
    [id]: { service: "write", service_subdomains: "write", service_redirects: "write" },
  });
});
after(() => panel.stop());

/** In place of the worker. */
async function ended(): Promise<false> {
  await panel.db.updateTable("atrio.job").set({ state: "done" }).where("state", "=", "queued").execute();
  return false;
}
/** What a change says when the web servers have it. */
async function said(change: Promise<{ readonly system: { readonly info: readonly string[] } }>) {
  const answered = change.then(() => true);
  for (let isAnswered = false; !isAnswered;) isAnswered = await Promise.race([answered, ended()]);
  return (await change).system.info;
}
let folders = 0;
const saveSite = async () => {
  const { data } = await user.call("subdomainList", { params: { id } });
  const sid = data.subdomains.find(({ subdominio }) => subdominio === "www")!.id;
  const input = { folder: `/web${++folders}` };
  return said(user.call("subdomainSave", { params: { id, sid }, input }));
};
const setPhp = (phpVersion: "8.2" | "8.4") =>
  said(user.call("serviceSetPhp", { params: { id }, input: { phpVersion } }));
const park = (on: boolean) => said(user.call(on ? "parkingEnable" : "parkingDisable", { params: { id } }));
const spend = (bytes: number) =>
  panel.db
    .insertInto("atrio.web_usage")
    .values({ holding_id: id, traffic_bytes: bytes })
    .onConflict((conflict) => conflict.column("holding_id").doUpdateSet({ traffic_bytes: bytes }))
    .execute();

describe("a change that visitors cannot see says what they see instead", () => {
  it("the parking page", async () => {
    assert.deepEqual(await saveSite(), ["www.uno.test está en línea, como lo has guardado"]);
    assert.deepEqual(await park(true), ["El servicio muestra ya la página de parking"]);
    const parked = [
      "Guardado. Ahora los visitantes ven la página de parking: quítala para que vean los sitios",
    ];
    assert.deepEqual([await saveSite(), await setPhp("8.4")], [parked, parked]);
    assert.deepEqual(await park(false), ["La página de parking ya no se muestra"]);
    assert.deepEqual(await setPhp("8.2"), ["Los sitios usan ya PHP 8.2"]);
  });

  it("the notice of the traffic that is used up, parked or not", async () => {
    await panel.db
      .updateTable("atrio.web_service")
      .set({ traffic_bytes: 10 })
      .where("holding_id", "=", id)
      .execute();
    await spend(11);
    const spent = [
      "Guardado. El tráfico de este mes se ha agotado: los visitantes ven un aviso hasta el día 1",
    ];
    for (const told of [await saveSite(), await setPhp("8.4"), await park(true), await park(false)])
      assert.deepEqual(told, spent);
    await spend(0);
  });

  it("where a redirection of all of the host leads", async () => {
    const url = "https://outside.example/";
    const redirect = async (subDomain: string, recurso = "") =>
      said(user.call("redirectionCreate", { params: { id }, input: { subDomain, recurso, urlRedir: url } }));
    await redirect("www", "/part");
    assert.deepEqual(await saveSite(), ["www.uno.test está en línea, como lo has guardado"]);
    await redirect("www");
    const leads = (address: string) => [
      `Guardado. ${address} redirige a ${url}: es lo que ven los visitantes mientras no quites esa redirección`,
    ];
    assert.deepEqual(await saveSite(), leads("www.uno.test"));
    await redirect("");
    assert.deepEqual(await park(true), leads(reference));
    const parker = await panel.asUser({ [id]: { service_parking: "write" } });
    assert.deepEqual(await said(parker.call("parkingEnable", { params: { id } })), ["Ya estaba así"]);
    await park(false);
    assert.deepEqual(await said(parker.call("parkingEnable", { params: { id } })), [
      "Guardado. uno.test redirige a otra dirección: es lo que ven los visitantes mientras siga esa redirección",
    ]);
  });
});
