/** A session that ends in the middle of something: signing in again loses nothing that was typed, and shows it to nobody else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { assertAccessible, eventually, fewLooks, signIn, titleOf, useBrowser, type Look } from "./browser.ts";
import { domainName, password, type Username } from "./product.ts";
import { dialog, fill, openZone, row, save, seenLive } from "./zone.ts";

const browser = useBrowser();
const zone = "example-15.test";
const unique = (): string => Math.random().toString(36).slice(2, 8);

const expired = (page: Page): Locator =>
  page.getByRole("dialog", { name: /^(La sesión ha terminado|Your session has ended)/ });
const textbox = (page: Page, name: string): Locator =>
  dialog(page).getByRole("textbox", { name, exact: true });
const keptNote = (page: Page): Locator => page.getByText("Lo que habías escrito sigue aquí");
const stored = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify(sessionStorage));

/** With a session of its own, as these tests end it. */
async function signedIn(user: Username, look: Look = {}): Promise<Page> {
  const page = await browser.anonymous(look);
  await page.goto("/login/");
  await signIn(page, user);
  return page;
}

/** Somewhere else, with the same cookie. */
async function endSession(page: Page): Promise<void> {
  const other = await browser.anonymous();
  await other.context().addCookies(await page.context().cookies());
  await other.request.post("/api/user/logout/", { headers: { "X-Requested-With": "XMLHttpRequest" } });
}

/** In the dialog, which knows who it was. */
async function signInAgain(page: Page, username: Username): Promise<void> {
  const field = (name: string) => expired(page).getByRole("textbox", { name, exact: true });
  await expired(page).waitFor();
  if ((await field("Usuario").inputValue()) !== username) await field("Usuario").fill(username);
  await expired(page).getByLabel("Contraseña", { exact: true }).fill(password);
  const reloaded = page.waitForEvent("load");
  await expired(page).getByRole("button", { name: "Entrar" }).click();
  await reloaded;
}

test("a new record: what was typed is there again after signing in, and is saved once", async () => {
  const page = await signedIn("owner");
  // Without an answer from the push channel it is the refused save that tells.
  await page.route("**/api/events/**", () => undefined);
  await openZone(page, zone);
  await page.getByRole("button", { name: "Nuevo registro" }).click();
  const name = `kept${unique()}`;
  const target = `${name}.example.org`;
  await fill(page, { Tipo: "SRV" });
  await fill(page, { Peso: "7", Puerto: "5061", Servidor: target });
  await endSession(page);
  await save(page);
  await expired(page).waitFor();
  assert.equal(await textbox(page, "Dominio").inputValue(), domainName);
  assert.equal(await textbox(page, "Usuario").inputValue(), "owner");
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "password");

  await page.keyboard.press("Escape");
  await page.goBack().catch(() => null);
  await expired(page).waitFor();
  assert.match(page.url(), /\?new=SRV$/);

  await expired(page).getByLabel("Contraseña", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await keptNote(page).waitFor();
  assert.equal(await expired(page).count(), 0);
  assert.equal(await textbox(page, "Peso").inputValue(), "7");
  assert.equal(await textbox(page, "Puerto").inputValue(), "5061");
  assert.equal(await textbox(page, "Servidor").inputValue(), target);
  assert.doesNotMatch(await stored(page), new RegExp(name), "it lies in no storage any more");

  await save(page);
  await seenLive(page);
  await openZone(page, zone, `?q=${name}`);
  await row(page, name).waitFor();
  assert.equal(await page.getByRole("row").filter({ hasText: target }).count(), 1);
  await page.goto(page.url().replace(/\?.*/, "?new=SRV"));
  await textbox(page, "Puerto").waitFor();
  assert.equal(await textbox(page, "Puerto").inputValue(), "", "it is taken once");
});

test("an existing record, told by the push channel: the edit goes on", async () => {
  const page = await signedIn("owner");
  await openZone(page, zone);
  await page
    .getByRole("button", { name: /^Editar A / })
    .first()
    .click();
  const address = textbox(page, "Dirección IPv4");
  await address.fill("192.0.2.99");
  const url = page.url();
  await endSession(page);
  await signInAgain(page, "owner");
  await keptNote(page).waitFor();
  assert.equal(await address.inputValue(), "192.0.2.99");
  assert.equal(page.url(), url);
  // It is a change that closing asks about, like any other.
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByText("¿Descartar los cambios?").waitFor();
});

