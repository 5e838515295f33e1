/** What is done with one mailbox, from the menu of its row: password, space, forward, automatic reply. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, assertNoSidewaysScroll, eventually, titleOf, useBrowser } from "./browser.ts";
import { refused } from "./envelope.ts";
import { holdingId } from "./holding-id.ts";
import { addressRow, call, heldUndo, openMail, signsIn } from "./mail.ts";
import { atrio } from "./product.ts";
import { dialog, messageOf } from "./zone.ts";

const browser = useBrowser();
const domain = "example-11.test";
const password = "Correct-horse-9";
const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name, exact: true });
const target = (page: Page) => dialog(page).getByLabel("Destino", { exact: true });
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const closed = (page: Page) => dialog(page).waitFor({ state: "detached" });

/** A mailbox of this test's own; the page shows it. */
async function newMailbox(page: Page, name: string): Promise<string> {
  const id = await holdingId(page, domain);
  await call(page, `${id}/correo/create/`, { name, password });
  await openMail(page, domain, `?q=${name}`);
  const address = `${name}@${domain}`;
  await addressRow(page, address).waitFor();
  return address;
}

async function choose(page: Page, address: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: `Acciones de ${address}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  await dialog(page).getByRole("heading").first().waitFor();
}

test("a changed password lets in, the old one no more, and it can be seen once it is asked for", async () => {
  const page = await browser.as("owner");
  const address = await newMailbox(page, "password");
  assert.equal(await signsIn(address, password), true);
  await choose(page, address, "Cambiar contraseña");
  await dialog(page).getByLabel("Contraseña", { exact: true }).fill("short");
  await press(page, "Cambiar contraseña");
  await eventually(
    () => dialog(page).getByLabel("Contraseña", { exact: true }).getAttribute("aria-invalid"),
    "true",
  );
  await press(page, "Generar");
  const next = await dialog(page).getByLabel("Contraseña", { exact: true }).inputValue();
  await press(page, "Cambiar contraseña");
  await page.getByText("Contraseña cambiada").waitFor();
  await closed(page);
  assert.equal(await signsIn(address, next), true);
  assert.equal(await signsIn(address, password), false);

  await choose(page, address, "Ver contraseña");
  await dialog(page).getByText("Queda anotado quién la ha visto").waitFor();
  assert.equal(await page.getByText(next).count(), 0);
  await press(page, "Mostrar contraseña");
  await eventually(() => field(page, "Contraseña").inputValue(), next);
  await press(page, "Copiar");
  await dialog(page).getByRole("button", { name: "Copiado" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), next);
});

test("one that cannot be shown now says why; one that never can leads to another", async () => {
  const page = await browser.as("owner");
  const address = await newMailbox(page, "hidden");
  const why = "Demasiados intentos";
  await page.route("**/correo/*/password/**", (route) =>
    route.fulfill({ status: 429, json: refused(150, [why]) }),
  );
  await choose(page, address, "Ver contraseña");
  await press(page, "Mostrar contraseña");
  await dialog(page).getByText(why).waitFor();

  await page.route("**/correo/list/**", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({
      response: reply,
      body: (await reply.text()).replaceAll('"revealable":true', '"revealable":false'),
    });
  });
  await openMail(page, domain, "?q=hidden");
  await choose(page, address, "Ver contraseña");
  await dialog(page).getByText("no se puede mostrar").waitFor();
  await press(page, "Cambiar contraseña");
  await dialog(page).getByRole("button", { name: "Generar" }).waitFor();
});

test("space is a number and a unit; what is none is refused beside it, and it is taken back", async () => {
  const page = await browser.as("owner");
  const address = await newMailbox(page, "space");
  const row = addressRow(page, address);
  await row.getByText("0 B de 1 GB").waitFor();
  await choose(page, address, "Cambiar espacio");
  await field(page, "Espacio").fill("mucho");
  await press(page, "Guardar");
  assert.ok(await messageOf(page, "Espacio"));
  await field(page, "Espacio").fill("2,5");
  await press(page, "Guardar");
  await closed(page);
  await row.getByText("0 B de 2,5 GB").waitFor();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await row.getByText("0 B de 1 GB").waitFor();
});

test("one after the other is made in one go; what the service has left is said, and more is refused beside it", async () => {
  const limited = "example-19.test";
  await atrio("mail", limited, "--quota", "3G", "--mailboxes", "3");
  const page = await browser.as("owner");
  await openMail(page, limited, "?new=");
  await dialog(page).getByText("El servicio incluye 3 buzones; quedan 3.").waitFor();
  await dialog(page).getByText("El servicio incluye 3 GB; quedan 3 GB.").waitFor();
  assert.equal(await field(page, "Espacio").inputValue(), "1");
  await field(page, "Nombre").fill(`uno@${limited}`);
  assert.equal(await field(page, "Nombre").inputValue(), "uno");
  await dialog(page).getByLabel("Contraseña", { exact: true }).fill("12345678");
  await field(page, "Espacio").fill("1,5");
  await press(page, "Crear y añadir otro");
  await dialog(page).getByText("Demasiado fácil de adivinar").waitFor();
  await press(page, "Generar");
  await press(page, "Crear y añadir otro");
  await page.getByText(`uno@${limited} ya recibe correo`).waitFor();
  await dialog(page).getByText("El servicio incluye 3 buzones; quedan 2.").waitFor();
  await eventually(() => field(page, "Nombre").evaluate((input) => input === document.activeElement), true);

  await page.keyboard.type("dos");
  assert.equal(await field(page, "Espacio").inputValue(), "1,5");
  await field(page, "Espacio").fill("2");
  await press(page, "Generar");
  await page.keyboard.press("Control+Enter");
  assert.match(await messageOf(page, "Espacio"), /Quedan 1,5 GB de los 3 GB/);
  await field(page, "Espacio").fill("1,5");
  await page.keyboard.press("Control+Enter");
  await page.getByText(`dos@${limited} ya recibe correo`).waitFor();
  await dialog(page).getByText("El servicio incluye 3 buzones; queda 1.").waitFor();
  await dialog(page).getByText("El servicio incluye 3 GB; quedan 0 B.").waitFor();
  await (await heldUndo(page)).click();
  await dialog(page).getByText("El servicio incluye 3 GB; quedan 1,5 GB.").waitFor();
  await press(page, "Cancelar");
  await closed(page);
  await page.getByText("1 de 3 buzones · 1,5 GB de 3 GB repartidos").waitFor();
});

test("a mailbox sends on and keeps a copy; a target that leads back is refused, and nothing typed is lost", async () => {
  const page = await browser.as("owner");
  const address = await newMailbox(page, "forward");
  await choose(page, address, "Reenviar");
  await dialog(page).getByText("Reenviar y guardar una copia").click();
  await press(page, "Guardar");
  await eventually(() => target(page).getAttribute("aria-invalid"), "true");
  await target(page).fill(address);
  await press(page, "Guardar");
  await dialog(page)
    .getByText(/volvería/)
    .waitFor();
  assert.equal(await target(page).inputValue(), address);
  await target(page).fill("ana@example.com");
  await press(page, "Guardar");
  await closed(page);
  await addressRow(page, address).getByText("Reenvía").first().waitFor();
  await choose(page, address, "Reenviar");
  assert.equal(await target(page).inputValue(), "ana@example.com");
  await dialog(page).getByText("No reenviar").click();
  await press(page, "Guardar");
  await closed(page);
  await addressRow(page, address).getByText("Reenvía").waitFor({ state: "detached" });
});

test("an automatic reply says when it answers before it is saved", async () => {
  const page = await browser.as("owner");
  const address = await newMailbox(page, "reply");
  await choose(page, address, "Respuesta automática");
  await dialog(page).getByText("Todavía no responde. Empieza cuando guardes.").waitFor();
  assert.equal(await dialog(page).getByRole("switch").count(), 0);
  await press(page, "Guardar");
  await messageOf(page, "Texto");
  await field(page, "Asunto").fill("De vacaciones");
  await field(page, "Texto").fill("Vuelvo el lunes.");
  await dialog(page).getByLabel("Primer día").fill("2999-08-01");
  await dialog(page).getByLabel("Último día").fill("2999-07-01");
  await dialog(page)
    .getByText("El último día (1 de julio de 2999) va antes que el primero (1 de agosto de 2999).")
    .waitFor();
  await press(page, "Guardar");
  await eventually(() => dialog(page).getByLabel("Último día").getAttribute("aria-invalid"), "true");
  await dialog(page).getByLabel("Último día").fill("2999-08-15");
  await dialog(page)
    .getByText("Responde del 1 de agosto de 2999 al 15 de agosto de 2999, ambos incluidos.")
    .waitFor();
  await press(page, "Guardar");
  await closed(page);
  await choose(page, address, "Respuesta automática");
  assert.equal(await field(page, "Asunto").inputValue(), "De vacaciones");
  assert.equal(await dialog(page).getByRole("switch").isChecked(), true);
  await dialog(page).getByLabel("Primer día").fill("");
  await dialog(page).getByLabel("Último día").fill("");
  await press(page, "Guardar");
  await closed(page);
  await addressRow(page, address).getByText("Responde").first().waitFor();
});

/** Its id, by which addresses name it. */
async function idOf(page: Page, reference: string, wanted?: string): Promise<number> {
  const list = await page.request.get(`/api/service/${await holdingId(page, reference)}/correo/list/`);
  const { data }: { data: { correo: { id: number; user: string }[] } } = await list.json();
  const found = data.correo.find(({ user }) => wanted === undefined || user === wanted);
  assert.ok(found, `${wanted ?? "a mailbox"} is not in the list`);
  return found.id;
}
const looks = [
  { language: "es", theme: "light" },
  { language: "en", theme: "dark", phone: true },
] as const;
const dialogs = ["password", "reveal", "quota", "forward", "autoresponder"];

test("who may only look is led into none of them", async () => {
  const main = "atrio.test";
  const page = await browser.as("owner");
  const id = await holdingId(page, main);
  await call(page, `${id}/correo/create/`, { name: "reader", password });
  const mailbox = await idOf(page, main, `reader@${main}`);
  const viewer = await browser.as("viewer");
  for (const name of dialogs) {
    await openMail(viewer, main, `?${name}=${mailbox}`);
    await viewer.getByText("Acción no permitida").first().waitFor();
    assert.equal(await dialog(viewer).count(), 0, name);
  }
  await call(page, `${id}/correo/${mailbox}/delete/`);
});

for (const look of looks)
  test(`its dialogs are accessible and as wide as the window: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    const mailbox = await idOf(page, domain);
    for (const name of dialogs) {
      await openMail(page, domain, `?${name}=${mailbox}`);
      await dialog(page).getByRole("heading").first().waitFor();
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
    }
  });
