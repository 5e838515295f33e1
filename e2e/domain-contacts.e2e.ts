/** The contacts of a domain, from the form to the registry and back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Domain, Job } from "@atrio/contract";
import type { Locator, Page, Route } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  eventually,
  signIn,
  useBrowser,
  whenFocused,
} from "./browser.ts";
import { showDomain } from "./domain.ts";
import { done, refused } from "./envelope.ts";
import { holdingId } from "./holding-id.ts";
import { password } from "./product.ts";
import { dialog, messageOf, question } from "./zone.ts";

const browser = useBrowser();
/** Names of this run alone, so that the suite can run twice on one product. */
const run = Date.now().toString(36).slice(-5);

async function openDomain(page: Page, reference: string, search = ""): Promise<string> {
  const path = `/admin/${await holdingId(page, reference)}/domain/`;
  await page.goto(path + search);
  await page.getByRole("heading", { level: 1, name: reference }).waitFor();
  return path;
}
const card = (page: Page, role: string): Locator =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3, name: role, exact: true }) });
const edit = (page: Page, role: string) => page.getByRole("button", { name: `Editar: ${role}` }).click();
const field = (page: Page, label: string) =>
  dialog(page)
    .getByRole("textbox", { name: label, exact: true })
    .or(dialog(page).getByRole("combobox", { name: label, exact: true }));
const save = (page: Page) => dialog(page).getByRole("button", { name: "Guardar" }).click();

/** Calls whose replies a test changes may still be on their way at its end. */
const leaveRoutes = (page: Page): Promise<void> => page.unrouteAll({ behavior: "ignoreErrors" });

async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  await field(page, label).fill(typed);
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("an edit is seen where it was made, goes to the registry, and is taken back", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-05.test");
  const before = await card(page, "Administrativo").innerText();
  await edit(page, "Administrativo");
  await whenFocused(field(page, "Nombre"));
  await field(page, "Nombre").fill(`Eva ${run}`);
  await save(page);
  await page.getByText("Contacto guardado en el registro.").waitFor();
  await card(page, "Administrativo").getByText(`Eva ${run} Ruiz García`).waitFor();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await eventually(() => card(page, "Administrativo").innerText(), before);
  await page.reload();
  await eventually(() => card(page, "Administrativo").innerText(), before);
});

test("half-filled it survives a reload of the tab, and is gone once it is discarded", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-05.test", "?dialog=tech");
  await field(page, "Apellidos").fill(`Reload ${run}`);
  await choose(page, "País", "Port", "Portugal");
  await page.reload();
  await dialog(page).getByText("Lo que habías escrito sigue aquí").waitFor();
  assert.equal(await field(page, "Apellidos").inputValue(), `Reload ${run}`);
  await eventually(() => field(page, "País").inputValue(), "Portugal");
  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: "Descartar" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await page.reload();
  await edit(page, "Técnico");
  assert.notEqual(await field(page, "Apellidos").inputValue(), `Reload ${run}`);
});

test("two presses send it once; a number with a wrong length is told what the field takes", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-05.test", "?dialog=admin");
  let sent = 0;
  await page.route("**/contacts/save/", async (route) => {
    sent++;
    await route.fulfill({ status: 409, json: refused(121, ["El registro no lo permite hoy"]) });
  });
  const pressTwice = () =>
    dialog(page)
      .locator("form")
      .evaluate((form: HTMLFormElement) => {
        form.requestSubmit();
        form.requestSubmit();
      });
  await field(page, "Teléfono").fill("12");
  await pressTwice();
  assert.match(await messageOf(page, "Teléfono"), /sin el prefijo, de 4 a 14 cifras/);
  assert.equal(sent, 0);
  await field(page, "Teléfono").fill("612345678");
  await pressTwice();
  await page.getByText("El registro no lo permite hoy").first().waitFor();
  assert.equal(sent, 1);
  await leaveRoutes(page);
});

test("another owner that has to be approved is told before, and while it waits", async () => {
  const page = await browser.as("owner");
  let pending: Domain["pending"] = [];
  await showDomain(page, () => ({ pending }));
  await openDomain(page, "taller.llaves.test", "?dialog=registrant");
  await dialog(page)
    .getByText(/tiene que aprobarlo antes/)
    .waitFor();
  pending = ["owner"];
  await openDomain(page, "taller.llaves.test");
  await card(page, "Titular")
    .getByText(/^Nuevo titular, a la espera/)
    .waitFor();
  assert.equal(await page.getByRole("button", { name: "Editar: Titular" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Editar: Técnico" }).count(), 1);
  await leaveRoutes(page);
});

test("what is wrong is told beside its field, and nothing that was typed is lost", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-05.test", "?dialog=billing");
  await field(page, "NIF").fill("12345678A");
  await field(page, "Nombre").fill("");
  await save(page);
  await whenFocused(field(page, "Nombre"));
  assert.match(await messageOf(page, "Nombre"), /obligatorio/);
  await field(page, "Nombre").fill("Eva");
  await save(page);
  assert.match(await messageOf(page, "NIF"), /dígito de control/);
  assert.equal(await field(page, "NIF").inputValue(), "12345678A");
  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: "Seguir editando" }).click();
  assert.equal(await field(page, "Nombre").inputValue(), "Eva");
});

