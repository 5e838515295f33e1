/** Preferences: at once, in the other tabs too; the password, with an end to the other sessions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  eventually,
  everyLook,
  fillCredentials,
  type Look,
  titleOf,
  useBrowser,
} from "./browser.ts";
import { atrio, domainName } from "./product.ts";
import { dialog } from "./zone.ts";

const browser = useBrowser();
const path = "/admin/preferences/";

async function openPreferences(look?: Look): Promise<Page> {
  const page = await browser.as("owner", look);
  await page.goto(path);
  await page.getByRole("heading", { level: 1, name: /^(Preferencias|Preferences)$/ }).waitFor();
  return page;
}
async function secondTab(page: Page, address = "/admin/"): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByRole("heading", { level: 1 }).waitFor();
  return other;
}
const shown = (page: Page, name: "theme" | "color") =>
  page.evaluate((attribute) => document.documentElement.dataset[attribute], name);
const becomes = (page: Page, name: "theme" | "color", value: string) =>
  page.waitForFunction(([key, wanted]) => document.documentElement.dataset[key!] === wanted, [name, value]);

test("the theme: light, dark, or as the system says, here and in a second tab", async () => {
  const page = await openPreferences();
  const other = await secondTab(page);
  const mode = (name: string) => page.getByRole("radio", { name });
  await mode("Oscuro").click();
  assert.equal(await shown(page, "theme"), "dark");
  await becomes(other, "theme", "dark");
  await mode("Sistema").click();
  await becomes(other, "theme", "light");
  await other.emulateMedia({ colorScheme: "dark" });
  await becomes(other, "theme", "dark");
  await mode("Claro").click();
  await becomes(other, "theme", "light");
  await page.reload();
  assert.equal(await mode("Claro").getAttribute("aria-checked"), "true");
});

test("22 colours with names in words; one applies at once, in a second tab too, and stays", async () => {
  const page = await openPreferences();
  const other = await secondTab(page);
  const picker = page.getByRole("radiogroup", { name: "Color" });
  await eventually(() => picker.getByRole("radio").count(), 22);
  const names = await picker
    .getByRole("radio")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.equal(new Set(names).size, 22);
  assert.ok(names.includes("Verde azulado"));
  await picker.getByTitle("Verde azulado").click();
  assert.equal(await shown(page, "color"), "teal");
  await becomes(other, "color", "teal");
  await page.getByText("Verde azulado", { exact: true }).waitFor();
  await page.keyboard.press("ArrowRight");
  await becomes(other, "color", "cyan");
  await other.reload();
  assert.equal(await shown(other, "color"), "cyan");
});

test("the browser keeps the mode, the own colour and the company's configuration, by these names", async () => {
  const page = await openPreferences();
  await page.getByRole("radio", { name: "Oscuro" }).click();
  await page.getByRole("radiogroup", { name: "Color" }).getByTitle("Lima").click();
  await eventually(
    () => page.evaluate(() => Object.keys(localStorage).toSorted()),
    ["_ddcfg", "_ddstyle", "theme"],
  );
  const kept = await page.evaluate((): Record<string, string> =>
    Object.fromEntries(Object.entries(localStorage)),
  );
  assert.equal(kept["theme"], "dark");
  assert.deepEqual(JSON.parse(kept["_ddstyle"] ?? ""), { color: "lime" });
  const config: { company: string } = JSON.parse(kept["_ddcfg"] ?? "");
  assert.equal(config.company, "Atrio Demo");
  // Drawn from them before the application arrives.
  await page.route("**/assets/**.js", () => undefined);
  await page.reload({ waitUntil: "commit" });
  await becomes(page, "theme", "dark");
  await becomes(page, "color", "lime");
});

test("the language reloads this tab and the others", async () => {
  const page = await openPreferences();
  const other = await secondTab(page);
  await page.getByRole("radio", { name: "English" }).click();
  await page.getByRole("heading", { level: 1, name: "Preferences" }).waitFor();
  await other.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  assert.equal(await other.locator("html").getAttribute("lang"), "en");
  const cookie = (await page.context().cookies()).find(({ name }) => name === "_lang");
  assert.equal(cookie?.value, "en");
  assert.ok(Math.abs(cookie.expires - Date.now() / 1000 - 86_400) < 60);
});

/** A user of its own, because the password of the others is everybody's. */
const username = `password-${Date.now()}`;
async function userAlone(): Promise<string> {
  const said = await atrio("user", "add", domainName, username);
  const made = /password[^\n]*?(\S{12,})\s*$/im.exec(said)?.[1];
  assert.ok(made, said);
  return made;
}
async function enter(password: string): Promise<Page> {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await fillCredentials(page, { username, password });
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL(/\/admin\//);
  return page;
}

test("a changed password ends the user's other sessions; this browser's tabs go on with another token", async () => {
  const first = await userAlone();
  const [page, other] = [await enter(first), await enter(first)];
  const tab = await page.context().newPage();
  await tab.goto(path);
  await tab.getByRole("heading", { level: 1, name: "Preferencias" }).waitFor();
  const sessionToken = async () =>
    (await page.context().cookies()).find(({ name }) => name === "session")?.value;
  const tokenBefore = await sessionToken();
  await page.goto(`${path}?password`);
  const field = (name: string) => dialog(page).getByLabel(name, { exact: true });
  const save = dialog(page).getByRole("button", { name: "Cambiar la contraseña" });
  await save.click();
  await dialog(page).getByText("Campo obligatorio").first().waitFor();
  assert.equal(await dialog(page).getByText("Campo obligatorio").count(), 2);

  await field("Contraseña nueva").fill("mi gato duerme");
  await dialog(page).getByText("Falta 1 carácter.").waitFor();
  await field("Contraseña nueva").fill("qwertyuiop12345");
  await dialog(page)
    .getByText(/^Demasiado fácil de adivinar/)
    .waitFor();
  const next = "mi gato duerme en la azotea";
  await field("Contraseña nueva").fill(next);
  await dialog(page).getByText("Buena contraseña.").waitFor();
  await assertAccessible(page);

  await field("Contraseña actual").fill("no es esta, seguro");
  await save.click();
  await dialog(page).getByText("La contraseña actual no es correcta").waitFor();
  assert.equal(await field("Contraseña nueva").inputValue(), next);
  await field("Contraseña actual").fill(first);
  const eventsOpenAgain = page
    .context()
    .waitForEvent("response", (reply) => reply.url().includes("/api/events/") && reply.status() === 200);
  await save.click();
  await dialog(page).waitFor({ state: "detached" });
  await page.getByText(/^Contraseña cambiada/).waitFor();
  await other.getByRole("heading", { name: "La sesión ha terminado" }).waitFor();
  assert.notEqual(await sessionToken(), tokenBefore);
  await eventsOpenAgain;
  const listed = tab.waitForResponse((reply) => reply.url().includes("/api/permission/list/"));
  await tab.getByRole("link", { name: "Dominios" }).first().click();
  await tab.getByRole("heading", { level: 1, name: "Dominios" }).waitFor();
  assert.equal((await listed).status(), 200);
  for (const open of [page, tab])
    assert.equal(await open.getByRole("heading", { name: "La sesión ha terminado" }).count(), 0);
  await tab.close();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Preferencias" }).waitFor();
  assert.equal(await dialog(page).count(), 0);
  await enter(next);
});

test("back closes the password dialog; closing with something typed asks", async () => {
  const page = await openPreferences();
  await page.getByRole("button", { name: "Cambiar la contraseña" }).click();
  await dialog(page).waitFor();
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Cambiar la contraseña" }).click();
  await dialog(page).getByLabel("Contraseña nueva", { exact: true }).fill("algo");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await dialog(page).waitFor({ state: "detached" });
  assert.ok(page.url().endsWith(path));
  await page.getByRole("button", { name: "Cambiar la contraseña" }).click();
  await dialog(page).getByLabel("Contraseña nueva", { exact: true }).fill("algo");
  await dialog(page).getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Seguir editando" }).click();
  assert.equal(await dialog(page).getByLabel("Contraseña nueva", { exact: true }).inputValue(), "algo");
});

for (const look of everyLook)
  test(`axe and no sideways scrolling: ${titleOf(look)}`, async () => {
    const page = await openPreferences(look);
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    await page.goto(`${path}?password`);
    await dialog(page).waitFor();
    await assertAccessible(page);
  });
