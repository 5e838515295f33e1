/** What is around every page: menus, titles, footer, the way out of pages that are not there, the company's brand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, eventually, resize, useBrowser, whenFocused } from "./browser.ts";

const browser = useBrowser();
const company = "Atrio Demo";

const scrollsSideways = (): boolean => document.documentElement.scrollWidth > window.innerWidth;
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent.trim());
const userMenu = (page: Page) => page.getByRole("button", { name: /^(Cuenta de|Account of) owner/ });

async function openDashboard(look: Parameters<typeof browser.as>[1] = {}): Promise<Page> {
  const page = await browser.as("owner", look);
  await page.goto("/admin/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

test("each page is titled page / company", async () => {
  const page = await openDashboard();
  const titles = {
    "/admin/": "Panel",
    "/admin/domain/": "Dominios",
    "/admin/service/": "Servicios",
    "/admin/mail/": "Correo",
    "/admin/preferences/": "Preferencias",
    "/legal/": "Aviso legal",
    "/admin/contact/": "Contacto",
    "/nowhere/": "Página no encontrada",
  };
  for (const [path, name] of Object.entries(titles)) {
    await page.goto(path);
    await page.waitForFunction((title) => document.title === title, `${name} / ${company}`);
  }
});

test("the left menu leads to each page and says where one is; the focus follows into the page", async () => {
  const page = await openDashboard();
  const menu = page.getByRole("navigation", { name: "Secciones" });
  await eventually(
    () => menu.getByRole("link").allTextContents(),
    ["Panel", "Dominios", "Servicios", "Correo", "Preferencias", "Aviso legal", "Contacto"],
  );
  for (const [name, path] of [
    ["Dominios", "/admin/domain/"],
    ["Aviso legal", "/legal/"],
    ["Contacto", "/admin/contact/"],
    ["Preferencias", "/admin/preferences/"],
    ["Panel", "/admin/"],
  ] as const) {
    await menu.getByRole("link", { name }).click();
    await page.waitForURL((url) => url.pathname === path);
    await menu.locator("[aria-current=page]").filter({ hasText: name }).waitFor();
    await page.waitForFunction(() => document.activeElement?.id === "content");
  }
});

test("the top menu has the dashboard and the domains; the footer year and company", async () => {
  const page = await openDashboard();
  const menu = page.getByRole("navigation", { name: "Menú principal" });
  await eventually(() => menu.getByRole("link").allTextContents(), ["Panel", "Dominios"]);
  await menu.getByRole("link", { name: "Dominios" }).click();
  await page.waitForURL(/\/admin\/domain\/$/);
  assert.equal(await page.getByRole("contentinfo").textContent(), `© ${new Date().getFullYear()} ${company}`);
});

test("who has nothing sees no lists and no domains", async () => {
  const page = await browser.as("owner");
  await page.route("**/api/permission/areas/*", async (route) => {
    const reply = await route.fetch();
    const envelope = await reply.json();
    envelope.data = { ...envelope.data, total: 0, kinds: { domain: 0, service: 0, mail: 0 } };
    await route.fulfill({ response: reply, json: envelope });
  });
  const answered = page.waitForResponse("**/api/permission/areas/*");
  await page.goto("/admin/");
  await answered;
  const menu = page.getByRole("navigation", { name: "Secciones" });
  await menu.waitFor();
  assert.deepEqual(await menu.getByRole("link").allTextContents(), [
    "Panel",
    "Preferencias",
    "Aviso legal",
    "Contacto",
  ]);
  const top = page.getByRole("navigation", { name: "Menú principal" });
  assert.deepEqual(await top.getByRole("link").allTextContents(), ["Panel"]);
});

test("the user menu by keyboard: arrows, first letter, Escape, focus back, Enter", async () => {
  const page = await openDashboard({ language: "en" });
  await userMenu(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menu").waitFor();
  await page.waitForFunction(() => document.activeElement?.role === "menuitem");
  await eventually(() => focusedText(page), "Dashboard");
  assert.equal(await userMenu(page).getAttribute("aria-expanded"), "true");
  await page.keyboard.press("ArrowDown");
  await eventually(() => focusedText(page), "Preferences");
  await page.keyboard.press("End");
  await eventually(() => focusedText(page), "Log out");
  await page.keyboard.press("d");
  await eventually(() => focusedText(page), "Dashboard");
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "hidden" });
  await whenFocused(userMenu(page));
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.activeElement?.role === "menuitem");
  await page.keyboard.press("p");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/preferences\/$/);
});

test("log out leads to the sign-in page", async () => {
  const page = await openDashboard();
  await userMenu(page).click();
  await page.getByRole("menuitem", { name: "Cerrar sesión" }).click();
  await page.waitForURL(/\/login\/$/);
  browser.forget("owner");
  await page.goto("/admin/domain/");
  await page.waitForURL(/\/login\/$/);
});

test("phone: the menu opens over the page, keeps the focus, closes by Escape, beside it and by going on", async () => {
  const page = await openDashboard({ phone: true });
  const button = page.getByRole("button", { name: "Abrir el menú" });
  const menu = page.getByRole("dialog", { name: "Secciones" });
  await button.click();
  await menu.getByRole("link", { name: "Contacto" }).waitFor();
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await whenFocused(button);
  await button.click();
  await menu.getByRole("link", { name: "Contacto" }).waitFor();
  await page.mouse.click(380, 400);
  await menu.waitFor({ state: "hidden" });
  await button.click();
  await menu.getByRole("link", { name: "Preferencias" }).click();
  await page.waitForURL(/\/admin\/preferences\/$/);
  await menu.waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(scrollsSideways), false);
});

test("the company's name has its room in the header of every width", async () => {
  const page = await openDashboard();
  const name = page.getByRole("banner").getByText(company, { exact: true });
  const menu = page.locator("header nav");
  for (const width of [320, 390, 640, 1024, 1360]) {
    await resize(page, { width, height: 700 });
    await eventually(
      async () => {
        const isCut = await name.evaluate((text) => text.scrollWidth > text.clientWidth);
        const [text, links] = await Promise.all([name.boundingBox(), menu.boundingBox()]);
        const isTouched = text !== null && links !== null && text.x + text.width + 8 > links.x;
        return { width, isCut, isTouched, scrolls: await page.evaluate(scrollsSideways) };
      },
      { width, isCut: false, isTouched: false, scrolls: false },
    );
  }
});

test("phone: a holding's menu has the way to the others", async () => {
  const page = await browser.as("owner", { phone: true });
  await page.goto("/admin/domain/");
  await page.getByRole("link", { name: "Gestionar atrio.test" }).click();
  await page.getByRole("heading", { level: 1, name: "atrio.test" }).waitFor();
  await page.getByRole("button", { name: "Abrir el menú" }).click();
  const menu = page.getByRole("dialog", { name: "Secciones" });
  await menu.getByRole("button", { name: /Cambiar de dominio/ }).click();
  await page.getByRole("searchbox", { name: "Buscar un dominio" }).fill("example-02");
  await page.getByRole("menuitem", { name: "example-02.test" }).click();
  await page.getByRole("heading", { level: 1, name: "example-02.test" }).waitFor();
});

for (const language of ["es", "en"] as const)
  test(`an address of nobody's: the specification's words and the way back (${language})`, async () => {
    const page = await browser.as("owner", { language });
    const words =
      language === "es"
        ? { title: "Error 404: ¡Página no encontrada!", back: "Volver" }
        : { title: "Error 404: Page not found!", back: "Go back" };
    for (const path of ["/nowhere/", "/admin/nowhere/", "/admin/12/nowhere/", "/legal/nowhere/"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: words.title }).waitFor();
      assert.equal(await page.getByRole("navigation").count(), 0, path);
    }
    await page.getByRole("link", { name: words.back }).click();
    await page.waitForURL(/\/admin\/$/);
  });

test("a holding that is not there or of others: no permission, with the ways out", async () => {
  const page = await browser.as("owner");
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.goto("/admin/999999/");
  await page.getByRole("heading", { level: 1, name: "No tienes acceso a esta página" }).waitFor();
  const ways = page.getByRole("navigation", { name: "Seguir en" });
  await eventually(() => ways.getByRole("link").allTextContents(), ["Panel", "Dominios"]);
  await assertAccessible(page);
  await ways.getByRole("link", { name: "Dominios" }).click();
  await page.waitForURL(/\/admin\/domain\/$/);
  assert.deepEqual(warnings, []);
});