test("an address is found part by part, and a number brings its prefix", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-05.test", "?dialog=tech");
  await field(page, "Teléfono").fill("+351 21 123 45 67");
  await field(page, "Correo electrónico").focus();
  await eventually(() => field(page, "Prefijo").inputValue(), "Portugal (+351)");
  assert.equal(await field(page, "Teléfono").inputValue(), "211234567");
  await choose(page, "País", "portu", "Portugal");
  await choose(page, "Distrito", "lisb", "Lisboa");
  await field(page, "Localidad").fill("no such town");
  await page.getByText("Sin resultados").waitFor();
  await field(page, "Localidad").fill("");
  const asked: string[] = [];
  page.on("request", (request) => {
    const sought = new URLSearchParams(request.postData() ?? "").get("city");
    if (sought) asked.push(sought);
  });
  await field(page, "Localidad").pressSequentially("amadora", { delay: 20 });
  await page.getByRole("option", { name: "Amadora", exact: true }).click();
  assert.ok(
    asked.length > 0 && asked.length < "amadora".length / 2,
    `asked once typing rests: ${asked.join(" ")}`,
  );
  await field(page, "Código postal").fill("2700123");
  await field(page, "Dirección").fill("Rua Nova 1");
  await field(page, "NIF").fill("PT 123 456 789");
  await save(page);
  await page.getByText("Contacto guardado en el registro.").waitFor();
  await card(page, "Técnico").getByText("2700-123 Amadora").waitFor();
  await card(page, "Técnico").getByText("Lisboa, Portugal").waitFor();
});

test("where a country's postal codes are known, those of the town are offered", async () => {
  const page = await browser.as("owner");
  await page.route("**/api/tools/country/", async (route) => {
    const reply: { data: { postalCodes: object } } = await (await route.fetch()).json();
    Object.assign(reply.data.postalCodes, { 28004: "28004", 28005: "28005", 28013: "28013" });
    await route.fulfill({ json: reply });
  });
  await openDomain(page, "example-05.test", "?dialog=admin");
  await choose(page, "Código postal", "2801", "28013");
  assert.equal(await field(page, "Código postal").inputValue(), "28013");
  await choose(page, "Provincia", "sevi", "Sevilla");
  await eventually(() => field(page, "Código postal").inputValue(), "");
  await page.keyboard.press("Escape");
  await question(page).waitFor();
  await leaveRoutes(page);
});

test("the data of another contact is taken over, and given to all three", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-07.test");
  await edit(page, "Técnico");
  await dialog(page).getByRole("button", { name: "Copiar de otro contacto" }).click();
  await page.getByRole("menuitem", { name: "Titular" }).click();
  const owner = (await card(page, "Titular").locator("p").first().textContent()) ?? "";
  await field(page, "Correo electrónico").fill(`${run}@atrio.test`);
  await dialog(page).getByText("Los tres contactos de este dominio").click();
  await save(page);
  await page.getByText("Contacto guardado en el registro.").waitFor();
  for (const role of ["Administrativo", "Facturación", "Técnico"]) {
    await card(page, role).getByText(`${run}@atrio.test`).waitFor();
    await card(page, role).getByText(owner, { exact: true }).first().waitFor();
  }
  assert.equal(await card(page, "Titular").getByText(`${run}@atrio.test`).count(), 0);
});

test("in all domains, once it is confirmed: but for those that are blocked", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-08.test");
  await edit(page, "Facturación");
  await field(page, "Nombre").fill(`Zoe ${run}`);
  await dialog(page).getByText("Este contacto en todos tus dominios").click();
  await save(page);
  await question(page).getByRole("button", { name: "Cambiar en todos" }).click();
  await page.getByText(/El cambio sigue en otros \d+ dominios; \d+ se queda/).waitFor();
  const other = await browser.as("owner");
  const isThere = async (reference: string) => {
    await openDomain(other, reference);
    await card(other, "Facturación").waitFor();
    return (await card(other, "Facturación").innerText()).includes(`Zoe ${run}`);
  };
  await eventually(() => isThere("example-09.test"), true);
  await eventually(() => isThere("example-20.test"), true);
  assert.equal(await isThere("example-03.test"), false);
});

