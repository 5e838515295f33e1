/** Who may do what, and what happens when that changes while the page is open. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { fillCredentials, useBrowser } from "./browser.ts";
import { holdingId } from "./holding-id.ts";
import { openMail } from "./mail.ts";
import { dialog, fill, openZone } from "./zone.ts";

const browser = useBrowser();

test("viewer: sees the zone, and a lock that says why in the place of each control", async () => {
  const page = await browser.as("viewer");
  await openZone(page, "atrio.test");
  await page.getByRole("row").nth(1).waitFor();
  assert.equal(await page.getByRole("button", { name: "Nuevo registro" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: /^(Editar|Acciones de)/ }).count(), 0);
  const locks = page.getByRole("button", { name: /^Solo lectura/ });
  assert.equal(await locks.count(), 11);
  await locks.first().focus();
  await page.getByRole("tooltip").getByText("Solo lectura").waitFor();
  await openZone(page, "atrio.test", "?new=A");
  await page.getByText("Acción no permitida").waitFor();
  assert.equal(await dialog(page).count(), 0);
});

test("a user of the DNS zone alone lands in it", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await fillCredentials(page, { username: "dns" });
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL(/\/admin\/\d+\/service\/dns\//);
  await page.getByRole("button", { name: "Nuevo registro" }).waitFor();
});

const configure = (page: Page) => page.getByRole("button", { name: "Configurar cliente" });

test("a user who may not see mail is not offered to configure a mail program", async () => {
  const owner = await browser.as("owner");
  const path = await openMail(owner, "atrio.test");
  await configure(owner).waitFor();
  const page = await browser.as("dns");
  await page.goto(path);
  await page.getByRole("heading", { level: 1, name: "atrio.test" }).waitFor();
  await page.getByText("Acción no permitida").first().waitFor();
  assert.equal(await configure(page).count(), 0);
});

test("an expired service: says since when, and offers no change", async () => {
  const page = await browser.as("owner");
  await openZone(page, "expired.test");
  await page
    .getByText(/^El servicio caducó el .* hasta que se renueve/)
    .first()
    .waitFor();
  assert.equal(await page.getByRole("button", { name: "Nuevo registro" }).count(), 0);
});

test("a session that ended elsewhere: the dialog signs in again and leads back", async () => {
  const page = await browser.as("mail");
  await page.goto("/admin/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const cookies = await page.context().cookies();
  const other = await browser.anonymous();
  await other.context().addCookies(cookies);
  await other.request.post("/api/user/logout/", { headers: { "X-Requested-With": "XMLHttpRequest" } });
  await dialog(page).getByRole("heading", { name: "La sesión ha terminado" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await dialog(page).count(), 1);
  await fillCredentials(page, { username: "mail" });
  await dialog(page).getByRole("button", { name: "Entrar" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.match(page.url(), /\/admin\/$/);
});

test("a holding of others is not there", async () => {
  const owner = await browser.as("owner");
  await owner.goto("/admin/");
  const id = await holdingId(owner, "example-01.test");
  const page = await browser.as("viewer");
  await page.goto(`/admin/${id}/service/dns/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await page.getByText("example-01.test").count(), 0);
});

test("in English: the same page, the server's words too", async () => {
  const page = await browser.as("owner", { language: "en" });
  await openZone(page, "example-16.test", "?new=A");
  await fill(page, { Name: "api", "IPv4 address": "192.0.2.300" });
  await dialog(page).getByRole("button", { name: "Create record" }).click();
  await page.getByText(/is not an IPv4 address/).waitFor();
  await fill(page, { Name: `en-${Date.now()}`, "IPv4 address": "192.0.2.30" });
  await page.keyboard.press("Enter");
  await page.getByText(/^Live on ns1 and ns2/).waitFor();
});
