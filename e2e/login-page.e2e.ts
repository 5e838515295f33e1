/** The login page as HTML: what it can do before the application is there, and that nothing is lost when it comes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Request, Route } from "playwright-core";
import { assertAccessible, eventually, fillCredentials, useBrowser, whenFocused } from "./browser.ts";
import { domainName, password, url } from "./product.ts";

const browser = useBrowser();
/** The chunk that takes the page over. */
const application = /\/assets\/hydrate-[^/]+\.js$/;
const isHydrated = (page: Page) =>
  page.waitForFunction(() => {
    const form = document.querySelector("form");
    return form !== null && Object.keys(form).some((key) => key.startsWith("__reactProps"));
  });

/** Holds back the application until it is let go, or refuses it. */
async function holdApplication(page: Page) {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(application, (route) => (isHeld ? void held.push(route) : route.continue()));
  const settle = async (how: (route: Route) => Promise<void>) => {
    await Promise.all(held.splice(0).map(how));
  };
  return {
    asked: () => Promise.resolve(held.length > 0),
    letGo: () => {
      isHeld = false;
      return settle((route) => route.continue());
    },
    fail: () => settle((route) => route.fulfill({ status: 404 })),
  };
}

const settled = (page: Page) => page.waitForLoadState("networkidle");

test("until the first key press: at most 20 kB of scripts and styles, one font, nothing else", async () => {
  const page = await browser.anonymous();
  const finished: Request[] = [];
  page.on("requestfinished", (request) => finished.push(request));
  await page.goto("/login/");
  await settled(page);
  const sizes = await Promise.all(
    finished.map(async (request): Promise<[string, number]> => [
      new URL(request.url()).pathname,
      (await request.sizes()).responseBodySize,
    ]),
  );
  const of = (ending: RegExp) => sizes.filter(([path]) => ending.test(path));
  const bytes = of(/\.(?:js|css)$/).reduce((sum, [, size]) => sum + size, 0);
  assert.ok(bytes > 1_000 && bytes <= 20_000, JSON.stringify(sizes));
  assert.equal(of(/\.woff2$/).length, 1, JSON.stringify(sizes));
  assert.deepEqual([...of(/^\/api\//), ...of(application)], []);
  await page.keyboard.press("a");
  await isHydrated(page);
  assert.ok(finished.some((request) => application.test(request.url())));
});

test("what is typed while the application is on its way stays, with focus and caret", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  const held = await holdApplication(page);
  await page.getByRole("textbox", { name: "Dominio" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type(domainName);
  await page.keyboard.press("Tab");
  await page.keyboard.type("ownr");
  await page.keyboard.press("ArrowLeft");
  const user = page.getByRole("textbox", { name: "Usuario" });
  await page.evaluate(() => Object.assign(document.activeElement!, { marked: true }));
  await eventually(held.asked, true);
  await held.letGo();
  await isHydrated(page);
  await page.keyboard.type("e");
  assert.equal(await user.inputValue(), "owner");
  assert.equal(await page.getByRole("textbox", { name: "Dominio" }).inputValue(), domainName);
  assert.ok(await user.evaluate((input) => "marked" in input && input === document.activeElement));
});

test("sent before the application is there: the button says so, and it is sent once", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  const held = await holdApplication(page);
  let sent = 0;
  page.on("request", (request) => (sent += Number(request.url().endsWith("/api/user/login/"))));
  await fillCredentials(page, { username: "owner" });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const button = page.locator("button[type=submit]");
  assert.equal(await button.getAttribute("aria-busy"), "true");
  assert.equal(sent, 0);
  await held.letGo();
  await page.waitForURL(/\/admin\//);
  assert.equal(sent, 1);
});

test("an application that does not come: it says so, keeps what was typed, and tries again", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  const held = await holdApplication(page);
  await fillCredentials(page, { username: "owner" });
  await page.keyboard.press("Enter");
  await held.fail();
  await page.getByRole("alert").getByText("No se ha podido cargar").waitFor();
  assert.equal(await page.locator("button[type=submit]").getAttribute("aria-busy"), null);
  await held.letGo();
  const loaded = page.waitForEvent("domcontentloaded");
  await page.getByRole("button", { name: "Reintentar" }).click();
  await loaded;
  // Chromium up to 150 can't but load this page again, and no browser keeps a password then.
  if (page.url().includes("/login/")) {
    await fillCredentials(page, { username: "owner" });
    await page.keyboard.press("Enter");
  }
  await page.waitForURL(/\/admin\//);
});

test("a password that is shown stays shown", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  const held = await holdApplication(page);
  await page.getByLabel(/^Contraseña/).fill(password);
  const show = page.getByRole("button", { name: "Mostrar la contraseña" });
  await show.click();
  const input = page.getByRole("textbox", { name: "Contraseña" });
  assert.equal(await input.getAttribute("type"), "text");
  await held.letGo();
  await isHydrated(page);
  await page.waitForFunction(
    () => document.querySelector("[name=password]")?.getAttribute("type") === "text",
  );
  assert.equal(await show.getAttribute("aria-pressed"), "true");
  await show.click();
  assert.equal(await page.getByLabel(/^Contraseña/).getAttribute("type"), "password");
  assert.equal(await page.getByLabel(/^Contraseña/).inputValue(), password);
});

test("by keyboard alone, the theme and the language too, before any application", async () => {
  const page = await browser.anonymous({ phone: true });
  await page.goto("/login/");
  const held = await holdApplication(page);
  const theme = page.getByRole("button", { name: /^Tema: / });
  for (const [name, dark] of [
    ["Claro", "light"],
    ["Oscuro", "dark"],
  ]) {
    await theme.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Tema: ${name}` }).waitFor();
    assert.equal(await page.locator("html").getAttribute("data-theme"), dark);
    await assertAccessible(page);
  }
  await page.getByRole("combobox", { name: "Idioma" }).selectOption("en");
  await page.getByRole("heading", { name: "Sign in to Atrio Demo" }).waitFor();
  assert.equal(await page.title(), "Atrio Demo / Login");
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await assertAccessible(page);
  await held.letGo();
  await whenFocused(page.getByRole("combobox", { name: "Language" }));
  await page.getByRole("textbox", { name: "Domain" }).focus();
  await page.keyboard.type(domainName);
  await page.keyboard.press("Tab");
  await page.keyboard.type("owner");
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\//);
});

test("empty fields are named, and the first has the focus", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.getByRole("alert").first().waitFor();
  const domain = page.getByRole("textbox", { name: "Dominio" });
  assert.equal(await domain.getAttribute("aria-invalid"), "true");
  await whenFocused(domain);
});

test("the forgotten password asks the application for its dialog", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  const held = await holdApplication(page);
  await page.getByRole("button", { name: "¿Has olvidado la contraseña?" }).click();
  await held.letGo();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Correo de contacto" }).fill("ana@example.com");
  assert.ok(await dialog.getByRole("button", { name: "Enviar" }).isDisabled());
  await dialog.getByRole("checkbox").press("Space");
  assert.ok(await dialog.getByRole("button", { name: "Enviar" }).isEnabled());
  await assertAccessible(page);
});

test("without JavaScript the page says what is needed", async () => {
  const page = await browser.anonymous({ noScript: true });
  await page.goto("/login/");
  const note = page.locator("noscript p");
  assert.match((await note.textContent()) ?? "", /^Para entrar hace falta JavaScript\./);
  assert.ok(((await note.boundingBox())?.height ?? 0) > 20);
  await page.getByRole("heading", { name: "Entrar en Atrio Demo" }).waitFor();
});

test("who is signed in is led on, from a link on another site too", async () => {
  const page = await browser.as("owner");
  await page.goto("/login/");
  await page.waitForURL(/\/admin\/$/);
  await page.route("http://elsewhere.test/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${url}/login/">panel</a>` }),
  );
  await page.goto("http://elsewhere.test/");
  await page.getByRole("link").click();
  await page.waitForURL(/\/admin\/$/);
});

test("each host has its company's page from the first byte, and the picture outlives the takeover", async () => {
  const address = `${url.replace("127.0.0.1", "cierzo.localhost")}/login/`;
  const drawn = await browser.anonymous({ noScript: true });
  await drawn.goto(address);
  assert.equal(await drawn.title(), "Cierzo Hosting / Login");
  assert.equal(await drawn.locator("html").getAttribute("data-color"), "cyan");
  const page = await browser.anonymous();
  await page.goto(address);
  await page.evaluate(() => document.querySelector("main img")!.setAttribute("data-mark", ""));
  await page.keyboard.type("a");
  await isHydrated(page);
  assert.equal(await page.locator("main img[data-mark]").count(), 1);
  assert.equal(await page.getByRole("textbox", { name: "Dominio" }).inputValue(), "a");
});
