/** The overview of a service: PHP, parking, the error log, what is used, and what a parking service has of it. */
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
  whenFocusIsIn,
} from "./browser.ts";
import { lines, open } from "./palette.ts";
import { openService, visitorGets, webRow } from "./web.ts";
import { dialog, menu, question } from "./zone.ts";

const browser = useBrowser();
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const parking = (page: Page) => page.getByRole("switch", { name: "Página de parking" });

test("PHP: only versions that are here can be chosen, the others are named with why", async () => {
  const page = await browser.as("owner");
  await openService(page, "example-16.test");
  await page.getByText(/^La del servidor \(\d\.\d\)$/).waitFor();
  await page.getByRole("button", { name: "Cambiar la versión de PHP" }).click();
  await page.waitForURL(/php=/);
  await dialog(page)
    .getByText(/^No disponibles?: .*5\.6.*Pídela/)
    .waitFor();
  assert.equal(await dialog(page).getByRole("radio", { name: "PHP 5.6" }).count(), 0);
  await assertAccessible(page);
  await dialog(page).getByRole("radio", { name: "PHP 8.2" }).click({ force: true });
  await press(page, "Guardar");
  await page.getByText("Los sitios usan ya PHP 8.2").waitFor();
  await page.getByText("PHP 8.2", { exact: true }).waitFor();
});

test("parking asks first, by keyboard too; visitors see it, and then the sites again", async () => {
  const domain = "example-16.test";
  const page = await browser.as("owner");
  await openService(page, domain);
  // what is drawn later may take the key's focus away
  await page.getByRole("heading", { level: 2, name: /^Tráfico/ }).waitFor();
  await eventually(() => page.getByLabel("Cargando").count(), 0);
  await parking(page).press("Space");
  await whenFocusIsIn(question(page));
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "detached" });
  await whenFocused(parking(page));
  assert.equal(await parking(page).isChecked(), false);
  const without = await visitorGets(domain, "/", () => true);

  await parking(page).press("Space");
  await question(page).getByText(`¿Mostrar la página de parking en ${domain}?`).waitFor();
  await assertAccessible(page);
  await question(page).getByRole("button", { name: "Mostrar" }).click();
  await page.getByText("El servicio muestra ya la página de parking").waitFor();
  await eventually(() => parking(page).isChecked(), true);
  await visitorGets(domain, "/", ({ body }) => body !== without.body && body.includes(domain));

  await parking(page).press("Space");
  await question(page).getByRole("button", { name: "Quitar" }).click();
  await eventually(() => parking(page).isChecked(), false);
  await visitorGets(domain, "/", ({ status }) => status === without.status);
});

test("the error log: what visitors caused is there as text, found by a filter, and the newest comes by itself", async () => {
  const page = await browser.as("owner");
  await openService(page, "atrio.test");
  await page.getByRole("button", { name: "Ver el registro de errores" }).click();
  const line = (text: string) => dialog(page).getByRole("listitem").filter({ hasText: text });
  await visitorGets("www.atrio.test", "/missing<b>one</b>.php", ({ status }) => status === 404);
  await line("missing").first().waitFor();
  assert.equal(await dialog(page).locator("b").count(), 0);
  await dialog(page).getByRole("searchbox").fill("nowhere-at-all");
  await dialog(page).getByText("Ninguna línea coincide con el filtro.").waitFor();
  await visitorGets("www.atrio.test", "/nowhere-at-all", ({ status }) => status === 404);
  await line("nowhere-at-all").first().waitFor();
  await assertAccessible(page);
});

test("a service that only redirects and parks: the switch and its redirections, no more", async () => {
  const page = await browser.as("owner");
  await openService(page, "parked.test");
  await page.getByRole("heading", { level: 2, name: "Redirecciones" }).waitFor();
  assert.equal(await page.getByText("Versión de PHP").count(), 0);
  assert.equal(await page.getByRole("navigation").getByRole("link", { name: "Sitios" }).count(), 0);
  await page.getByRole("button", { name: "Nueva redirección" }).click();
  await dialog(page).getByRole("textbox", { name: "Destino" }).fill("https://outside.example/");
  await dialog(page).getByRole("textbox", { name: "Ruta" }).fill("/lejos");
  await assertAccessible(page);
  await press(page, "Crear redirección");
  const row = webRow(page, "parked.test/lejos");
  await row.getByText("https://outside.example/").waitFor();
  await visitorGets("parked.test", "/lejos", ({ location }) => location === "https://outside.example/");
  await menu(page, row, "Eliminar");
  await question(page).getByRole("button", { name: "Eliminar redirección" }).click();
  await row.waitFor({ state: "detached" });
  for (const search of ["?php=", "?new="]) {
    await openService(page, "parked.test", search);
    await page.getByText(/^Este servicio es solo de redirección y parking/).waitFor();
    assert.equal(await dialog(page).count(), 0);
  }
});

test("the palette begins a new site and a new redirection, where there can be one", async () => {
  const page = await browser.as("owner");
  await openService(page, "parked.test");
  await open(page);
  await page.keyboard.type("Nueva redirección en");
  await lines(page).filter({ hasText: "Nueva redirección en parked.test" }).waitFor();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("heading", { name: "Nueva redirección" }).waitFor();
  await openService(page, "example-16.test");
  await open(page);
  await page.keyboard.type("Nuevo sitio en");
  await lines(page).filter({ hasText: "Nuevo sitio en example-16.test" }).waitFor();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("heading", { name: "Nuevo sitio en example-16.test" }).waitFor();
});

for (const look of fewLooks)
  test(`what a service runs and uses: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    await openService(page, "atrio.test");
    await page.getByText(/ (de|of) 10\sGB · \d+[.,]\d{2}\s?%$/).waitFor();
    await page.getByRole("heading", { level: 2, name: /30/ }).waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
  });

test("who may only read sees how it stands, and changes nothing", async () => {
  const page = await browser.as("viewer");
  await openService(page, "atrio.test");
  await page.getByText("Desactivado").waitFor();
  assert.equal(await page.getByRole("switch").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Cambiar la versión de PHP" }).count(), 0);
  await page.getByRole("button", { name: "Ver el registro de errores" }).waitFor();
  await assertAccessible(page);
  await openService(page, "atrio.test", "?parking=on");
  await page.getByText("Acción no permitida").waitFor();
  assert.equal(await question(page).count(), 0);
});
