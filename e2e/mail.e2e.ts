/** The mailboxes of a domain: what the panel says of them is what Postfix and Dovecot say. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  eventually,
  fewLooks,
  fillCredentials,
  titleOf,
  useBrowser,
  whenFocused,
  whenFocusIsIn,
} from "./browser.ts";
import { holdingId } from "./holding-id.ts";
import { addressRow, call, heldUndo, openMail, recipientIs, signsIn } from "./mail.ts";
import { dialog, menu, messageOf, question } from "./zone.ts";

const browser = useBrowser();
const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name, exact: true });
const submit = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const heightOf = async (page: Page, name: string) =>
  (await addressRow(page, `${name}@atrio.test`).boundingBox())?.height ?? NaN;
const pathOf = async (page: Page, reference: string) => String(await holdingId(page, reference));

test("a service without mail says so, and offers nothing of it", async () => {
  const page = await browser.as("owner");
  await openMail(page, "parked.test");
  await page.getByText("parked.test no tiene correo").waitFor();
  for (const action of ["Nuevo", "Configurar cliente"])
    assert.equal(await page.getByRole("button", { name: action }).count(), 0, action);
  const side = page.getByRole("navigation");
  await side.getByRole("link", { name: "Zona DNS" }).waitFor();
  assert.equal(await side.getByRole("link", { name: "Correo", exact: true }).count(), 0);
  await assertAccessible(page);
});

test("a mailbox: refused beside its field, made, takes mail and lets its owner in; deleted, and back", async () => {
  const domain = "example-01.test";
  const address = `ana.garcia@${domain}`;
  const page = await browser.as("owner");
  await openMail(page, domain);
  await recipientIs(address, 550);
  await page.getByRole("button", { name: "Nuevo" }).first().click();
  await page.waitForURL(/new=/);
  await dialog(page).getByText(`@${domain}`).waitFor();
  await field(page, "Nombre").fill("ana garcía");
  await dialog(page).getByRole("button", { name: "Generar" }).click();
  const password = await dialog(page).getByLabel("Contraseña", { exact: true }).inputValue();
  assert.equal(password.length, 14);
  await dialog(page).getByRole("button", { name: "Copiar" }).click();
  await dialog(page).getByRole("button", { name: "Copiado" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), password);
  await submit(page, "Crear buzón");
  assert.match(await messageOf(page, "Nombre"), /Escribe lo que va antes de la @/);
  assert.equal(await dialog(page).getByLabel("Contraseña", { exact: true }).inputValue(), password);

  await field(page, "Nombre").fill("ana.garcia");
  await page.keyboard.press("Enter");
  await page.getByText(`${address} ya recibe correo`).waitFor();
  await dialog(page).waitFor({ state: "detached" });
  await addressRow(page, address).getByText("0 B de 1 GB").waitFor();
  await recipientIs(address, 250);
  assert.equal(await signsIn(address, password), true);
  assert.equal(await signsIn(address, `${password}!`), false);

  await openMail(page, domain, "?new=account");
  await field(page, "Nombre").fill("ana.garcia");
  await dialog(page).getByRole("button", { name: "Generar" }).click();
  await submit(page, "Crear buzón");
  await eventually(() => field(page, "Nombre").getAttribute("aria-invalid"), "true");
  assert.equal(await field(page, "Nombre").inputValue(), "ana.garcia");
  await dialog(page).getByRole("button", { name: "Cancelar" }).click();
  await question(page).getByRole("button", { name: "Descartar" }).last().click();

  await menu(page, addressRow(page, address), "Eliminar");
  await question(page).getByText(`¿Eliminar ${address}?`).waitFor();
  await question(page)
    .getByText(/^El correo se guarda 30 días/)
    .waitFor();
  await question(page).getByRole("button", { name: "Eliminar buzón" }).click();
  await addressRow(page, address).waitFor({ state: "detached" });
  await whenFocused(page.getByRole("searchbox"));
  const undo = await heldUndo(page);
  await recipientIs(address, 550);
  assert.equal(await signsIn(address, password), false);
  await undo.click();
  await addressRow(page, address).waitFor();
  await whenFocused(page.getByRole("searchbox"));
  await recipientIs(address, 250);
  assert.equal(await signsIn(address, password), true);
});

test("who deletes by keyboard goes on at the row that comes next", async () => {
  const domain = "example-17.test";
  const page = await browser.as("owner");
  const id = await pathOf(page, domain);
  for (const name of ["a", "b", "c"])
    await call(page, `${id}/alias/create/`, { name, target: "x@outside.example" });
  await openMail(page, domain);
  const menuOf = (name: string) =>
    page.getByRole("button", { name: `Acciones de ${name}@${domain}`, exact: true });
  for (const [gone, next] of [
    ["b", "c"],
    ["c", "a"],
  ] as const) {
    await menuOf(gone).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Eliminar" }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await whenFocused(question(page).getByRole("button", { name: "Cancelar" }));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await addressRow(page, `${gone}@${domain}`).waitFor({ state: "detached" });
    await whenFocused(menuOf(next));
  }
});

test("the deleted ones can be restored for 30 days", async () => {
  const domain = "example-02.test";
  const page = await browser.as("owner");
  const path = await openMail(page, domain);
  await call(page, `${path.split("/")[2]}/correo/create/`, { name: "eva", password: "correct horse 7" });
  await openMail(page, domain);
  await menu(page, addressRow(page, `eva@${domain}`), "Eliminar");
  await question(page).getByRole("button", { name: "Eliminar buzón" }).click();
  await page.getByRole("button", { name: "Buzones eliminados (1)" }).click();
  await page.waitForURL(/deleted=/);
  await openMail(page, domain, "?deleted=");
  await dialog(page).getByText(`eva@${domain}`, { exact: true }).waitFor();
  await assertAccessible(page);
  await dialog(page)
    .getByRole("button", { name: `Restaurar eva@${domain}` })
    .click();
  await dialog(page).getByText("No hay buzones que restaurar").waitFor();
  await page.keyboard.press("Escape");
  await addressRow(page, `eva@${domain}`).waitFor();
  await whenFocusIsIn(addressRow(page, `eva@${domain}`));
  assert.equal(await page.getByRole("button", { name: /^Buzones eliminados/ }).count(), 0);
  await recipientIs(`eva@${domain}`, 250);
});

test("text, kind and page of the list live in the address, with counts", async () => {
  const domain = "example-22.test";
  const page = await browser.as("owner");
  const id = await pathOf(page, domain);
  const names = Array.from({ length: 11 }, (_, index) => `alias-${String(index + 1).padStart(2, "0")}`);
  await Promise.all(
    names.map((name) => call(page, `${id}/alias/create/`, { name, target: "x@outside.example" })),
  );
  await call(page, `${id}/correo/create/`, { name: "zoe", password: "correct horse 7" });
  const path = await openMail(page, domain);
  const rows = () => page.getByRole("rowheader").allInnerTexts();
  await page.getByText("1–10 de 12").waitFor();
  assert.equal((await rows())[0], `zoe@${domain}`);
  await page.getByRole("button", { name: "Página siguiente" }).click();
  await page.waitForURL(/page=2/);
  await eventually(rows, [`alias-10@${domain}`, `alias-11@${domain}`]);
  await page.getByRole("radio", { name: "Buzones 1" }).click();
  await page.waitForURL(/type=account/);
  await eventually(rows, [`zoe@${domain}`]);
  await page.getByRole("radio", { name: "Todos 12" }).click();
  await page.getByRole("searchbox", { name: "Filtrar buzones y alias" }).fill("alias-11");
  await page.waitForURL(/q=alias-11/);
  await eventually(rows, [`alias-11@${domain}`]);
  await page.getByRole("radio", { name: "Buzones 0" }).waitFor();
  await page.getByRole("searchbox").fill("nobody");
  await page.getByText("Ninguna dirección coincide").waitFor();
  await page.getByRole("button", { name: "Quitar filtros" }).click();
  await page.waitForURL((url) => url.pathname === path && url.search === "");
  await openMail(page, domain, "?page=9");
  await page.waitForURL(/page=2/);
  // What was just made is shown, whatever the list showed before.
  await openMail(page, domain, "?q=zoe&new=alias");
  await field(page, "Nombre").fill("alias-12");
  await dialog(page).getByRole("combobox", { name: "Destino" }).fill(`zoe@${domain}`);
  await submit(page, "Crear alias");
  await addressRow(page, `alias-12@${domain}`).getByText(`zoe@${domain}`).waitFor();
  await page.waitForURL((url) => url.search === "?page=2");
});

test("viewer: sees values without controls, and why; an address opens nothing that is not allowed", async () => {
  const owner = await browser.as("owner");
  const id = await pathOf(owner, "atrio.test");
  await call(owner, `${id}/correo/create/`, { name: "viewed", password: "correct horse 7" });
  const page = await browser.as("viewer");
  await openMail(page, "atrio.test");
  const row = addressRow(page, "viewed@atrio.test");
  await row.getByRole("button", { name: /^Solo lectura/ }).waitFor();
  const all = Array.from({ length: 50 }, (_, n) => `viewed${n}@outside.example`);
  await call(owner, `${id}/alias/create/`, { name: "many", target: all.join() });
  await openMail(page, "atrio.test", "?q=many@");
  await addressRow(page, "many@atrio.test").getByRole("button", { name: "+48" }).click();
  const targets = page.getByRole("dialog", { name: "Destinos de many@atrio.test" });
  await targets.getByText("viewed49@outside.example").waitFor();
  await page.keyboard.press("Escape");
  await targets.waitFor({ state: "detached" });
  await openMail(page, "atrio.test", "?deleted=");
  await dialog(page)
    .getByRole("button", { name: /^Solo lectura/ })
    .first()
    .waitFor();
  assert.equal(await page.getByRole("button", { name: "Nuevo" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: /^(Acciones de|Webmail|Cambiar)/ }).count(), 0);
  await page.getByText("Se rechaza: quien escribe recibe un aviso.").waitFor();
  await openMail(page, "atrio.test", "?new=account");
  await page.getByText("Acción no permitida").waitFor();
  assert.equal(await dialog(page).count(), 0);
});

test("a user of the mail alone lands in it, and makes a mailbox by keyboard", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await fillCredentials(page, { username: "mail" });
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL(/\/admin\/\d+\/mail\//);
  await page.getByRole("button", { name: "Nuevo" }).first().focus();
  await page.keyboard.press("Enter");
  await whenFocusIsIn(dialog(page));
  await page.keyboard.type("keys");
  await page.keyboard.press("Tab");
  await page.keyboard.type("correct horse 7");
  await page.keyboard.press("Enter");
  await addressRow(page, "keys@atrio.test").waitFor();
  assert.equal(await signsIn("keys@atrio.test", "correct horse 7"), true);
});

test("an expired service: says since when, and offers no change", async () => {
  const page = await browser.as("owner");
  await openMail(page, "expired.test");
  await page
    .getByText(/^El servicio caducó el .* hasta que se renueve/)
    .first()
    .waitFor();
  assert.equal(await page.getByRole("button", { name: "Nuevo" }).count(), 0);
  await page.getByText("expired.test no tiene buzones ni alias.").waitFor();
  await openMail(page, "expired.test", "?new=alias");
  await eventually(() => dialog(page).count(), 0);
});

test("a list that can't be loaded says so, and is tried again", async () => {
  const page = await browser.as("owner");
  await page.route("**/correo/list/", (route) => route.fulfill({ status: 404, body: "" }));
  await openMail(page, "example-05.test");
  await page.getByText("No se ha podido cargar el correo").waitFor();
  await page.unroute("**/correo/list/");
  await page.getByRole("button", { name: "Reintentar" }).click();
  await page.getByText("Todavía no hay direcciones").waitFor();
});

