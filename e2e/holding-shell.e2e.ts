/** What is around the pages of a holding: its skeleton, its status strip, and menus for who sees only a part. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, eventually, useBrowser } from "./browser.ts";
import { holdingId } from "./holding-id.ts";
import { openZone } from "./zone.ts";

const browser = useBrowser();
const bars = (page: Page) => page.locator("main .animate-pulse-late").first();

test("a holding that is long in coming: nothing for 400 ms, then its shape, in the one page there is", async () => {
  const page = await browser.as("owner");
  let held = Promise.withResolvers<void>();
  await page.route(/\/api\/permission\/\d+\/$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/admin/domain/");
  const clicked = Date.now();
  await page.getByRole("link", { name: "Gestionar atrio.test" }).click();
  await bars(page).waitFor();
  assert.ok(Date.now() - clicked >= 400);
  assert.equal(await page.locator("main").count(), 1);
  assert.equal(await page.title(), "Cargando / Atrio Demo");
  await eventually(() => bars(page).evaluate((bar) => getComputedStyle(bar).opacity !== "0"), true);
  held.resolve();
  await page.getByRole("heading", { level: 1, name: "atrio.test" }).waitFor();
  assert.equal(await page.locator("main").count(), 1);

  held = Promise.withResolvers();
  await page.getByRole("button", { name: /Cambiar de dominio/ }).click();
  await page.getByRole("menuitem", { name: "example-02.test" }).click();
  await page.waitForFunction(() => document.title === "Cargando / Atrio Demo");
  assert.equal(await page.locator("main").count(), 1);
  held.resolve();
  await page.getByRole("heading", { level: 1, name: "example-02.test" }).waitFor();
});

/** Each dot's words and colour, by its hue: red is near 27°, green near 150°. */
const dots = (page: Page) =>
  page.getByRole("button", { name: /: Caduc[aó] el \d+ de \w+ de \d{4}$/ }).evaluateAll((list) =>
    list.map((dot) => {
      const color = getComputedStyle(dot.firstElementChild!).backgroundColor;
      const hue = Number(/^oklch\(.* ([\d.]+)\)$/.exec(color)?.[1]);
      return `${dot.textContent.trim()} ${hue < 60 ? "red" : hue > 120 ? "green" : color}`;
    }),
  );

test("the status strip: a dot for each part, red once its date is past, with the date as its hint and what the registry says", async () => {
  const page = await browser.as("owner");
  await openZone(page, "atrio.test");
  await eventually(() => dots(page), ["Dominio green", "Hosting green", "Correo green", "Zona DNS green"]);
  await openZone(page, "expired.test");
  await eventually(
    () => dots(page),
    ["Dominio: caducado, renovable red", "Hosting red", "Correo red", "Zona DNS red"],
  );
  await page.getByRole("button", { name: /^Hosting: Caducó/ }).focus();
  await page
    .getByRole("tooltip")
    .getByText(/^Caducó el \d+ de \w+ de \d{4}$/)
    .waitFor();
});

test("the strip has mail and DNS zone only for who may read them", async () => {
  const page = await browser.as("dns");
  await openZone(page, "atrio.test");
  await eventually(() => dots(page), ["Dominio green", "Hosting green", "Zona DNS green"]);
});

test("who has mail alone: it is all the menus lead to", async () => {
  const page = await browser.as("mail");
  await page.goto("/admin/");
  const names = (name: string) => page.getByRole("navigation", { name }).getByRole("link").allTextContents();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await eventually(() => names("Secciones"), ["Panel", "Correo", "Preferencias", "Aviso legal", "Contacto"]);
  await eventually(() => names("Menú principal"), ["Panel", "Dominios"]);
  await page
    .getByRole("navigation", { name: "Menú principal" })
    .getByRole("link", { name: "Dominios" })
    .click();
  await page.waitForURL((url) => url.pathname === "/admin/mail/");
  const id = await holdingId(page, "atrio.test");
  await page.goto(`/admin/${id}/`);
  await page.waitForURL((url) => url.pathname === `/admin/${id}/mail/`);
  await page.getByRole("rowheader", { name: "pedidos@atrio.test" }).waitFor();
  await eventually(() => dots(page), ["Dominio green", "Hosting green", "Correo green"]);
  await assertAccessible(page);
});
