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
  await isLoaded(webmail);
  return webmail;
}
/** While it loads, Roundcube takes no command, and its requests overwrite what a page asked for meanwhile keeps in the session. */
async function isLoaded(webmail: Page): Promise<void> {
  await webmail.locator("#messagelist").waitFor({ state: "attached" });
  await webmail.waitForLoadState("networkidle");
}
/** Each mailbox has an address of its own. */
const addressOf = (webmail: Page): string => new URL(".", webmail.url()).href;
const subjects = (webmail: Page) => webmail.locator("#messagelist tbody .subject a").allTextContents();

async function writeLetter(webmail: Page, to: string, subject: string): Promise<void> {
  await webmail.goto(`${addressOf(webmail)}?_task=mail&_action=compose`);
  await webmail.locator("#compose_to input").fill(to);
  await webmail.locator("#compose-subject").fill(subject);
  await webmail.locator("#composebody").fill("Escrito en el webmail.");
}
async function sendLetter(webmail: Page): Promise<void> {
  await webmail.getByRole("button", { name: "Enviar" }).first().click();
  await webmail.waitForURL(/_task=mail(?!.*compose)/);
}

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

  await writeLetter(webmail, `eva@${domain}`, "Hola, Eva");
  // with the letter half written, another mailbox and the same one again
  const other = await openWebmail(page, "eva");
  const again = await openWebmail(page, "carta");
  assert.equal(addressOf(again), addressOf(webmail));
  assert.notEqual(addressOf(other), addressOf(webmail));
  await sendLetter(webmail);
  await webmail.goto(`${addressOf(webmail)}?_task=settings&_action=plugin.managesieve`);
  await webmail.getByText("La lista está vacía").first().waitFor();
  assert.deepEqual(said, []);
  assert.deepEqual([...asked], [origin]);

  await eventually(async () => {
    await other.reload();
    await other.locator("#messagelist").waitFor({ state: "attached" });
    return subjects(other);
  }, ["Hola, Eva"]);
  await isLoaded(other);
  await other.locator("a.logout").first().click();
  await other.getByLabel("Usuario").waitFor();
  await other.goto(`${addressOf(other)}?_task=mail`);
  await other.getByLabel("Usuario").waitFor();

  await page.request.post("/api/user/logout/", { headers: { "X-Requested-With": "XMLHttpRequest" } });
  await again.goto(`${addressOf(again)}?_task=addressbook`);
  await again.getByLabel("Usuario").waitFor();
});
