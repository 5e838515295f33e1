/** DNSSEC of a domain: the switch, which goes its way by itself, and records by hand, which the parent answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  eventually,
  fewLooks,
  titleOf,
  useBrowser,
  whenFocused,
} from "./browser.ts";
import { dig } from "./dig.ts";
import { holdingId } from "./holding-id.ts";
import { nameServers, registry } from "./product.ts";
import { dialog, fill, messageOf, question } from "./zone.ts";

const browser = useBrowser();
const digest = "AB12".repeat(16);
const publicKey = Buffer.alloc(64, 7).toString("base64");

async function openDomain(page: Page, reference: string, search = ""): Promise<void> {
  await page.goto(`/admin/${await holdingId(page, reference)}/domain/${search}`);
  await page.getByRole("heading", { level: 1, name: reference }).waitFor();
}
const section = (page: Page) => page.getByRole("region", { name: "DNSSEC" });
const theSwitch = (page: Page) => section(page).getByRole("switch", { name: "Firmar la zona aquí" });
const manage = (page: Page) => section(page).getByRole("button", { name: "Gestionar: DNSSEC" }).click();
const create = (page: Page) => dialog(page).getByRole("button", { name: "Añadir registro" }).click();
/** After the question whether to. */
const publish = (page: Page) => question(page).getByRole("button", { name: "Publicar el registro" }).click();