test("how far it has come is shown where it was asked for, after a reload too", async () => {
  const page = await browser.as("owner");
  const { system } = done({});
  let job: Partial<Job> = { state: "running", error: null, progress: 43 };
  await page.route("**/contacts/save/", (route) =>
    route.fulfill({ json: { data: { undo: null }, system: { ...system, job: 4711 } } }),
  );
  await page.route("**/api/job/4711/", (route) =>
    route.fulfill({ json: done({ job: { id: 4711, ...job } }) }),
  );
  await openDomain(page, "example-08.test", "?dialog=billing");
  await dialog(page).getByText("Este contacto en todos tus dominios").click();
  await save(page);
  await question(page).getByRole("button", { name: "Cambiar en todos" }).click();
  const note = page.getByText("El cambio sigue en tus demás dominios: 43 %");
  await note.waitFor();
  await page.reload();
  await note.waitFor();
  job = { state: "failed", error: "Uno no", progress: 99 };
  await page.getByText("Uno no").waitFor();
  await page.getByRole("button", { name: "Cerrar" }).last().click();
  await page.getByText("Uno no").waitFor({ state: "detached" });
});

test("who may only read sees the contacts and why there is no button", async () => {
  const page = await browser.as("viewer");
  await openDomain(page, "atrio.test");
  await card(page, "Titular").locator("p").first().waitFor();
  assert.equal(await page.getByRole("button", { name: /^(Editar|Añadir): Titular/ }).count(), 0);
  await card(page, "Titular")
    .getByRole("button", { name: /^Solo lectura/ })
    .waitFor();
});

const permissions = /\/api\/permission\/\d+\//;
/** The server's own reply, with other levels of these keys. */
const withLevels = (levels: Readonly<Record<string, string>>) => async (route: Route) => {
  const reply: { data: { permissions: object } } = await (await route.fetch()).json();
  Object.assign(reply.data.permissions, levels);
  await route.fulfill({ json: reply });
};

test("who does not see the owner is offered no copy of him, and who sees no contact no card", async () => {
  const page = await browser.as("owner");
  const path = await openDomain(page, "example-05.test");
  await page.route(permissions, withLevels({ domain_ownercontacts: "disabled" }));
  await page.goto(`${path}?dialog=admin`);
  await dialog(page).getByRole("button", { name: "Copiar de otro contacto" }).click();
  assert.deepEqual(await page.getByRole("menuitem").allTextContents(), ["Facturación", "Técnico"]);
  await page.unroute(permissions);
  await page.route(
    permissions,
    withLevels({ domain_ownercontacts: "disabled", domain_contacts: "disabled" }),
  );
  await page.goto(path);
  await page.getByRole("heading", { name: "Acciones del dominio" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Contactos" }).count(), 0);
  await leaveRoutes(page);
});

test("a session that ends meanwhile: what was typed is there again after signing in", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await signIn(page, "owner");
  await openDomain(page, "example-05.test", "?dialog=registrant");
  await dialog(page).getByText("Empresa", { exact: true }).click();
  await field(page, "Nombre de la empresa").fill(`Ejemplo ${run}`);
  await page.context().clearCookies();
  // the form asks for the country's provinces
  await choose(page, "País", "portu", "Portugal");
  const expired = page.getByRole("dialog", { name: /^La sesión ha terminado/ });
  await expired.getByLabel("Contraseña", { exact: true }).fill(password);
  const reloaded = page.waitForEvent("load");
  await expired.getByRole("button", { name: "Entrar" }).click();
  await reloaded;
  await page.getByText("Lo que habías escrito sigue aquí").waitFor();
  await eventually(() => field(page, "País").inputValue(), "Portugal");
  assert.equal(await field(page, "Nombre de la empresa").inputValue(), `Ejemplo ${run}`);
  assert.equal(await field(page, "Prefijo").inputValue(), "España (+34)");
});

test("a permission that goes meanwhile closes the dialog and says so", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-05.test", "?dialog=admin");
  await page.route("**/contacts/save/", (route) =>
    route.fulfill({ status: 403, json: refused(110, ["main.no_permission"]) }),
  );
  await field(page, "Nombre").fill("Eva");
  await save(page);
  await page.getByText("Acción no permitida").waitFor();
  await dialog(page).waitFor({ state: "detached" });
});

test("places that can't be loaded are told and loaded again, and the permissions with them", async () => {
  const page = await browser.as("owner");
  await page.route("**/api/tools/country/", (route) =>
    route.fulfill({ status: 409, json: refused(130, ["No"]) }),
  );
  const asked = page.waitForRequest(/\/api\/permission\/\d+\//);
  await openDomain(page, "example-05.test", "?dialog=admin");
  await asked;
  await field(page, "Nombre").fill("Eva");
  await page.unroute("**/api/tools/country/");
  await dialog(page).getByRole("button", { name: "Reintentar" }).click();
  await field(page, "País").waitFor();
  assert.equal(await field(page, "Nombre").inputValue(), "Eva");
});

for (const look of [{}, { theme: "dark" }, { phone: true }, { language: "en" }] as const)
  test(`the card and its dialog: ${JSON.stringify(look)}`, async () => {
    const page = await browser.as("owner", look);
    await openDomain(page, "example-05.test", "?dialog=admin");
    await dialog(page).getByRole("combobox").last().waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    await dialog(page).getByRole("combobox").nth(1).fill("i");
    await page.getByRole("listbox").waitFor();
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await assertAccessible(page);
  });
