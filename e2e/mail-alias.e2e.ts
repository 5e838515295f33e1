/** Aliases and the catch-all: what is typed wrong, what the server refuses, what Postfix takes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, eventually, useBrowser } from "./browser.ts";
import { holdingId } from "./holding-id.ts";
import { addressRow, call, heldUndo, openMail, recipientIs } from "./mail.ts";
import { atrio, password } from "./product.ts";
import { dialog, menu, question } from "./zone.ts";

const browser = useBrowser();
const name = (page: Page) => dialog(page).getByRole("textbox", { name: "Nombre", exact: true });
const target = (page: Page, label: string) =>
  dialog(page).getByRole("combobox", { name: label, exact: true });
const press = (page: Page, label: string) =>
  dialog(page).getByRole("button", { name: label, exact: true }).click();

test("targets are checked as they are typed, added, pasted and removed; Postfix takes the alias, and no longer", async () => {
  const domain = "example-13.test";
  const alias = `equipo@${domain}`;
  const page = await browser.as("owner");
  await call(page, `${await holdingId(page, domain)}/correo/create/`, { name: "info", password });
  await openMail(page, domain, "?new=alias");
  await name(page).fill("equipo");
  await target(page, "Destino").fill("nobody");
  assert.equal(await target(page, "Destino").getAttribute("aria-invalid"), null);
  await target(page, "Destino").blur();
  await dialog(page).getByText("Error: «nobody» no es una dirección de correo").waitFor();
  await target(page, "Destino").fill(`info@${domain}`);
  await eventually(() => target(page, "Destino").getAttribute("aria-invalid"), null);
  assert.equal(
    await dialog(page)
      .getByRole("button", { name: /^Quitar el destino/ })
      .count(),
    0,
  );

  await press(page, "Añadir destino");
  await target(page, "Destino 2").fill("x");
  await target(page, "Destino 2").evaluate((input: HTMLInputElement) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "Eva <eva@outside.example>, leo@outside.example");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await eventually(() => target(page, "Destino 3").inputValue(), "leo@outside.example");
  assert.equal(await target(page, "Destino 2").inputValue(), "eva@outside.example");
  await press(page, "Crear alias");
  await addressRow(page, alias).getByText(`→ info@${domain}, eva@outside.example`).waitFor();
  await addressRow(page, alias).getByRole("button", { name: "+1" }).waitFor();
  await recipientIs(alias, 250);

  await menu(page, addressRow(page, alias), "Cambiar destinos");
  await page.waitForURL(/alias=\d/);
  await page.reload();
  await target(page, "Destino 3").waitFor();
  await assertAccessible(page);
  await press(page, "Quitar el destino 3");
  await press(page, "Quitar el destino 2");
  await press(page, "Guardar");
  await dialog(page).waitFor({ state: "detached" });
  await addressRow(page, alias).getByText(`→ info@${domain}`, { exact: true }).waitFor();
  await page.getByText(`El correo para ${alias} va a info@${domain}`).waitFor();

  await menu(page, addressRow(page, `info@${domain}`), "Eliminar");
  await question(page).getByText(`También es destino de ${alias}`).waitFor();
  await question(page).getByRole("button", { name: "Eliminar buzón" }).click();
  const missing = addressRow(page, alias).getByRole("button", { name: "No existe" });
  await missing.click();
  await page.getByText(`info@${domain} no existe: el correo que va allí vuelve a quien lo envió`).waitFor();
  await (await heldUndo(page)).click();
  await missing.waitFor({ state: "detached" });

  await menu(page, addressRow(page, alias), "Eliminar");
  await question(page).getByText(`¿Eliminar ${alias}?`).waitFor();
  await question(page).getByRole("button", { name: "Eliminar alias" }).click();
  await addressRow(page, alias).waitFor({ state: "detached" });
  const undo = await heldUndo(page);
  await recipientIs(alias, 550);
  await undo.click();
  await addressRow(page, alias).waitFor();
  await recipientIs(alias, 250);
});

test("a loop is refused beside the target that makes it, and nothing typed is lost", async () => {
  const domain = "example-08.test";
  const page = await browser.as("owner");
  await openMail(page, domain, "?new=alias");
  await name(page).fill("b");
  await target(page, "Destino").fill(`b@${domain}`);
  await press(page, "Crear alias");
  await eventually(() => target(page, "Destino").getAttribute("aria-invalid"), "true");
  assert.equal(await name(page).inputValue(), "b");
  assert.equal(await target(page, "Destino").inputValue(), `b@${domain}`);
  await target(page, "Destino").fill("b@outside.example");
  await eventually(() => target(page, "Destino").getAttribute("aria-invalid"), null);
  await press(page, "Crear alias");
  await addressRow(page, `b@${domain}`).waitFor();
});

test("the catch-all: mail for nobody is refused, is taken, and is refused again", async () => {
  const domain = "example-10.test";
  const page = await browser.as("owner");
  await openMail(page, domain);
  await page.getByText("Se rechaza: quien escribe recibe un aviso.").waitFor();
  await recipientIs(`nobody@${domain}`, 550);
  await page
    .getByRole("button", { name: "Cambiar qué pasa con el correo para direcciones que no existen" })
    .click();
  await page.waitForURL(/catch-all=/);
  await dialog(page)
    .getByRole("radio", { name: /^Entregarlo/ })
    .click({ force: true });
  await press(page, "Guardar");
  await dialog(page).getByText("Campo obligatorio").waitFor();
  await target(page, "Destino").fill("all@outside.example");
  await assertAccessible(page);
  await press(page, "Guardar");
  await page.getByText("→ all@outside.example").waitFor();
  await page.getByText("El correo para direcciones que no existen va a all@outside.example").waitFor();
  const undo = await heldUndo(page);
  await recipientIs(`nobody@${domain}`, 250);
  await undo.click();
  await page.getByText("Se rechaza: quien escribe recibe un aviso.").waitFor();
  await page.getByText("El correo para direcciones que no existen se rechaza").waitFor();
  await recipientIs(`nobody@${domain}`, 550);

  const id = await holdingId(page, domain);
  await call(page, `${id}/correo/create/`, { name: "ana", password });
  await call(page, `${id}/catchall/save/`, { target: `ana@${domain}` });
  await openMail(page, domain);
  await menu(page, addressRow(page, `ana@${domain}`), "Eliminar");
  await question(page)
    .getByText(/^Recibe además el correo para direcciones que no existen/)
    .waitFor();
});

test("who may not create mailboxes starts with an alias, and sees only what is theirs", async () => {
  const domain = "atrio.test";
  await atrio("grant", domain, "mail", domain, "servicemail_accounts=disabled", "servicemail=read");
  try {
    const page = await browser.as("mail");
    await openMail(page, domain, "?new=");
    await dialog(page).getByRole("button", { name: "Crear alias" }).waitFor();
    assert.equal(await dialog(page).getByRole("radio").count(), 0);
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("radio", { name: /^Buzones/ }).count(), 0);
    // nor the catch-all, which takes what is for postmaster too
    await page.getByText("Correo para direcciones que no existen").waitFor();
    await page.getByRole("button", { name: /^Solo lectura/ }).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Cambiar qué pasa/ }).count(), 0);
  } finally {
    await atrio("grant", domain, "mail", domain, "servicemail_accounts=write", "servicemail=write");
  }
});