const paste = (page: Page, label: string, text: string) =>
  dialog(page)
    .getByRole("textbox", { name: label })
    .evaluate((field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", pasted);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
/** What the form would send. */
const sentBy = (page: Page) =>
  dialog(page)
    .locator("form")
    .evaluate((form: HTMLFormElement) => {
      const fields = new FormData(form);
      return ["keytag", "algorithm", "digesttype", "digest"].map((name) => fields.get(name));
    });

async function turn(page: Page): Promise<void> {
  await theSwitch(page).focus();
  await page.keyboard.press("Space");
}
const isSigned = async (name: string): Promise<boolean[]> =>
  Promise.all(nameServers.map(async (server) => (await dig(server, name, "DNSKEY")).length > 0));

test("the switch signs on both name servers, says until when it waits, and goes back without harm", async () => {
  const name = "example-17.test";
  const page = await browser.as("owner");
  await openDomain(page, name);
  await section(page).getByText("Sin activar").waitFor();
  await turn(page);
  await page.getByText("DNSSEC se está activando").waitFor();
  await page.getByText("Aviso", { exact: true }).waitFor(); // it has begun, and is not done
  const steps = section(page).getByRole("list", { name: "Pasos para activar DNSSEC" });
  await steps.getByText(/^Hasta las \d+:\d\d/).waitFor();
  assert.match(
    await steps.locator("[aria-current=step]").innerText(),
    /^Esperar a que nadie recuerde respuestas sin firmar/,
  );
  assert.deepEqual(await isSigned(name), [true, true]);
  assert.deepEqual(await dig(registry, name, "DS"), []);
  await page.reload();
  await steps.getByText(/^Hasta las \d+:\d\d/).waitFor();
  assert.equal(await theSwitch(page).isChecked(), true);

  await turn(page);
  await steps.waitFor({ state: "detached" });
  await eventually(() => isSigned(name), [false, false]);
  await section(page)
    .getByRole("list", { name: "Pasos para desactivar DNSSEC" })
    .waitFor({ state: "detached" });
  assert.equal(await theSwitch(page).isChecked(), false);
});

test("a record by hand is answered by the parent, the page says that it fits no key; deleted, it is gone", async () => {
  const name = "example-18.test";
  const page = await browser.as("owner");
  await openDomain(page, name);
  await manage(page);
  await dialog(page).getByRole("button", { name: "Nuevo registro" }).click();
  await dialog(page).getByRole("textbox", { name: "Etiqueta de clave (key tag)" }).waitFor();
  await page.reload();
  await paste(page, "Etiqueta de clave (key tag)", `${name}. 3600 IN DS 815 14 4 ${"cd".repeat(48)}`);
  await dialog(page).getByText("96 de 96 cifras hexadecimales").waitFor();
  await dialog(page).getByRole("button", { name: "ECDSAP384SHA384" }).waitFor();
  assert.deepEqual(await sentBy(page), ["815", "14", "4", "cd".repeat(48)]);
  await paste(page, "Etiqueta de clave (key tag)", `4711 13 2 ${digest}`);
  await fill(page, {
    "Resumen (digest)": `${digest.slice(0, 40)} ${digest.slice(40, 60)}`,
  });
  await dialog(page).getByText("60 de 64 cifras hexadecimales").waitFor();
  await create(page);
  assert.match(await messageOf(page, "Resumen (digest)"), /64 cifras/);
  assert.equal(
    await dialog(page).getByRole("textbox", { name: "Etiqueta de clave (key tag)" }).inputValue(),
    "4711",
  );
  await fill(page, { "Resumen (digest)": digest });
  await create(page);
  await question(page)
    .getByText(/Ningún servidor DNS de example-18\.test muestra la clave 4711\..* su correo no llegaría/)
    .waitFor();
  await question(page).getByRole("button", { name: "Cancelar" }).click();
  await question(page).waitFor({ state: "detached" });
  assert.deepEqual(await dig(registry, name, "DS"), []);
  await create(page);
  await publish(page);
  await dialog(page).getByText("4711").waitFor();
  assert.deepEqual(await dig(registry, name, "DS"), [`4711 13 2 ${digest.toLowerCase()}`]);
  await dialog(page).getByRole("button", { name: "Cerrar" }).last().click();
  await section(page).getByText("Cadena rota").waitFor();
  await section(page)
    .getByText(/ns1\.atrio\.test/)
    .waitFor();

  await manage(page);
  await dialog(page).getByRole("button", { name: "Eliminar el registro 4711" }).click();
  await question(page).getByText("¿Eliminar el registro DNSSEC 4711?").waitFor();
  await page.goBack();
  await question(page).waitFor({ state: "detached" });
  await dialog(page).waitFor();
  await page.goForward();
  await question(page).getByText("el dominio sigue funcionando").waitFor();
  await question(page).getByRole("button", { name: "Eliminar registro" }).click();
  await dialog(page).getByText("No hay ningún registro DS publicado.").waitFor();
  assert.deepEqual(await dig(registry, name, "DS"), []);
  await page.getByRole("button", { name: "Deshacer" }).last().click();
  await page.getByText("Ningún servidor DNS muestra ya la clave 4711").waitFor();
  assert.deepEqual(await dig(registry, name, "DS"), []);
});

test("who deletes records by keyboard goes on at the one that comes next", async () => {
  const page = await browser.as("owner");
  const id = await holdingId(page, "example-20.test");
  for (const keytag of ["1", "2"])
    await page.request.post(`/api/domain/${id}/dnssec/create/`, {
      headers: { "X-Requested-With": "XMLHttpRequest" },
      form: { keytag, algorithm: "13", digesttype: "2", digest },
    });
  await openDomain(page, "example-20.test", "?dialog=dnssec");
  const bin = (keytag: number) =>
    dialog(page).getByRole("button", { name: `Eliminar el registro ${keytag}` });
  await bin(1).focus();
  for (const keytag of [1, 2]) {
    await whenFocused(bin(keytag));
    await page.keyboard.press("Enter");
    await whenFocused(question(page).getByRole("button", { name: "Cancelar" }));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await bin(keytag).waitFor({ state: "detached" });
  }
});

test("a registry that takes keys asks for the key, and publishes its DS", async () => {
  const name = "taller.llaves.test";
  const page = await browser.as("owner");
  await openDomain(page, name, "?dialog=dnssec");
  await dialog(page).getByRole("button", { name: "Nuevo registro" }).click();
  await fill(page, { "Clave pública": publicKey });
  await create(page);
  await publish(page);
  await dialog(page)
    .getByRole("button", { name: /^Eliminar el registro/ })
    .waitFor();
  const [ds = ""] = await dig(registry, name, "DS");
  assert.match(ds, /^\d+ 13 2 [0-9a-f]{64}$/);
  await dialog(page).getByText(ds.split(" ")[0]!, { exact: true }).waitFor();
  await dialog(page)
    .getByRole("button", { name: /^Eliminar el registro/ })
    .click();
  await question(page).getByRole("button", { name: "Eliminar registro" }).click();
  await eventually(() => dig(registry, name, "DS"), []);
});

test("who may only look sees how it stands, and nothing to change it with", async () => {
  const page = await browser.as("viewer");
  await openDomain(page, "atrio.test", "?dialog=dnssec");
  await page.getByText("Acción no permitida").waitFor();
  await section(page).getByText("Sin activar").waitFor();
  await section(page).getByText("Firmar la zona aquí").waitFor();
  assert.equal(await section(page).getByRole("switch").count(), 0);
  assert.equal(
    await section(page)
      .getByRole("button", { name: /Gestionar/ })
      .count(),
    0,
  );
  assert.equal(await dialog(page).count(), 0);
});

for (const look of fewLooks)
  test(`is accessible: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    await openDomain(page, "example-19.test");
    await section(page).getByRole("switch").waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    await page.goto(`${page.url()}?dialog=dnssec`);
    await dialog(page)
      .getByRole("button", { name: /Nuevo registro|New record/ })
      .click();
    await dialog(page).getByRole("textbox").first().waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
  });
