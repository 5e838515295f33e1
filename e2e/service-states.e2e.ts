/** How a service stands: taken back, behind something else, and as those see it who are given a part of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, eventually, fillCredentials, useBrowser } from "./browser.ts";
import { heldUndo } from "./mail.ts";
import { atrio } from "./product.ts";
import { openService, openSites, visitorGets, webRow } from "./web.ts";
import { dialog, menu, question } from "./zone.ts";

const browser = useBrowser();
const domain = "example-17.test";
const parking = (page: Page) => page.getByRole("switch", { name: "Página de parking" });
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const entry = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: true }).count();

test("another version of PHP is taken back from its toast", async () => {
  const page = await browser.as("owner");
  await openService(page, domain);
  const standing = await page.getByText(/^La del servidor \(\d\.\d\)$/).textContent();
  await page.getByRole("button", { name: "Cambiar la versión de PHP" }).click();
  await dialog(page)
    .getByText(/^La función mail\(\) de PHP no envía nada aquí\..*SMTP/)
    .waitFor();
  await dialog(page).getByRole("radio", { name: "PHP 8.2" }).click({ force: true });
  await press(page, "Guardar");
  await page.getByText("PHP 8.2", { exact: true }).waitFor();
  await (await heldUndo(page)).click();
  await page.getByText(standing ?? "", { exact: true }).waitFor();
});

test("parking is taken back from its toast; what is saved behind it says so", async () => {
  const page = await browser.as("owner");
  await openService(page, domain);
  await parking(page).press("Space");
  await question(page).getByRole("button", { name: "Mostrar" }).click();
  await page.getByText("El servicio muestra ya la página de parking").waitFor();
  const undo = await heldUndo(page);
  await eventually(() => parking(page).isChecked(), true);
  await visitorGets(domain, "/", ({ body }) => body.includes(domain));
  await undo.click();
  await eventually(() => parking(page).isChecked(), false);
  await visitorGets(domain, "/", ({ status, body }) => status !== 200 || !body.includes("parking"));

  await atrio("web", domain, "--php", "8.2");
  await parking(page).press("Space");
  await question(page).getByRole("button", { name: "Mostrar" }).click();
  await eventually(() => parking(page).isChecked(), true);
  await openSites(page, domain);
  await menu(page, webRow(page, `www.${domain}`), "Editar");
  await dialog(page).getByRole("textbox", { name: "Carpeta" }).fill("/otra");
  await press(page, "Guardar");
  await page.getByText(/^Guardado\. Ahora los visitantes ven la página de parking/).waitFor();
  await (await heldUndo(page)).click();
  await webRow(page, `www.${domain}`).getByText("/public_html").waitFor();
  await openService(page, domain);
  await parking(page).press("Space");
  await question(page).getByRole("button", { name: "Quitar" }).click();
  await eventually(() => parking(page).isChecked(), false);
  await atrio("web", domain, "--php", "default");
});

test("a site behind a redirection of all of it: what is saved says where visitors go", async () => {
  const host = `www.${domain}`;
  const page = await browser.as("owner");
  await openSites(page, domain, "?new-redirection=www");
  await dialog(page).getByRole("textbox", { name: "Destino" }).fill("https://outside.example/");
  await press(page, "Crear redirección");
  await visitorGets(host, "/", ({ location }) => location === "https://outside.example/");
  await menu(page, webRow(page, host).first(), "Editar");
  await dialog(page).getByRole("textbox", { name: "Carpeta" }).fill("/otra");
  await press(page, "Guardar");
  await page.getByText(`Guardado. ${host} redirige a https://outside.example/`).waitFor();
  await (await heldUndo(page)).click();
  await webRow(page, host).first().getByText("/public_html").waitFor();
});

/** Signs in who is given these on `reference` and nothing else, to where that leads. */
async function signInWith(reference: string, ...levels: string[]): Promise<Page> {
  const username = `states-${Date.now().toString(36)}`;
  const said = await atrio("user", "add", reference, username);
  const password = /once: (\S+)/.exec(said)?.[1] ?? assert.fail(said);
  await atrio("grant", reference, username, reference, "all=disabled", ...levels);
  const page = await browser.anonymous();
  await page.goto("/login/");
  await fillCredentials(page, { domain: reference, username, password });
  await page.getByRole("button", { name: "Entrar" }).click();
  return page;
}

test("who may only redirect lands where the redirections are, and sees no more", async () => {
  const page = await signInWith(domain, "service_redirects=write");
  await page.waitForURL(/\/admin\/\d+\/service\/subdomain\/$/);
  await page.getByRole("button", { name: "Nueva redirección" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Nuevo sitio" }).count(), 0);
  assert.deepEqual(
    await Promise.all(["Hosting", "Sitios", "Correo"].map((name) => entry(page, name))),
    [0, 1, 0],
  );
  await assertAccessible(page);
});

test("who may only redirect, of a service that only redirects and parks: the redirections alone", async () => {
  const page = await signInWith("parked.test", "service_redirects=write");
  await page.waitForURL(/\/admin\/\d+\/service\/$/);
  await page.getByRole("button", { name: "Nueva redirección" }).waitFor();
  assert.equal(await page.getByText("Página de parking").count(), 0);
  assert.equal(await page.getByText("Acción no permitida").count(), 0);
  await assertAccessible(page);
});

test("who may only park lands where that is done, and sees no more", async () => {
  const page = await signInWith(domain, "service_parking=write");
  await page.waitForURL(/\/admin\/\d+\/service\/$/);
  await parking(page).waitFor();
  assert.equal(await page.getByText("Versión de PHP").count(), 0);
  assert.equal(await page.getByText("Tráfico").count(), 0);
  await assertAccessible(page);
  await parking(page).press("Space");
  await question(page).getByRole("button", { name: "Mostrar" }).click();
  await eventually(() => parking(page).isChecked(), true);
  await (await heldUndo(page)).click();
  await eventually(() => parking(page).isChecked(), false);
});

test("who may only see whether it is parked sees that, on a service of parking too", async () => {
  const page = await signInWith("parked.test", "service_parking=read");
  await page.waitForURL(/\/admin\/\d+\/service\/$/);
  await page.getByText("Activado", { exact: true }).waitFor();
  assert.equal(await page.getByRole("switch").count(), 0);
  assert.equal(await page.getByText("Redirecciones").count(), 0);
});
