/** Without a network: changes fail at once and stay undone, reads say so and follow when it is back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { useBrowser } from "./browser.ts";
import { dialog, fill, openZone, question, row, save, seenLive } from "./zone.ts";

const browser = useBrowser([], /^Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
const zone = "example-15.test";
const unique = (): string => Math.random().toString(36).slice(2, 8);
const noAnswer = "Sin respuesta del servidor. Comprueba tu conexión y vuelve a intentarlo.";

const setOffline = (page: Page, offline: boolean) => page.context().setOffline(offline);
const told = (page: Page) =>
  page.getByRole("region", { name: "Avisos" }).getByText(noAnswer).first().waitFor();
/** Time for whatever the panel kept to be sent, after the browser has said that it is online. */
const afterwards = (page: Page) => page.waitForTimeout(1500);

function countPosts(page: Page, path: RegExp): () => number {
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && path.test(request.url())) posts += 1;
  });
  return () => posts;
}

test("a record: a message at once, the form stays, nothing is sent later by itself; saving again works", async () => {
  const page = await browser.as("owner");
  await openZone(page, zone, "?new=A");
  const name = `offline${unique()}`;
  await fill(page, { Nombre: name, "Dirección IPv4": "192.0.2.44" });
  await setOffline(page, true);
  await save(page);
  await told(page);
  const posts = countPosts(page, /\/dns\/create\/$/);
  await setOffline(page, false);
  await afterwards(page);
  assert.equal(posts(), 0);
  assert.equal(
    await dialog(page).getByRole("textbox", { name: "Dirección IPv4" }).inputValue(),
    "192.0.2.44",
  );
  await save(page);
  await seenLive(page);
  assert.equal(posts(), 1);
  await row(page, name).waitFor();
});

test("a form whose rules are not loaded yet: the same", async () => {
  const page = await browser.as("owner");
  await page.goto("/admin/contact/");
  await page.getByRole("checkbox").waitFor();
  await setOffline(page, true);
  await page.getByRole("textbox", { name: "Tu correo" }).fill("ana@example.com");
  await page.getByRole("textbox", { name: "Asunto" }).fill("Hola");
  await page.getByRole("textbox", { name: "Consulta" }).fill("Una consulta");
  await page.getByRole("checkbox").press("Space");
  await page.getByRole("button", { name: "Enviar" }).click();
  await told(page);
  const posts = countPosts(page, /\/contactmail\/$/);
  await setOffline(page, false);
  await afterwards(page);
  assert.equal(posts(), 0);
  assert.equal(await page.getByRole("textbox", { name: "Consulta" }).inputValue(), "Una consulta");
  await page.getByRole("button", { name: "Enviar" }).click();
  await page.getByText(/^Hemos recibido tu mensaje/).waitFor();
  assert.equal(posts(), 1);
});

test("a confirmed deletion: told, and the record is there still", async () => {
  const page = await browser.as("owner");
  await openZone(page, zone);
  await page
    .getByRole("button", { name: /^Acciones de A / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Eliminar" }).click();
  await setOffline(page, true);
  const posts = countPosts(page, /\/delete\/$/);
  await question(page).getByRole("button", { name: "Eliminar" }).click();
  await told(page);
  const tried = posts();
  await setOffline(page, false);
  await afterwards(page);
  assert.equal(posts(), tried);
});

test("pages and lists: they say so, and come by themselves once there is a network", async () => {
  const page = await browser.as("owner");
  await page.goto("/admin/domain/");
  const rows = page.getByRole("main").getByRole("link", { name: /\.test$/ });
  await rows.first().waitFor();
  const link = (name: string) => page.getByRole("navigation").getByRole("link", { name }).first();
  await setOffline(page, true);
  await link("Servicios").click();
  await page.getByText(noAnswer).waitFor();
  await setOffline(page, false);
  await page.getByRole("heading", { level: 1, name: "Servicios" }).waitFor();
  await rows.first().waitFor();

  // Its code is not loaded either: the document is not given up for a reload that would find nothing.
  await setOffline(page, true);
  await link("Contacto").click();
  await page.getByText(noAnswer).waitFor();
  await setOffline(page, false);
  await page.getByRole("textbox", { name: "Asunto" }).waitFor();
});
