/** Which address leads where, with a session and without, and which links say that one is there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { eventually, signIn, useBrowser } from "./browser.ts";
import { openZone } from "./zone.ts";

const browser = useBrowser();

test("the host's own address leads to the panel, without a session to the login page", async () => {
  const page = await browser.as("owner");
  await page.goto("/");
  await page.waitForURL((url) => url.pathname === "/admin/");
  const stranger = await browser.anonymous();
  await stranger.goto("/");
  await stranger.waitForURL((url) => url.pathname === "/login/");
});

test("nobody's addresses are so for everybody, in the status too", async () => {
  const paths = [
    "/nowhere/",
    "/admin/nowhere/",
    "/admin/0/",
    "/admin/12/nowhere/",
    "/admin/domain/12/",
    "/legal/nowhere/",
    "/ADMIN/",
    "/admin/Domain/",
    "/Legal/",
  ];
  for (const page of [await browser.anonymous(), await browser.as("owner")])
    for (const path of paths) {
      assert.equal((await page.goto(path))?.status(), 404, path);
      await page.getByRole("heading", { level: 1, name: /^Error 404/ }).waitFor();
      assert.equal(new URL(page.url()).pathname, path);
      assert.equal(await page.getByRole("navigation").count(), 0, path);
    }
});

for (const asked of ["/legal", "/legal/?x=1", "/admin/domain/?q=ex"])
  test(`who asks for ${asked} without a session gets it after signing in`, async () => {
    const page = await browser.anonymous();
    assert.equal((await page.goto(asked))?.status(), 200);
    await page.waitForURL("**/login/");
    await signIn(page, "owner", (url) => url.pathname + url.search === asked);
  });

/** The links that say so, and how: those of the closed user menu too. */
const currentLinks = (page: Page) =>
  page
    .locator("[aria-current]")
    .evaluateAll((links) =>
      links.map((link) => `${link.textContent.trim()}: ${link.getAttribute("aria-current")}`),
    );

test("links are current on their own page only", async () => {
  const page = await browser.as("owner");
  const openUserMenu = () => page.getByRole("button", { name: /^Cuenta de owner/ }).click();
  for (const [path, expected] of Object.entries({
    "/admin/": ["Atrio Demo: page", "Panel: page", "Panel: page", "Panel: page"],
    "/admin/domain/?q=atrio": ["Dominios: page", "Dominios: page"],
    "/admin/mail/?q=atrio": ["Dominios: true", "Correo: page"],
    "/admin/preferences/": ["Preferencias: page", "Preferencias: page"],
    "/legal/": ["Aviso legal: page"],
  })) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await openUserMenu();
    await eventually(() => currentLinks(page), expected);
  }
  await openZone(page, "atrio.test", "?q=www");
  await openUserMenu();
  await eventually(() => currentLinks(page), ["Dominios: true", "Zona DNS: page", "Zona DNS: page"]);
});