test("a wrong password is said in the dialog, which stays; the right one leads on", async () => {
  const page = await signedIn("owner");
  await page.goto("/admin/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await endSession(page);
  await expired(page).getByLabel("Contraseña", { exact: true }).fill("not the password");
  await expired(page).getByRole("button", { name: "Entrar" }).click();
  await expired(page)
    .getByRole("alert")
    .getByText(/^Dominio, usuario o contraseña incorrectos/)
    .waitFor();
  assert.equal(await page.getByRole("region", { name: "Avisos" }).count(), 0);
  await signInAgain(page, "owner");
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await expired(page).count(), 0);
});

test("over the open palette it is the dialog that is typed in", async () => {
  const page = await signedIn("owner");
  await page.goto("/admin/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Búsqueda rápida" }).getByRole("textbox").waitFor();
  await endSession(page);
  await expired(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "password");
  await page.keyboard.type(password);
  const reloaded = page.waitForEvent("load");
  await page.keyboard.press("Enter");
  await reloaded;
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await expired(page).count(), 0);
});

test("another user signs in: nothing of the first one is left", async () => {
  const page = await signedIn("owner");
  await openZone(page, "atrio.test", "?new=TXT");
  const secret = `secret-${unique()}`;
  await textbox(page, "Texto").fill(secret);
  await endSession(page);
  await signInAgain(page, "viewer");
  await page.getByText("Acción no permitida").waitFor();
  assert.equal(await keptNote(page).count(), 0);
  assert.doesNotMatch(await stored(page), new RegExp(`${secret}|owner@`));
  await endSession(page);
  await signInAgain(page, "owner");
  await page.getByRole("heading", { level: 1, name: "atrio.test" }).waitFor();
  assert.equal(await page.getByText(secret).count(), 0);
});

test("“Go to login” leads through the login page back to the same place", async () => {
  const page = await signedIn("owner");
  await openZone(page, zone, "?new=A");
  await textbox(page, "Dirección IPv4").fill("192.0.2.98");
  await endSession(page);
  await expired(page).getByRole("button", { name: "Ir a la página de acceso" }).click();
  await page.waitForURL("**/login/");
  await signIn(page, "owner");
  await keptNote(page).waitFor();
  assert.equal(await textbox(page, "Dirección IPv4").inputValue(), "192.0.2.98");
  assert.match(page.url(), /\?new=A$/);
});

test("who signs in there as another user is not led to what the first one looked for", async () => {
  const page = await signedIn("viewer");
  await page.goto("/admin/domain/?q=secretsearch");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await endSession(page);
  await expired(page).getByRole("button", { name: "Ir a la página de acceso" }).click();
  await page.waitForURL("**/login/");
  await signIn(page, "owner");
  await page.waitForURL("**/admin/**");
  assert.doesNotMatch(page.url() + (await stored(page)), /secretsearch/);
});

test("the contact form keeps its fields and its tick; a password is kept nowhere", async () => {
  const page = await signedIn("owner");
  await page.goto("/admin/contact/");
  await page.getByRole("textbox", { name: "Tu correo" }).fill("ana@example.com");
  await page.getByRole("textbox", { name: "Asunto" }).fill("Factura");
  await page.getByRole("textbox", { name: "Consulta" }).fill("Una línea\ny otra");
  await page.getByRole("checkbox").press("Space");
  await endSession(page);
  await signInAgain(page, "owner");
  await page.getByRole("textbox", { name: "Asunto" }).waitFor();
  for (const [name, expected] of [
    ["Tu correo", "ana@example.com"],
    ["Asunto", "Factura"],
    ["Consulta", "Una línea\ny otra"],
  ] as const)
    await eventually(() => page.getByRole("textbox", { name }).inputValue(), expected);
  await eventually(() => page.getByRole("checkbox").isChecked(), true);
  await eventually(() => page.getByRole("button", { name: "Enviar" }).isEnabled(), true);

  await page.goto("/admin/preferences/?password");
  await textbox(page, "Contraseña actual").fill("correct horse");
  await dialog(page).getByRole("button", { name: "Mostrar la contraseña" }).first().click();
  await endSession(page);
  await expired(page).waitFor();
  await page.evaluate(() =>
    addEventListener("pagehide", () => localStorage.setItem("seen", JSON.stringify(sessionStorage))),
  );
  await signInAgain(page, "owner");
  await textbox(page, "Contraseña actual").waitFor();
  assert.equal(await textbox(page, "Contraseña actual").inputValue(), "");
  assert.doesNotMatch((await page.evaluate(() => localStorage.getItem("seen"))) ?? "", /correct horse/);
});

