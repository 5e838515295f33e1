/** Ctrl-K: any holding, page or action by typing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, eventually, fewLooks, titleOf, useBrowser } from "./browser.ts";
import { holdingId } from "./holding-id.ts";
import { openMail } from "./mail.ts";
import { field, lines, open, palette } from "./palette.ts";
import { dialog, openZone } from "./zone.ts";

const browser = useBrowser();

/** What a screen reader reads out, and Enter opens. */
const isChosen = (page: Page, name: RegExp): Promise<void> =>
  eventually(async () => {
    const text = await page.evaluate(() => {
      const id = document.activeElement?.getAttribute("aria-activedescendant");
      return (id && document.getElementById(id)?.innerText) ?? "";
    });
    return name.test(text);
  }, true);

test("a holding and its areas: prefix first, Enter opens", async () => {
  const page = await browser.as("owner");
  const id = await holdingId(page, "example-14.test");
  await page.goto("/admin/");
  await open(page);
  await page.keyboard.type("example-14");
  await lines(page).filter({ hasText: "example-14.test" }).first().waitFor();
  await lines(page).filter({ hasText: "Zona DNS" }).waitFor();
  await isChosen(page, /^example-14\.test/);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/admin/${id}/**`);
  assert.equal(await palette(page).count(), 0);
});

test("a name and an area lead straight to the area", async () => {
  const page = await browser.as("owner");
  const id = await holdingId(page, "example-14.test");
  await page.goto("/admin/");
  await open(page);
  await page.keyboard.type("example-14 zona");
  await lines(page).filter({ hasText: "Zona DNS" }).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await isChosen(page, /example-14\.test[^]*Zona DNS/);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/admin/${id}/service/dns/`);
});

test("a page and an action, without a word to the server", async () => {
  const page = await browser.as("owner", { theme: "light" });
  await page.goto("/admin/");
  await open(page);
  await page.keyboard.type("ajus");
  await lines(page).filter({ hasText: "Preferencias" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/preferences/");
  await open(page);
  await page.keyboard.type("oscuro");
  await lines(page).filter({ hasText: "Oscuro" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  await open(page);
  await page.keyboard.type("contrasena");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Contraseña actual" }).waitFor();
});

test("a new record in the zone one is in; a reader is not offered it", async () => {
  const page = await browser.as("owner");
  await openZone(page, "example-14.test");
  await open(page);
  await page.keyboard.type("nuevo registro");
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Crear registro" }).waitFor();

  const reader = await browser.as("viewer");
  await openZone(reader, "atrio.test");
  await open(reader);
  await reader.keyboard.type("nuevo registro");
  await palette(reader).getByText("Sin resultados").first().waitFor();
  assert.equal(await palette(reader).getByText("Nuevo registro DNS").count(), 0);
});

test("a new mailbox or alias of the holding one is in; who may not is not offered it", async () => {
  const page = await browser.as("owner");
  await openMail(page, "example-14.test");
  await open(page);
  await page.keyboard.type("nuevo buz");
  await lines(page).filter({ hasText: "Nuevo buzón en example-14.test" }).waitFor();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Crear buzón", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await open(page);
  await page.keyboard.type("nuevo alias");
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Crear alias", exact: true }).waitFor();

  const reader = await browser.as("viewer");
  await openMail(reader, "atrio.test");
  await open(reader);
  await reader.keyboard.type("nuevo buz");
  await palette(reader).getByText("Sin resultados").first().waitFor();
  assert.equal(await palette(reader).getByText("Nuevo buzón").count(), 0);
});

test("what was opened last stands first, for this user alone", async () => {
  const page = await browser.as("owner");
  for (const reference of ["example-14.test", "example-13.test", "example-14.test"]) {
    await page.goto(`/admin/${await holdingId(page, reference)}/`);
    await page.getByRole("heading", { level: 1, name: reference }).waitFor();
  }
  await open(page);
  const recent = palette(page).getByRole("group", { name: "Recientes" }).getByRole("menuitem");
  await eventually(() => recent.allInnerTexts(), ["example-14.test", "example-13.test"]);
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  const left = await page.evaluate(() => sessionStorage.getItem("_recent"));
  assert.match(left ?? "", /example-14/);
});

test("the page that comes while somebody types does not close it", async () => {
  const page = await browser.as("owner");
  await page.goto("/admin/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("link", { name: "Preferencias" }).click();
  await page.getByRole("heading", { level: 1, name: "Preferencias" }).waitFor();
  await open(page);
  await page.keyboard.type("exam");
  await page.evaluate(() => history.back());
  await page.locator("h1").filter({ hasText: "Panel" }).waitFor({ state: "attached" });
  assert.equal(await field(page).inputValue(), "exam");
});

test("Escape closes and gives the focus back; Ctrl-K waits for an open dialog", async () => {
  const page = await browser.as("owner");
  await openZone(page, "example-14.test");
  const opener = page.getByRole("button", { name: "Nuevo registro" });
  await opener.focus();
  await open(page);
  await page.keyboard.type("exa");
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("Nuevo registro"));
  await opener.click();
  await dialog(page).getByRole("button", { name: "Crear registro" }).waitFor();
  await page.keyboard.press("Control+k");
  assert.equal(await palette(page).count(), 0);
  assert.equal(await dialog(page).count(), 1);
});

test("an older answer never replaces a newer one, and the last one stays until the next", async () => {
  const page = await browser.as("owner");
  await page.goto("/admin/");
  const [asked, held, given] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  await page.route("**/api/permission/find/**", async (route) => {
    const text = new URL(route.request().url()).searchParams.get("text") ?? "";
    const response = await route.fetch();
    if (text === "example") asked!.resolve();
    if (text.length <= "example".length) await held!.promise;
    await route.fulfill({ response }).catch(() => undefined);
    if (text === "example") given!.resolve();
  });
  await open(page);
  await page.keyboard.type("example");
  await asked!.promise;
  await page.keyboard.type("-14");
  await lines(page).filter({ hasText: "example-14.test" }).first().waitFor();
  held!.resolve();
  await given!.promise;
  await page.waitForTimeout(200);
  const names = await lines(page).allInnerTexts();
  assert.ok(
    names.every((name) => name.includes("example-14")),
    names.join(),
  );
  await page.keyboard.type(".");
  assert.ok((await lines(page).count()) > 0);
  // The answer to the last letter may be on its way.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a search that failed says so, and the next one answers again", async () => {
  const page = await browser.as("owner");
  // The browser logs a fault of the server as an error of its own.
  page.removeAllListeners("console");
  await page.goto("/admin/");
  await open(page);
  const find = "**/api/permission/find/**";
  await page.route(find, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.keyboard.type("exam");
  const failed = lines(page).getByText("La búsqueda de dominios no responde");
  await failed.waitFor();
  await palette(page).getByRole("status").getByText("La búsqueda de dominios no responde").waitFor();
  assert.equal(await palette(page).getByText("Sin resultados").count(), 0);
  await assertAccessible(page);
  await page.unroute(find);
  await page.keyboard.type("ple");
  await lines(page).filter({ hasText: "example-" }).first().waitFor();
  assert.equal(await failed.count(), 0);
});

for (const look of fewLooks)
  test(`axe finds nothing: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    await page.goto("/admin/");
    await open(page);
    await assertAccessible(page);
    await page.keyboard.type("example");
    await lines(page).filter({ hasText: "example-" }).first().waitFor();
    await assertAccessible(page);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(sideways, false);
  });
