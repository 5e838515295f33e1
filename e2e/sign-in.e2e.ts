import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, fillCredentials, signIn, useBrowser } from "./browser.ts";
import { refused } from "./envelope.ts";
import { atrio, domainName } from "./product.ts";

const browser = useBrowser();

test("wrong password: one message for all three, beside the form", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await fillCredentials(page, { username: "owner", password: "not the password" });
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.getByText("Dominio, usuario o contraseña incorrectos").first().waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Usuario" }).inputValue(), "owner");
  await assertAccessible(page);
});

test("after too many attempts the form counts the seconds down, and then lets in", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await page.route("**/api/user/login/", (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": "3" },
      json: refused(103, ["Demasiados intentos"]),
    }),
  );
  await fillCredentials(page, { username: "viewer" });
  const enter = page.getByRole("button", { name: "Entrar" });
  await enter.click();
  const told = page.getByRole("alert");
  // A busy machine may miss one of them.
  for (const seconds of [/Espera [23] segundos$/, /Espera (?:2 segundos|1 segundo)$/]) {
    await told.getByText(seconds).waitFor();
    assert.ok(await enter.isDisabled());
  }
  await told.waitFor({ state: "detached" });
  await page.unroute("**/api/user/login/");
  await enter.click();
  await page.waitForURL(/\/admin\//);
});

test("a protected page asks to sign in and leads back to it", async () => {
  const page = await browser.anonymous();
  await page.goto("/admin/preferences/");
  await page.waitForURL(/\/login\//);
  await page.waitForFunction(() => document.title === "Atrio Demo / Login");
  await signIn(page, "owner");
  await page.waitForURL(/\/admin\/preferences\//);
  await page.goto("/login/");
  await page.waitForURL(/\/admin\/$/);
});

test("the first login has no earlier one to show, the second has", async () => {
  const username = `first${Date.now().toString(36)}`;
  const printed = await atrio("user", "add", domainName, username);
  const password = /: (\S+)\s*$/.exec(printed.trim())?.[1];
  assert.ok(password, printed);
  for (const seen of ["Este es el primero", /\d{1,2}.*20\d\d/]) {
    const page = await browser.anonymous();
    await page.goto("/login/");
    await fillCredentials(page, { username, password });
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.waitForURL(/\/admin\//);
    await page.goto("/admin/");
    await page.getByText("Último acceso").waitFor();
    await page.getByText(seen).first().waitFor();
  }
});

test("the forgotten password has a way", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await page.getByRole("button", { name: "¿Has olvidado la contraseña?" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Correo de contacto" }).waitFor();
  await assertAccessible(page);
});

test("sign out ends the session", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await signIn(page, "viewer");
  await page.getByRole("button", { name: /viewer/ }).click();
  await page.getByRole("menuitem", { name: "Cerrar sesión" }).click();
  await page.waitForURL(/\/login\//);
  await page.goto("/admin/");
  await page.waitForURL(/\/login\//);
});
