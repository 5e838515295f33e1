/** How programs and phones are set up for a domain's mail, and what its DNS has to say: what is shown is what there is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, assertNoSidewaysScroll, eventually, titleOf, useBrowser } from "./browser.ts";
import { holdingId } from "./holding-id.ts";
import { call, openMail } from "./mail.ts";
import { url } from "./product.ts";
import { dialog } from "./zone.ts";

const browser = useBrowser();
const domain = "example-07.test";
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const looks = [
  { language: "es", theme: "light" },
  { language: "en", theme: "dark", phone: true },
] as const;

const addMailbox = async (page: Page, name: string): Promise<void> =>
  call(page, `${await holdingId(page, domain)}/correo/create/`, { name, password: "Correct-horse-9" });

async function autoconfig(): Promise<string> {
  const reply = await fetch(`${url}/mail/config-v1.1.xml?emailaddress=ana@${domain}`);
  assert.equal(reply.status, 200);
  return reply.text();
}

test("the hosts and ports are those that programs find by themselves, and are copied by a press", async () => {
  const page = await browser.as("owner");
  await addMailbox(page, "client");
  await openMail(page, domain);
  await page.getByRole("button", { name: "Configurar cliente" }).click();
  await dialog(page).getByText("Con SSL/TLS (recomendado)").waitFor();
  const copy = dialog(page).getByRole("button", { name: /^Copiar Entrante \(IMAP\)/ });
  await copy.first().click();
  await dialog(page).getByRole("button", { name: "Copiado" }).waitFor();
  const host = await page.evaluate(() => navigator.clipboard.readText());
  const document = await autoconfig();
  assert.ok(document.includes(`<hostname>${host}</hostname>`), `${host} in ${document}`);
  const port = /<port>(\d+)<\/port><socketType>SSL/.exec(document)?.[1];
  await dialog(page)
    .getByRole("button", { name: `Copiar Entrante (IMAP): Puerto ${port}` })
    .waitFor();
  await dialog(page)
    .getByRole("button", { name: `Copiar Usuario: client@${domain}` })
    .waitFor();
  await dialog(page).getByText(`imap.${domain}`, { exact: true }).waitFor();
  await dialog(page).getByText(`smtp.${domain}`, { exact: true }).waitFor();
});

test("a phone gets the profile of the mailbox that is chosen, by a code or by its link", async () => {
  const page = await browser.as("owner");
  await addMailbox(page, "phone");
  await openMail(page, domain, "?settings=phone");
  await dialog(page).getByRole("button", { name: /Buzón/ }).click();
  await page.getByRole("option", { name: `phone@${domain}` }).click();
  const code = dialog(page).getByRole("img", { name: /Código QR/ });
  await code.waitFor();
  await eventually(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
  const link = await dialog(page).getByRole("textbox", { name: "Enlace al perfil" }).inputValue();
  assert.ok(link.startsWith(`${url}/mail-profile/`), link);
  const profile = await fetch(link);
  assert.equal(profile.headers.get("content-type"), "application/x-apple-aspen-config");
  assert.ok((await profile.text()).includes(`<string>phone@${domain}</string>`));
});

test("each record that mail needs is there with its state, and its value is copied by a press", async () => {
  const page = await browser.as("owner");
  await openMail(page, domain, "?settings");
  await press(page, "Registros DNS");
  await dialog(page).getByText("Lleva el correo del dominio a nuestros servidores.").first().waitFor();
  await dialog(page).getByText("v=spf1", { exact: false }).first().waitFor();
  assert.equal(await dialog(page).getByText("Sin comprobar").count(), 0);
  await dialog(page)
    .getByRole("button", { name: /^Copiar Valor: v=spf1/ })
    .click();
  await dialog(page).getByRole("button", { name: "Copiado" }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^"?v=spf1 /);
});

test("who may only look reads them too", async () => {
  const page = await browser.as("viewer");
  await openMail(page, "atrio.test", "?settings");
  await dialog(page).getByText("imap.atrio.test", { exact: true }).first().waitFor();
});

for (const look of looks)
  test(`settings and records are accessible and as wide as the window: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    for (const search of ["?settings", "?settings=phone", "?dns"]) {
      await openMail(page, domain, search);
      await dialog(page).getByRole("heading").first().waitFor();
      await dialog(page).getByRole("status").waitFor({ state: "detached" });
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
      for (const value of await dialog(page).locator("code").all()) {
        const { width = 0, height = 0 } = (await value.boundingBox()) ?? {};
        assert.ok(width > 100 || height < 30, `${await value.textContent()} is ${width}x${height} px`);
      }
    }
  });