test("closing with changes asks; a link to what is gone says so", async () => {
  const page = await browser.as("owner");
  await openMail(page, "example-05.test", "?new=account");
  await field(page, "Nombre").fill("unsaved");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "¿Descartar los cambios?" }).waitFor();
  await page.getByRole("button", { name: "Seguir editando" }).click();
  // The other kind keeps the name that was typed.
  await dialog(page).getByRole("radio", { name: "Alias" }).click();
  await page.waitForURL(/new=alias/);
  assert.equal(await field(page, "Nombre").inputValue(), "unsaved");
  await openMail(page, "example-05.test", "?delete=999999");
  await page.getByText("Esa dirección ya no existe.").waitFor();
});

for (const look of fewLooks)
  test(`accessible and within the window: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    await openMail(page, "atrio.test");
    await page.getByRole("row").nth(1).waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    // a mark that leads on, as large as a thumb on a phone, makes its row no higher than one that only says so
    const [forwards, answers] = await Promise.all(["pedidos", "soporte"].map((name) => heightOf(page, name)));
    assert.ok(Math.abs(forwards! - answers!) <= 4, `${forwards} and ${answers} px`);
    for (const kind of ["account", "alias"]) {
      await openMail(page, "atrio.test", `?new=${kind}`);
      await field(page, look.language === "en" ? "Name" : "Nombre").waitFor();
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
    }
  });
