/** A reply that comes when the user has gone on: it is told, and moves nobody. Mail and hosting: subdomain-states.e2e.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallName } from "@atrio/contract";
import type { Page } from "playwright-core";
import { useBrowser } from "./browser.ts";
import { part, pathOf } from "./domain.ts";
import { done } from "./envelope.ts";
import { hold } from "./hold.ts";
import { holdingId } from "./holding-id.ts";
import { dialog, fill, menu, question, row, save } from "./zone.ts";

const browser = useBrowser();
const run = Date.now().toString(36).slice(-5);

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name, exact: true });
const confirm = (page: Page) => question(page).getByRole("button", { name: "Eliminar" }).click();
const contact = (page: Page, role: string) => button(page, `Editar: ${role}`).click();

/** Out of the dialogs and the page, as many entries as there are. */
async function goBackTo(page: Page, path: string): Promise<void> {
  for (let entries = 1; new URL(page.url()).pathname !== path; entries++) {
    assert.ok(entries <= 3, `${page.url()} is not ${path}`);
    await page.goBack();
  }
}

interface Story {
  readonly title: string;
  readonly holding: string;
  readonly section: string;
  readonly call: CallName;
  /** From the page to the call. */
  readonly send: (page: Page) => Promise<void>;
  readonly said: RegExp;
}
const address = () => `192.0.2.${1 + Math.floor(Math.random() * 250)}`;
const stories: readonly Story[] = [
  {
    title: "a new DNS record",
    holding: "example-15.test",
    section: "Zona DNS",
    call: "dnsCreate",
    send: async (page) => {
      await button(page, "Nuevo registro").click();
      await fill(page, { Nombre: `late-${run}`, "Dirección IPv4": address() });
      await save(page);
    },
    said: /^Activo en ns1/,
  },
  {
    title: "an edited DNS record",
    holding: "example-15.test",
    section: "Zona DNS",
    call: "dnsSave",
    send: async (page) => {
      await menu(page, row(page, `late-${run}`, "A"), "Editar");
      await fill(page, { "Dirección IPv4": address() });
      await save(page);
    },
    said: /^Activo en ns1/,
  },
  {
    title: "a deleted DNS record",
    holding: "example-15.test",
    section: "Zona DNS",
    call: "dnsDelete",
    send: async (page) => {
      await menu(page, row(page, `late-${run}`, "A"), "Eliminar");
      await confirm(page);
    },
    said: /ns1 y ns2/,
  },
  {
    title: "a contact",
    holding: "example-05.test",
    section: "Dominio",
    call: "contactSave",
    send: async (page) => {
      await contact(page, "Administrativo");
      await field(page, "Nombre").fill(`Eva ${run}`);
      await save(page);
    },
    said: /^Contacto guardado/,
  },
];

for (const { title, holding, section, call, send, said } of stories)
  test(`${title}: the user has gone back to another page, and stays there`, async () => {
    const page = await browser.as("owner");
    const start = `/admin/${await holdingId(page, holding)}/mail/`;
    await page.goto(start);
    await page.getByRole("navigation").getByRole("link", { name: section, exact: true }).click();
    await page.waitForURL((url) => url.pathname !== start);
    const answer = await hold(page, pathOf(call));
    const sent = page.waitForRequest(pathOf(call));
    await send(page);
    await sent;
    await goBackTo(page, start);
    await answer();
    await page.getByRole("region", { name: "Avisos" }).getByText(said).first().waitFor();
    await page.waitForTimeout(300);
    assert.equal(new URL(page.url()).pathname, start);
    assert.equal(await dialog(page).count(), 0);
  });

test("another dialog that was opened meanwhile stays, with what is typed: a DNS record", async () => {
  const page = await browser.as("owner");
  await page.goto(`/admin/${await holdingId(page, "example-14.test")}/service/dns/`);
  await button(page, "Nuevo registro").click();
  await fill(page, { Nombre: `meanwhile-${run}`, "Dirección IPv4": address() });
  const answer = await hold(page, pathOf("dnsCreate"));
  await save(page);
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
  await button(page, /^Editar A /)
    .first()
    .click();
  await fill(page, { "Dirección IPv4": "192.0.2.251" });
  await answer();
  await page.getByText(/^Activo en ns1/).waitFor();
  await page.waitForTimeout(300);
  assert.equal(await field(page, "Dirección IPv4").inputValue(), "192.0.2.251");
});

test("another dialog that was opened meanwhile stays, with what is typed: a contact", async () => {
  const page = await browser.as("owner");
  await page.goto(`/admin/${await holdingId(page, "example-05.test")}/domain/`);
  await contact(page, "Administrativo");
  await field(page, "Nombre").fill(`Ada ${run}`);
  const answer = await hold(page, pathOf("contactSave"));
  await save(page);
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
  await part(page, "Contactos").waitFor();
  await contact(page, "Técnico");
  await field(page, "Nombre").fill("Grace");
  await answer();
  await page.getByText(/^Contacto guardado/).waitFor();
  await page.waitForTimeout(300);
  assert.equal(await field(page, "Nombre").inputValue(), "Grace");
});

test("a changed password and a sent message: the user stays on the page they went to", async () => {
  const page = await browser.as("owner");
  await page.goto("/admin/");
  await button(page, /owner/).click();
  await page.getByRole("menuitem", { name: "Preferencias" }).click();
  await button(page, "Cambiar la contraseña").click();
  const answered = Promise.withResolvers<void>();
  // Not changed in truth: other tests sign in with it.
  await page.route(pathOf("userChangePassword"), async (route) => {
    await answered.promise;
    await route.fulfill({ json: done(null) });
  });
  await dialog(page).getByLabel("Contraseña actual", { exact: true }).fill("la de siempre");
  await dialog(page).getByLabel("Contraseña nueva", { exact: true }).fill("mi gato duerme en la azotea");
  await dialog(page).getByRole("button", { name: "Cambiar la contraseña" }).click();
  await goBackTo(page, "/admin/");
  answered.resolve();
  await page.getByText("La operación se ha realizado").waitFor();
  await page.waitForTimeout(300);
  assert.equal(new URL(page.url()).pathname, "/admin/");

  await page.getByRole("navigation").getByRole("link", { name: "Contacto" }).first().click();
  const sent = await hold(page, pathOf("contactMessageSend"));
  await page.getByRole("textbox", { name: "Tu correo" }).fill("ana@example.com");
  await page.getByRole("textbox", { name: "Asunto" }).fill("Hola");
  await page.getByRole("textbox", { name: "Consulta" }).fill("Una consulta");
  await page.getByRole("checkbox").press("Space");
  await button(page, "Enviar").click();
  await page.goBack();
  await sent();
  await page.getByText(/^Hemos recibido tu mensaje/).waitFor();
  await page.waitForTimeout(300);
  assert.equal(new URL(page.url()).pathname, "/admin/");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name") ?? null), null);
});