test("two tabs: signing in in one brings the other back with what was typed; signing out leaves nothing", async () => {
  const page = await signedIn("owner");
  const other = await page.context().newPage();
  await openZone(page, zone, "?new=A");
  await textbox(page, "Dirección IPv4").fill("192.0.2.97");
  await other.goto("/admin/");
  await other.getByRole("heading", { level: 1 }).waitFor();
  await endSession(page);
  await Promise.all([expired(page).waitFor(), expired(other).waitFor()]);
  await signInAgain(other, "owner");
  await keptNote(page).waitFor();
  assert.equal(await textbox(page, "Dirección IPv4").inputValue(), "192.0.2.97");
  await other.getByRole("button", { name: /owner/ }).click();
  await other.getByRole("menuitem", { name: "Cerrar sesión" }).click();
  await page.waitForURL("**/login/");
  assert.doesNotMatch(await stored(page), /192\.0\.2\.97/);
  await signIn(page, "owner");
  await page.goto("/admin/");
  assert.equal(await keptNote(page).count(), 0);
});

test("another language in another tab: what is typed here stays", async () => {
  const page = await signedIn("owner");
  const other = await page.context().newPage();
  await openZone(page, zone, "?new=A");
  await textbox(page, "Dirección IPv4").fill("192.0.2.96");
  await other.goto("/admin/preferences/");
  await other.getByText("English", { exact: true }).click();
  await page.getByText("What you had typed is still here").waitFor();
  assert.equal(await textbox(page, "IPv4 address").inputValue(), "192.0.2.96");
});

test("over the open menu of a phone, which it closes", async () => {
  const page = await signedIn("owner", { phone: true });
  await page.goto("/admin/");
  await page.getByRole("button", { name: "Abrir el menú" }).click();
  const menu = page.getByRole("dialog", { name: "Secciones" });
  await menu.getByRole("link", { name: "Contacto" }).waitFor();
  await endSession(page);
  await expired(page).waitFor();
  await menu.waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "password");
  await signInAgain(page, "owner");
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await expired(page).count(), 0);
});

test("what nobody caught is told in words, once; a resize observer's loop is not", async () => {
  const page = await browser.as("owner");
  await page.clock.install();
  await page.goto("/admin/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const notices = page.getByRole("region", { name: "Avisos" });
  await page.evaluate(() => {
    const loop = new Error("ResizeObserver loop completed with undelivered notifications.");
    dispatchEvent(new ErrorEvent("error", { error: loop, message: loop.message }));
  });
  assert.equal(await notices.count(), 0);
  await page.evaluate(() => {
    for (let time = 0; time < 2; time++)
      dispatchEvent(new ErrorEvent("error", { error: new TypeError("x is undefined") }));
  });
  await notices.getByText("Algo ha fallado en esta página").waitFor();
  assert.equal(await notices.getByText("Error", { exact: true }).count(), 1);
  await page.keyboard.press("F6");
  await page.waitForFunction(() => document.activeElement?.textContent === "Recargar");
  await assertAccessible(page);
  // As long as it has the focus the clock stands.
  await page.clock.runFor(5500);
  assert.equal(await notices.count(), 1);
  await page.keyboard.press("F6");
  await page.waitForFunction(() => document.activeElement?.textContent !== "Recargar");
  await page.clock.runFor(5500);
  await notices.waitFor({ state: "detached" });
});

for (const look of fewLooks)
  test(`axe finds nothing in the dialog: ${titleOf(look)}`, async () => {
    const page = await signedIn("owner", look);
    await page.goto("/admin/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await endSession(page);
    await expired(page).waitFor();
    await assertAccessible(page);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(sideways, false);
  });
