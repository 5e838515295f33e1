/** The webmail, opened from the panel: no password, mail read and sent, and signed out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { eventually, useBrowser } from "./browser.ts";
import { call, openMail } from "./mail.ts";

const browser = useBrowser();
const domain = "example-20.test";

/** Presses the button beside the mailbox. Returns the tab that opens. */
async function openWebmail(page: Page, name: string): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: `Webmail de ${name}@${domain}` }).click();
  const webmail = await opened;
  await webmail.locator("#messagelist").waitFor({ state: "attached" });
  return webmail;
}
const subjects = (webmail: Page) => webmail.locator("#messagelist tbody .subject a").allTextContents();

test("from the panel into a mailbox without its password, a letter to another, and out again", async () => {
  const page = await browser.as("owner");
  const path = (await openMail(page, domain)).split("/")[2];
  for (const name of ["carta", "eva"])
    await call(page, `${path}/correo/create/`, { name, password: "correct horse 7" });
  await openMail(page, domain);

  const webmail = await openWebmail(page, "carta");
  const said: string[] = [];
  const asked = new Set<string>();
  webmail.on("console", (message) => message.type() === "error" && said.push(message.text()));
  webmail.on("pageerror", (error) => said.push(error.message));
  webmail.on(
    "request",
    (request) => request.url().startsWith("http") && asked.add(new URL(request.url()).origin),
  );
  assert.match(await webmail.title(), /^Atrio Demo :: Entrada/);
  assert.equal(await webmail.evaluate(() => window.opener), null);
  const origin = new URL(webmail.url()).origin;
  assert.notEqual(origin, new URL(page.url()).origin);

  await webmail.goto(`${origin}/?_task=mail&_action=compose`);
  await webmail.locator("#compose_to input").fill(`eva@${domain}`);
  await webmail.locator("#compose-subject").fill("Hola, Eva");
  await webmail.locator("#composebody").fill("Escrito en el webmail.");
  await webmail.getByRole("button", { name: "Enviar" }).first().click();
  await webmail.waitForURL(/_task=mail(?!.*compose)/);
  await webmail.goto(`${origin}/?_task=settings&_action=plugin.managesieve`);
  await webmail.getByText("La lista está vacía").first().waitFor();
  assert.deepEqual(said, []);
  assert.deepEqual([...asked], [origin]);

  const other = await openWebmail(page, "eva");
  await eventually(async () => {
    await other.reload();
    await other.locator("#messagelist").waitFor({ state: "attached" });
    return subjects(other);
  }, ["Hola, Eva"]);
  await other.goto(`${origin}/?_task=mail`);
  await other.locator("a.logout").first().click();
  await other.getByLabel("Usuario").waitFor();
  await other.goto(`${origin}/?_task=mail`);
  await other.getByLabel("Usuario").waitFor();
});
