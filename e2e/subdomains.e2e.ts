/** Sites and what leads away from them: what the panel says of them is what visitors get. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { makeCertificate } from "../packages/server/test/authority.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  eventually,
  fewLooks,
  titleOf,
  useBrowser,
  whenFocused,
  whenFocusIsIn,
} from "./browser.ts";
import { heldUndo } from "./mail.ts";
import { openSites, visitorGets, webRow } from "./web.ts";
import { dialog, menu, messageOf, question } from "./zone.ts";

const browser = useBrowser();
const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name, exact: true });
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const confirm = (page: Page, name: string) =>
  question(page).getByRole("button", { name, exact: true }).click();
const tick = (page: Page, role: "switch" | "checkbox" | "radio", name: RegExp | string) =>
  dialog(page).getByRole(role, { name }).click({ force: true });

test("a site is refused beside its field, made, served, and served no more; taken back, it is", async () => {
  const domain = "example-24.test";
  const host = `tienda.${domain}`;
  const page = await browser.as("owner");
  await openSites(page, domain);
  await page.getByRole("button", { name: "Nuevo sitio" }).click();
  await page.waitForURL(/new=/);
  await dialog(page).getByText(`.${domain}`).first().waitFor();
  await field(page, "Nombre").fill("tienda abierta");
  assert.equal(await field(page, "Carpeta").inputValue(), "/tienda-abierta");
  await press(page, "Crear sitio");
  assert.match(await messageOf(page, "Nombre"), /Error|letras/);
  await field(page, "Nombre").fill("tienda");
  assert.equal(await field(page, "Carpeta").inputValue(), "/tienda");
  await assertAccessible(page);
  await page.keyboard.press("Enter");
  await webRow(page, host).getByText("/tienda").waitFor();
  await page.getByText(`${host} está en línea`).waitFor();
  await dialog(page).waitFor({ state: "detached" });
  await visitorGets(host, "/", ({ status }) => status === 403 || status === 200);

  await menu(page, webRow(page, host), "Eliminar");
  await question(page).getByText("Los archivos de /tienda se quedan donde están").waitFor();
  await confirm(page, "Eliminar sitio");
  await webRow(page, host).waitFor({ state: "detached" });
  await visitorGets(host, "/", ({ status }) => status === 404 || status === 421);
  await (await heldUndo(page)).click();
  await webRow(page, host).getByText("/tienda").waitFor();
  await visitorGets(host, "/", ({ status }) => status === 403 || status === 200);
});

test("a certificate is refused in the tab that is wrong, then served; its key is not in what was typed and kept", async () => {
  const domain = "example-24.test";
  const host = `www.${domain}`;
  const own = makeCertificate({ name: host, hosts: [host], authority: true });
  const other = makeCertificate({ name: host, hosts: [host] });
  const page = await browser.as("owner");
  await openSites(page, domain);
  await webRow(page, host).getByText("HTTP", { exact: true }).waitFor();
  await menu(page, webRow(page, host), "Editar");
  await tick(page, "switch", "SSL (HTTPS)");
  const automatic = dialog(page).getByRole("radio", { name: /^Automático No disponible/ });
  assert.equal(await automatic.isDisabled(), true, "this installation orders none");
  await press(page, "Guardar");
  assert.match(await messageOf(page, "Certificado"), /Pega aquí tu certificado/);
  await field(page, "Certificado").fill(own.certificate);
  await dialog(page).getByRole("tab", { name: "Clave" }).click();
  await field(page, "Clave").fill(other.key);
  await dialog(page).getByRole("tab", { name: "Cadena" }).click();
  await assertAccessible(page);
  await press(page, "Guardar");
  assert.match(await messageOf(page, "Clave"), /Esta clave no es la de este certificado/);
  await eventually(
    () => dialog(page).getByRole("tab", { name: "Clave" }).getAttribute("aria-selected"),
    "true",
  );
  const files = page.waitForEvent("filechooser");
  await press(page, "Elegir archivo");
  await (await files).setFiles({ name: "site.key", mimeType: "text/plain", buffer: Buffer.from(own.key) });
  await eventually(() => field(page, "Clave").inputValue(), own.key);
  await press(page, "Guardar");
  await dialog(page).waitFor({ state: "detached" });
  await page.getByText("está firmado por sí mismo: los visitantes verán un aviso").waitFor();
  await webRow(page, host).getByText("HTTPS", { exact: true }).waitFor();
  await visitorGets(host, "/", ({ status }) => status !== undefined && status < 500, true);

  await menu(page, webRow(page, host), "Editar");
  await tick(page, "checkbox", /^Llevar a HTTPS/);
  await press(page, "Guardar");
  await dialog(page).waitFor({ state: "detached" });
  const { location } = await visitorGets(host, "/a?b=1", ({ status }) => status === 301 || status === 308);
  assert.match(location ?? "", new RegExp(`^https://${host}(:\\d+)?/a\\?b=1$`));
});

test("redirections stand below their site: path, type and frame; a loop is refused beside the field", async () => {
  const domain = "example-22.test";
  const page = await browser.as("owner");
  await openSites(page, domain);
  await menu(page, webRow(page, `www.${domain}`), "Redirigir desde aquí");
  await page.waitForURL(/new-redirection=www/);
  assert.equal(await dialog(page).getByRole("combobox", { name: "Nombre" }).inputValue(), "www");
  await field(page, "Ruta").fill("/ofertas");
  await field(page, "Destino").fill(`http://www.${domain}/ofertas`);
  await press(page, "Crear redirección");
  assert.match(await messageOf(page, "Destino"), /a sí misma/);
  assert.equal(await field(page, "Ruta").inputValue(), "/ofertas");
  await field(page, "Destino").fill("https://outside.example/sale");
  await page.keyboard.press("Enter");
  const row = webRow(page, "/ofertas");
  await row.getByText("https://outside.example/sale").waitFor();
  await row.getByText("Permanente (301)").waitFor();
  const first = await visitorGets(`www.${domain}`, "/ofertas", ({ status }) => status === 301);
  assert.equal(first.location, "https://outside.example/sale");

  await menu(page, row, "Editar");
  await tick(page, "radio", /^Marco/);
  await field(page, "Título").fill("Las <b>ofertas</b>");
  await field(page, "Descripción").fill("Todo el verano");
  await field(page, "Palabras clave").fill("verano, ofertas");
  await tick(page, "radio", /^Permanente/);
  assert.equal(await field(page, "Título").count(), 0);
  await tick(page, "radio", /^Marco/);
  await press(page, "Guardar");
  await row.getByText("Marco").waitFor();
  const framed = await visitorGets(`www.${domain}`, "/ofertas", ({ status }) => status === 200);
  assert.match(framed.body, /<title>Las &lt;b&gt;ofertas/);
  assert.match(framed.body, /https:\/\/outside\.example\/sale/);

  await menu(page, row, "Eliminar");
  await confirm(page, "Eliminar redirección");
  await row.waitFor({ state: "detached" });
  const undo = await heldUndo(page);
  await visitorGets(`www.${domain}`, "/ofertas", ({ body }) => !body.includes("outside.example"));
  await undo.click();
  await row.waitFor();
  await visitorGets(`www.${domain}`, "/ofertas", ({ body }) => body.includes("outside.example"));
});

test("a redirection keeps path and query by default from a whole name, and has a source with spaces and a query", async () => {
  const domain = "example-22.test";
  const outside = "https://outside.example";
  const page = await browser.as("owner");
  await openSites(page, domain, "?new-redirection=antes");
  const keeps = dialog(page).getByRole("checkbox", { name: /^Conservar la ruta y los parámetros/ });
  assert.equal(await keeps.isChecked(), false);
  await field(page, "Destino").fill(`${outside}/`);
  assert.equal(await keeps.isChecked(), true);
  await field(page, "Ruta").fill("/a");
  assert.equal(await keeps.isChecked(), false);
  await field(page, "Ruta").fill("");
  await field(page, "Destino").fill(`${outside}/tienda`);
  assert.equal(await keeps.isChecked(), false);
  await field(page, "Destino").fill(`${outside}/`);
  await tick(page, "radio", /^Marco/);
  assert.equal(await keeps.count(), 0);
  await tick(page, "radio", /^Permanente/);
  await assertAccessible(page);
  await press(page, "Crear redirección");
  const host = `antes.${domain}`;
  const kept = await visitorGets(host, "/a%20b?c=1", ({ status }) => status === 301);
  assert.equal(kept.location, `${outside}/a%20b?c=1`);

  const row = webRow(page, host);
  await menu(page, row, "Editar");
  assert.equal(await keeps.isChecked(), true);
  await field(page, "Destino").fill(`${outside}/?id=5`);
  await press(page, "Guardar");
  assert.match(await messageOf(page, "Destino"), /no conserves la ruta/);
  await tick(page, "checkbox", /^Conservar la ruta/);
  await press(page, "Guardar");
  await dialog(page).waitFor({ state: "detached" });
  const dropped = await visitorGets(host, "/a?c=1", ({ location }) => location?.endsWith("/?id=5") === true);
  assert.equal(dropped.location, `${outside}/?id=5`);

  await openSites(page, domain, "?new-redirection=www");
  await field(page, "Ruta").fill("/año%20nuevo?id=5");
  await field(page, "Destino").fill(`${outside}/fiesta`);
  await press(page, "Crear redirección");
  await webRow(page, "/año nuevo?id=5").getByText(`${outside}/fiesta`).waitFor();
  await visitorGets(
    `www.${domain}`,
    "/a%C3%B1o%20nuevo?id=5",
    ({ location }) => location === `${outside}/fiesta`,
  );
  const other = await visitorGets(`www.${domain}`, "/a%C3%B1o%20nuevo?id=6", () => true);
  assert.equal(other.location, undefined);
});

test("by keyboard: after a deletion the next row has the focus; the filter narrows, and its way out stands there", async () => {
  const domain = "example-19.test";
  const page = await browser.as("owner");
  await openSites(page, domain, "?new=");
  for (const name of ["uno", "dos"]) {
    await whenFocused(field(page, "Nombre"));
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await webRow(page, `${name}.${domain}`).waitFor();
    await dialog(page).waitFor({ state: "detached" });
    if (name === "uno") await page.getByRole("button", { name: "Nuevo sitio" }).press("Enter");
  }
  await webRow(page, `dos.${domain}`)
    .getByRole("button", { name: /^Acciones de/ })
    .press("Enter");
  await page.getByRole("menuitem", { name: "Eliminar" }).press("Enter");
  await whenFocusIsIn(question(page));
  await question(page).getByRole("button", { name: "Eliminar sitio" }).press("Enter");
  await webRow(page, `dos.${domain}`).waitFor({ state: "detached" });
  await whenFocused(webRow(page, `uno.${domain}`).getByRole("button", { name: /^Acciones de/ }));

  await page.getByRole("searchbox", { name: "Filtrar sitios y redirecciones" }).fill("nowhere");
  await page.getByText("Ningún sitio coincide").waitFor();
  await page.getByRole("button", { name: "Quitar el filtro" }).click();
  await webRow(page, `www.${domain}`).waitFor();
});

test("PHP settings of a site are chosen within bounds, and stand there again", async () => {
  const domain = "example-19.test";
  const page = await browser.as("owner");
  await openSites(page, domain);
  const open = () => menu(page, webRow(page, `www.${domain}`), "Ajustes de PHP");
  await open();
  await dialog(page)
    .getByRole("button", { name: /Memoria/ })
    .click();
  await page.getByRole("option", { name: "256 MB" }).click();
  await press(page, "Guardar");
  await dialog(page).waitFor({ state: "detached" });
  await page.reload();
  await webRow(page, `www.${domain}`).waitFor();
  await open();
  await dialog(page)
    .getByRole("button", { name: /256 MB/ })
    .waitFor();
  await assertAccessible(page);
});

for (const look of fewLooks)
  test(`the demo's sites: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    await openSites(page, "atrio.test");
    await webRow(page, "/horario").waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    await page.goto(`${page.url()}?new-redirection=`);
    await tick(page, "radio", /^(Marco|Frame)/);
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
  });

test("who may only read sees the list and opens the sites, and changes nothing", async () => {
  const page = await browser.as("viewer");
  await openSites(page, "atrio.test");
  const link = webRow(page, "www.atrio.test").getByRole("link");
  assert.equal(await link.getAttribute("target"), "_blank");
  assert.match((await link.getAttribute("href")) ?? "", /^http:\/\/www\.atrio\.test(:\d+)?\/$/);
  for (const name of [/^Nuev/, /^Acciones de/])
    assert.equal(await page.getByRole("button", { name }).count(), 0);
  await page
    .getByRole("button", { name: /^Solo lectura/ })
    .first()
    .waitFor();
  await openSites(page, "atrio.test", "?new=");
  await page.getByText("Acción no permitida").waitFor();
  assert.equal(await dialog(page).count(), 0);
  await assertAccessible(page);
});

test("a list that cannot be fetched says why and is asked for again", async () => {
  const page = await browser.as("owner");
  await page.route("**/subdomain/list/", (route) => route.fulfill({ status: 404, body: "" }));
  await openSites(page, "atrio.test");
  await page.getByText("No se han podido cargar los sitios").waitFor();
  await page.unroute("**/subdomain/list/");
  await page.getByRole("button", { name: "Reintentar" }).click();
  await webRow(page, "/horario").waitFor();
});

