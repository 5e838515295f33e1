/** What visitors of the demo's sites see in their browser, by the addresses they type. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Response } from "playwright-core";
import { makeCertificate } from "../packages/server/test/authority.ts";
import {
  type Look,
  assertAccessible,
  assertNoSidewaysScroll,
  everyLook,
  fewLooks,
  titleOf,
  useBrowser,
} from "./browser.ts";
import { type Server, securely, sites } from "./product.ts";
import { openSites, visitorGets, webRow } from "./web.ts";
import { dialog, menu } from "./zone.ts";

const at = ({ host, port }: Server) => `${host}:${port}`;
// names of the demo's are nobody's in the DNS of this machine, and no authority has signed its certificates
const browser = useBrowser([
  `--host-resolver-rules=MAP *.test:80 ${at(sites)}, MAP *.test:443 ${at(securely)}`,
  "--ignore-certificate-errors",
]);

/** Where a page came from, and by what status it was led on. */
async function ledFrom(
  response: Response | null,
): Promise<readonly [address: string, status: number | undefined]> {
  const before = response?.request().redirectedFrom();
  return [before?.url() ?? "", (await before?.response())?.status()];
}

const words = {
  es: { state: "Dominio registrado", said: /^Lo gestiona Cierzo Hosting/, visit: "Ir a cierzo.test" },
  en: { state: "Registered domain", said: /^It is managed by Cierzo Hosting/, visit: "Go to cierzo.test" },
} as const;

async function assertParked(page: Page, { language = "es" }: Look): Promise<void> {
  const { state, said, visit } = words[language];
  assert.equal(await page.title(), "parked.test · Cierzo Hosting");
  await page.getByRole("heading", { level: 1, name: "parked.test" }).waitFor();
  await page.getByText(state, { exact: true }).waitFor();
  await page.getByText(said).waitFor();
  const link = page.getByRole("link", { name: visit });
  assert.equal(await link.getAttribute("href"), "https://www.cierzo.test/");
  assert.ok((await link.boundingBox())!.height >= 44, "room for a thumb");
}

for (const look of everyLook)
  test(`a parked domain is in its company's brand and asks for nothing elsewhere: ${titleOf(look)}`, async () => {
    const page = await browser.anonymous(look);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const response = await page.goto("http://parked.test/");
    assert.equal(response?.status(), 200);
    assert.equal(await page.locator("html").getAttribute("lang"), look.language);
    await assertParked(page, look);
    const logo = page.locator("img");
    assert.ok(await logo.evaluate((drawn) => drawn instanceof HTMLImageElement && drawn.naturalWidth > 0));
    assert.ok(await page.evaluate(() => document.fonts.ready.then(() => document.fonts.check("16px Inter"))));
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    for (const address of asked) assert.match(address, /^(data:|http:\/\/parked\.test\/)/);
  });

test("a parked domain is the same by www, by any path, and without scripts", async () => {
  const page = await browser.anonymous({ noScript: true });
  await page.goto("http://www.parked.test/some/page.php?x=1");
  await page.getByRole("heading", { level: 1, name: "www.parked.test" }).waitFor();
  assert.equal(await page.locator("script").count(), 0);
});

for (const look of fewLooks)
  test(`an address with nothing at it says so, and leads to the start page: ${titleOf(look)}`, async () => {
    const page = await browser.anonymous(look);
    const response = await page.goto("http://www.atrio.test/nothing/here");
    assert.equal(response?.status(), 404);
    const heading =
      look.language === "en" ? "There is nothing at this address" : "En esta dirección no hay nada";
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.getByText("www.atrio.test", { exact: true }).waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    await page.getByRole("link", { name: /^(página de inicio|start page)$/ }).click();
    await page.getByRole("heading", { level: 1, name: "Imprenta Atrio" }).waitFor();
  });

test("redirections lead on for good or for now, from a whole name or a path", async () => {
  const page = await browser.anonymous();
  const whole = await page.goto("http://catalogo.atrio.test/verano?a=b");
  assert.deepEqual(await ledFrom(whole), ["http://catalogo.atrio.test/verano?a=b", 301]);
  assert.equal(page.url(), "https://tienda.atrio.test/catalogo-2026");
  const path = await page.goto("http://atrio.test/horario");
  assert.deepEqual(await ledFrom(path), ["http://atrio.test/horario", 302]);
  assert.equal(page.url(), "https://www.atrio.test/#horario");
});

const setCertificate = async (page: Page, host: string, change: () => Promise<void>): Promise<void> => {
  await menu(page, webRow(page, host), "Editar");
  await dialog(page).getByRole("switch", { name: "SSL (HTTPS)" }).click({ force: true });
  await change();
  await dialog(page).getByRole("button", { name: "Guardar", exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
};

test("a PHP page is read by HTTPS, with the certificate of the very name that was asked for", async () => {
  const host = "www.atrio.test";
  const own = makeCertificate({ name: host, hosts: [host] });
  const panel = await browser.as("owner");
  await openSites(panel, "atrio.test");
  await setCertificate(panel, host, async () => {
    const field = (name: string) => dialog(panel).getByRole("textbox", { name, exact: true });
    await dialog(panel)
      .getByRole("radio", { name: /^Propio/ })
      .click({ force: true });
    await field("Certificado").fill(own.certificate);
    await dialog(panel).getByRole("tab", { name: "Clave" }).click();
    await field("Clave").fill(own.key);
  });
  try {
    const page = await browser.anonymous();
    const response = await page.goto(`https://${host}/`);
    assert.equal(response?.status(), 200);
    await page.getByRole("heading", { level: 1, name: "Imprenta Atrio" }).waitFor();
    await page.getByText(`· ${host} ·`).waitFor();
    assert.equal((await response?.securityDetails())?.subjectName, host);
    const other = await page.goto("https://tienda.atrio.test/");
    assert.notEqual((await other?.securityDetails())?.subjectName, host);
    await page.getByRole("heading", { level: 1, name: "Tienda" }).waitFor();
  } finally {
    await setCertificate(panel, host, async () => {});
  }
});

test("a frame shows another page within the customer's own address, under the customer's title", async () => {
  const host = "www.example-11.test";
  const panel = await browser.as("owner");
  await openSites(panel, "example-11.test");
  await menu(panel, webRow(panel, host), "Redirigir desde aquí");
  const field = (name: string) => dialog(panel).getByRole("textbox", { name, exact: true });
  await field("Ruta").fill("/escaparate");
  await field("Destino").fill("http://tienda.atrio.test/");
  await dialog(panel)
    .getByRole("radio", { name: /^Marco/ })
    .click({ force: true });
  await field("Título").fill("Escaparate & más");
  await dialog(panel).getByRole("button", { name: "Crear redirección" }).click();
  await webRow(panel, "/escaparate").getByText("Marco").waitFor();
  await visitorGets(host, "/escaparate", ({ status }) => status === 200);
  const page = await browser.anonymous();
  await page.goto(`http://${host}/escaparate`);
  assert.equal(await page.title(), "Escaparate & más");
  const frame = page.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Tienda" }).waitFor();
  const size = await page.locator("iframe").boundingBox();
  assert.deepEqual([size?.width, size?.height], [1360, 860]);
  assert.equal(page.url(), `http://${host}/escaparate`);
});
