/** Hosting when not all is well: expired, unreachable, nearly full. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, eventually, useBrowser } from "./browser.ts";
import { hold } from "./hold.ts";
import { holdingId } from "./holding-id.ts";
import { openService, openSites, webRow } from "./web.ts";
import { dialog, menu } from "./zone.ts";

const browser = useBrowser();
const gibi = 1024 ** 3;
const expired = /^El servicio caducó el .* no cambiar hasta que se renueve\.$/;
const callOf = async (page: Page, reference: string) => `**/api/service/${await holdingId(page, reference)}/`;

interface Level {
  readonly used: number;
  readonly limit: number | null;
}
/** The overview with this use of it. */
async function withUsage(page: Page, usage: Readonly<Record<string, Level>>): Promise<void> {
  await page.route(await callOf(page, "atrio.test"), async (route) => {
    const reply = await (await route.fetch()).json();
    Object.assign(reply.data.service.usage, usage);
    await route.fulfill({ json: reply });
  });
  await openService(page, "atrio.test");
}
const usageOf = (page: Page, name: string) =>
  page.getByRole("region", { name: "Uso" }).getByRole("listitem").filter({ hasText: name });
const textOf = async (page: Page, name: string) =>
  (await usageOf(page, name).first().textContent())?.replaceAll(/\s/g, " ");

test("an expired service says since when; what only reads opens, what changes is refused before it is filled in", async () => {
  const page = await browser.as("owner");
  await openService(page, "expired.test");
  await page.getByText(expired).first().waitFor();
  assert.equal(await page.getByRole("button", { name: "Cambiar la versión de PHP" }).count(), 0);
  await assertAccessible(page);
  await openService(page, "expired.test", "?log=");
  await dialog(page).getByRole("searchbox").waitFor();
  await openService(page, "expired.test", "?php=");
  await page.getByText(expired).nth(1).waitFor();
  assert.equal(await dialog(page).count(), 0);

  await openSites(page, "expired.test");
  await page.getByText(expired).first().waitFor();
  await webRow(page, "www.expired.test").waitFor();
  assert.equal(await page.getByRole("button", { name: /^(Nuev|Acciones de)/ }).count(), 0);
  await assertAccessible(page);
});

test("an overview that cannot be fetched says so and is asked for again", async () => {
  const page = await browser.as("owner");
  const call = await callOf(page, "atrio.test");
  await page.route(call, (route) => route.fulfill({ status: 404, body: "" }));
  await openService(page, "atrio.test");
  await page.getByText("No se ha podido cargar el servicio").waitFor();
  await assertAccessible(page);
  await page.unroute(call);
  await page.getByRole("button", { name: "Reintentar" }).first().click();
  await page.getByRole("switch", { name: "Página de parking" }).waitFor();
});

test("what is used: 1024, two decimals; a warning from 80 %, another colour from 95 %, and what being full means", async () => {
  const page = await browser.as("owner");
  await withUsage(page, {
    spaceWeb: { used: 7.999 * gibi, limit: 10 * gibi },
    traffic: { used: 8 * gibi, limit: 10 * gibi },
  });
  await eventually(() => textOf(page, "Espacio web"), "Espacio web8 GB de 10 GB · 79,99 %");
  await eventually(
    () => textOf(page, "Tráfico de este mes"),
    "Tráfico de este mes8 GB de 10 GB · 80,00 %Tráfico de este mes: está casi lleno.",
  );
  await assertAccessible(page);
  await page.unroute(await callOf(page, "atrio.test"));
  await withUsage(page, {
    spaceWeb: { used: 9.5 * gibi, limit: 10 * gibi },
    traffic: { used: 10 * gibi, limit: 10 * gibi },
  });
  await usageOf(page, "Espacio web").locator(".text-danger").getByText("está casi lleno").waitFor();
  await usageOf(page, "Tráfico de este mes").locator(".text-danger").getByText("Está agotado").waitFor();
  await assertAccessible(page);
});

test("databases have no meter until there is one", async () => {
  const page = await browser.as("owner");
  await withUsage(page, { BBDD: { used: 0, limit: 10 }, spaceBbdd: { used: 0, limit: 2 * gibi } });
  await eventually(() => usageOf(page, "Bases de datos").last().textContent(), "Bases de datos0 de 10");
  await page.unroute(await callOf(page, "atrio.test"));
  await withUsage(page, { BBDD: { used: 1, limit: 10 }, spaceBbdd: { used: gibi, limit: 2 * gibi } });
  await usageOf(page, "Espacio de bases de datos")
    .getByText(/50,00\s%$/)
    .waitFor();
});

const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name, exact: true });
const tick = (page: Page, role: "switch" | "checkbox" | "radio", name: RegExp) =>
  dialog(page).getByRole(role, { name }).click({ force: true });

test("what is pasted and ticked survives a look at the other ways", async () => {
  const page = await browser.as("owner");
  await page.route("**/subdomain/list/", async (route) => {
    const reply = await (await route.fetch()).json();
    reply.data.automatic = true;
    await route.fulfill({ json: reply });
  });
  await openSites(page, "example-14.test", "?new=");
  await tick(page, "switch", /^SSL/);
  await tick(page, "checkbox", /^Llevar a HTTPS/);
  await tick(page, "checkbox", /HSTS/);
  await tick(page, "radio", /^Propio/);
  await field(page, "Certificado").fill("pasted certificate");
  await dialog(page).getByRole("tab", { name: "Clave" }).click();
  await field(page, "Clave").fill("pasted key");

  await tick(page, "radio", /^Automático/);
  await field(page, "Clave").waitFor({ state: "detached" });
  await tick(page, "radio", /^Propio/);
  await tick(page, "checkbox", /^Llevar a HTTPS/);
  await tick(page, "checkbox", /^Llevar a HTTPS/);
  await tick(page, "switch", /^SSL/);
  await tick(page, "switch", /^SSL/);
  assert.equal(await field(page, "Certificado").inputValue(), "pasted certificate");
  await dialog(page).getByRole("tab", { name: "Clave" }).click();
  assert.equal(await field(page, "Clave").inputValue(), "pasted key");
  assert.equal(await dialog(page).getByRole("checkbox", { name: /HSTS/ }).isChecked(), true);
});

test("the end of a call closes its own dialog: none about another thing, none of another page", async () => {
  const page = await browser.as("owner");
  const domain = "example-14.test";
  await openSites(page, domain);
  const saved = await hold(page, "**/subdomain/*/save/");
  await menu(page, webRow(page, `www.${domain}`), "Editar");
  await field(page, "Carpeta").fill("/late");
  await dialog(page).getByRole("button", { name: "Guardar" }).click();
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
  await menu(page, webRow(page, domain), "Editar");
  await saved();
  await page.getByText(`www.${domain} está en línea`).waitFor();
  await dialog(page)
    .getByRole("heading", { name: `Editar ${domain}`, exact: true })
    .waitFor();
  await page.waitForURL(/subdomain\/\?site=\d+$/);

  await openSites(page, domain);
  await page.getByRole("navigation").getByRole("link", { name: "Correo" }).click();
  await page.waitForURL(/\/mail\/$/);
  await page.getByRole("button", { name: "Nuevo", exact: true }).click();
  await dialog(page).getByText("Alias", { exact: true }).click();
  const created = await hold(page, "**/alias/create/");
  await field(page, "Nombre").fill("late");
  await dialog(page).getByRole("combobox", { name: "Destino" }).fill("late@outside.example");
  await dialog(page).getByRole("button", { name: "Crear alias" }).click();
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
  await page.goBack();
  await page.getByRole("button", { name: "Nuevo sitio" }).click();
  await created();
  await page.getByText(`late@${domain} ya recibe correo`).waitFor();
  await dialog(page)
    .getByRole("heading", { name: `Nuevo sitio en ${domain}` })
    .waitFor();
  await page.waitForURL(/subdomain\/\?new=$/);
});