/** As the call has a site whose automatic certificate is good, and is not renewed. */
const notRenewed = {
  certificate: {
    source: "acme",
    names: ["www.atrio.test"],
    issuer: "E7",
    notBefore: Date.UTC(2026, 8, 1) / 1000,
    notAfter: Date.UTC(2099, 10, 30) / 1000,
  },
  certificateOrder: { fault: "Apunta a otro sitio.", failingSince: Date.UTC(2026, 9, 31, 12) / 1000 },
};
const failing = (site: { referencePunycode: string }) =>
  site.referencePunycode === "www.atrio.test"
    ? { ...site, ...notRenewed, ssl: { enabled: true, cert: null } }
    : site;

test("a certificate that is not renewed says so, since when and why, in the list and in its dialog", async () => {
  const page = await browser.as("owner");
  await page.route(/\/subdomain\/(list|\d+)\/$/, async (route) => {
    const { data, ...reply } = await (await route.fetch()).json();
    const shown = data.subdomains
      ? { subdomains: data.subdomains.map(failing) }
      : { subdomain: failing(data.subdomain) };
    await route.fulfill({ json: { ...reply, data: { ...data, ...shown } } });
  });
  await openSites(page, "atrio.test");
  const row = webRow(page, "www.atrio.test");
  await row.getByRole("button", { name: "Sin renovar" }).click();
  await page
    .getByText(
      /30 de noviembre de 2099\. No se ha podido renovar desde el 31 de octubre de 2026: Apunta a otro sitio\./,
    )
    .waitFor();
  await page.keyboard.press("Escape");
  await menu(page, row, "Editar");
  await dialog(page)
    .getByText(/automático, de E7.*No se ha podido renovar desde el 31 de octubre de 2026/)
    .waitFor();
  await assertAccessible(page);
});
