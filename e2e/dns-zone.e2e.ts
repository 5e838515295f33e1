/** The zone as a whole: filters, pages, deletion and what takes it back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { eventually, useBrowser, whenFocusIsIn } from "./browser.ts";
import { bothAnswer } from "./dig.ts";
import { dialog, menu, openZone, question, row, seenLive } from "./zone.ts";

const browser = useBrowser();
const undo = (page: Page) => page.getByRole("button", { name: "Deshacer" }).first().click();
const rows = (page: Page) => page.getByRole("table").getByRole("row").count();

test("delete: names the record, is answered no more, and undo brings it back", async () => {
  const zone = "example-04.test";
  const page = await browser.as("owner");
  await openZone(page, zone, "?q=api");
  await menu(page, row(page, "api", "A"), "Eliminar");
  const asked = question(page);
  await asked.getByText(`¿Eliminar el registro A de api.${zone}?`).waitFor();
  await asked.getByText("192.0.2.104").waitFor();
  await asked.getByRole("button", { name: "Eliminar registro" }).click();
  await seenLive(page);
  await page.getByText("Ningún registro coincide").waitFor();
  await bothAnswer(`api.${zone}`, "A", []);
  await undo(page);
  await row(page, "api", "A").waitFor();
  await bothAnswer(`api.${zone}`, "A", ["192.0.2.104"]);
});

test("delete all says how many go and keeps what the zone needs; restore brings the defaults; both undo", async () => {
  const zone = "example-06.test";
  const page = await browser.as("owner");
  await openZone(page, zone, "?type=A");
  await page.getByRole("button", { name: "Más acciones de la zona" }).click();
  await page.getByRole("menuitem", { name: "Eliminar todos" }).click();
  await question(page)
    .getByText(/Se eliminan \d+ registros de example-06\.test/)
    .waitFor();
  await question(page).getByText("Quedan 2 registros").waitFor();
  await question(page).getByRole("button", { name: "Eliminar todos" }).click();
  await seenLive(page);
  await bothAnswer(`api.${zone}`, "A", []);
  await bothAnswer(zone, "MX", []);
  await undo(page);
  await row(page, "api", "A").waitFor();
  await bothAnswer(`api.${zone}`, "A", ["192.0.2.106"]);

  await openZone(page, zone, "?zone=restore");
  await question(page)
    .getByText(/Se eliminan los \d+ registros/)
    .waitFor();
  await question(page).getByRole("button", { name: "Restaurar" }).click();
  await seenLive(page);
  await bothAnswer(`api.${zone}`, "A", []);
  await bothAnswer(zone, "A", ["192.0.2.10"]);
  await undo(page);
  await bothAnswer(`api.${zone}`, "A", ["192.0.2.106"]);
});

test("the question is locked while its call runs", async () => {
  const page = await browser.as("owner");
  await openZone(page, "example-08.test", "?q=api");
  const held = Promise.withResolvers<void>();
  await page.route("**/dns/*/delete/", async (route) => {
    await held.promise;
    await route.fallback();
  });
  await menu(page, row(page, "api", "A"), "Eliminar");
  await question(page).getByRole("button", { name: "Eliminar registro" }).click();
  await page.keyboard.press("Escape");
  await eventually(() => question(page).getByRole("button", { name: "Cancelar" }).isDisabled(), true);
  assert.equal(await question(page).isVisible(), true);
  held.resolve();
  await question(page).waitFor({ state: "detached" });
  await seenLive(page);
  await undo(page);
  await row(page, "api", "A").waitFor();
});

test("text and type filter live in the address, with counts, and back leads back", async () => {
  const page = await browser.as("owner");
  const path = await openZone(page, "atrio.test");
  await page.getByRole("radio", { name: /^MX \d/ }).click();
  await page.waitForURL(/type=MX/);
  await page.getByText("lists").waitFor();
  await eventually(() => row(page, "", "A").count(), 0);
  await page.getByRole("searchbox", { name: "Filtrar por nombre o valor" }).fill("lists");
  await page.waitForURL(/q=lists/);
  await page.getByRole("radio", { name: "MX 1" }).waitFor();
  await eventually(() => rows(page), 2);
  await page.reload();
  assert.equal(await page.getByRole("searchbox").inputValue(), "lists");
  await page.getByRole("searchbox").fill("no-such-record");
  await page.getByText("Ningún registro coincide").waitFor();
  await page.getByRole("button", { name: "Quitar filtros" }).click();
  await page.waitForURL((url) => url.pathname === path && url.search === "");
});

test("ten records a page; the page is in the address", async () => {
  const page = await browser.as("owner");
  await openZone(page, "atrio.test");
  await page.getByRole("row").nth(10).waitFor();
  await eventually(() => rows(page), 11);
  await page.getByRole("button", { name: "Página siguiente" }).click();
  await page.waitForURL(/page=2/);
  await page.getByText(/^11–20 de \d+/).waitFor();
  await page.goBack();
  await page.getByText(/^1–10 de \d+/).waitFor();
  await openZone(page, "atrio.test", "?page=99");
  await page
    .getByRole("button", { name: /^Página \d+$/, exact: false })
    .last()
    .waitFor();
  await page.waitForURL((url) => url.search !== "?page=99");
  await page.getByRole("row").nth(1).waitFor();
});

test("every dialog has an address; back closes it, closing with changes asks", async () => {
  const page = await browser.as("owner");
  await openZone(page, "example-10.test");
  await page.getByRole("button", { name: "Nuevo registro" }).click();
  await page.waitForURL(/new=/);
  await dialog(page).getByRole("button", { name: /Tipo/ }).click();
  await page.getByRole("option", { name: "MX" }).click();
  await page.waitForURL(/new=MX/);
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
  await openZone(page, "example-10.test", "?new=TXT");
  await dialog(page).getByRole("textbox", { name: "Texto" }).fill("unsaved");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "¿Descartar los cambios?" }).waitFor();
  await page.getByRole("button", { name: "Seguir editando" }).click();
  assert.equal(await dialog(page).getByRole("textbox", { name: "Texto" }).inputValue(), "unsaved");
  await dialog(page).getByRole("button", { name: "Cancelar" }).click();
  // React Aria has unseen buttons of this name for screen readers.
  await question(page).getByRole("button", { name: "Descartar" }).last().click();
  await dialog(page).waitFor({ state: "detached" });
  await openZone(page, "example-10.test", "?record=999999");
  await page.getByText("Ese registro ya no existe.").waitFor();
});

test("by keyboard alone: filter, open, create, delete, and on at the row that comes next", async () => {
  const zone = "example-12.test";
  const page = await browser.as("owner");
  await openZone(page, zone);
  await page.getByRole("button", { name: "Nuevo registro" }).focus();
  await page.keyboard.press("Enter");
  await whenFocusIsIn(dialog(page));
  await page.keyboard.press("Tab");
  await page.keyboard.type("keys");
  await page.keyboard.press("Tab");
  await page.keyboard.type("192.0.2.66");
  await page.keyboard.press("Enter");
  await seenLive(page);
  const place = await row(page, "keys", "A").evaluate((made: HTMLTableRowElement) => made.rowIndex);
  await row(page, "keys", "A")
    .getByRole("button", { name: /^Acciones de/ })
    .focus();
  await page.keyboard.press("Enter");
  await whenFocusIsIn(page.getByRole("menu"));
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await whenFocusIsIn(question(page));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await row(page, "keys", "A").waitFor({ state: "detached" });
  await whenFocusIsIn(page.getByRole("row").nth(place));
  await bothAnswer(`keys.${zone}`, "A", []);
});
