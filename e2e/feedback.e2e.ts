/** Notices and dialogs: where they are, how wide, what closes them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { desktop, eventually, type Look, resize, useBrowser } from "./browser.ts";
import { done, refused } from "./envelope.ts";
import { dialog, openZone, question } from "./zone.ts";

const browser = useBrowser();

async function answerContact(page: Page, status: number, errors: string[]): Promise<void> {
  const json = status === 200 ? done(null) : refused(0, errors);
  await page.unroute("**/api/contactmail/");
  await page.route("**/api/contactmail/", (route) => route.fulfill({ status, json }));
}

async function openContact(look: Look): Promise<Page> {
  const page = await browser.as("owner", look);
  await page.goto("/admin/contact/");
  await page.getByRole("checkbox").waitFor();
  return page;
}

async function sendMessage(page: Page): Promise<void> {
  await page.locator("input[name=email]").fill("ana@example.com");
  await page.locator("input[name=subject]").fill("Hola");
  await page.locator("textarea").fill("Hola");
  if (!(await page.getByRole("checkbox").isChecked())) await page.getByRole("checkbox").press("Space");
  await page.getByRole("button", { name: /^(Enviar|Send)$/ }).click();
}

for (const { language, done, text, error, missing } of [
  {
    language: "es",
    done: "Hecho",
    text: "La operación se ha realizado",
    error: "Error",
    missing: "No se ha encontrado el recurso",
  },
  {
    language: "en",
    done: "Success",
    text: "Operation done successfully",
    error: "Error",
    missing: "Resource not found",
  },
] as const)
  test(`notices: bottom right, with a title, read out, gone after 5 seconds: ${language}`, async () => {
    const page = await openContact({ language });
    const notices = page.getByRole("region", { name: /^(Avisos|Notices)$/ });
    await answerContact(page, 404, []);
    await sendMessage(page);
    const assertive = notices.locator("[aria-live=assertive]");
    await assertive.getByText(error, { exact: true }).waitFor();
    await assertive.getByText(missing).waitFor();
    await answerContact(page, 200, []);
    await sendMessage(page);
    const polite = notices.locator("[aria-live=polite]");
    await polite.getByText(done, { exact: true }).waitFor();
    await polite.getByText(text).waitFor();
    const box = await notices.boundingBox();
    assert.deepEqual(box && [box.x + box.width, box.y + box.height], [
      desktop.width - 24,
      desktop.height - 24,
    ]);
    const shownAt = performance.now();
    await polite.getByText(text).waitFor({ state: "detached" });
    const life = performance.now() - shownAt;
    assert.ok(life > 3500 && life < 8000, `${life} ms`);
  });

test("Escape closes the top dialog alone, and held down no more than that", async () => {
  const page = await browser.as("owner");
  await openZone(page, "example-14.test", "?new=A");
  await dialog(page).getByRole("textbox", { name: "Dirección IPv4" }).fill("192.0.2.1");
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: "Seguir editando" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  assert.equal(await question(page).count(), 1);
  await page.evaluate(() => {
    const now = performance.now() + 201;
    performance.now = () => now;
  });
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "detached" });
  assert.equal(await dialog(page).count(), 1);
});

test("dialogs: 75vw from 1199 px down, 90vw from 575 px down, above that of their own width", async () => {
  const page = await browser.as("owner");
  const drawn = () => dialog(page).evaluate((shown) => shown.parentElement!.getBoundingClientRect().width);
  const shared = [
    [1199, 0.75 * 1199],
    [576, 0.75 * 576],
    [575, 0.9 * 575],
    [390, 0.9 * 390],
  ] as const;
  const own = [
    ["/admin/preferences/?password", 448],
    ["/admin/contact/", 768],
  ] as const;
  for (const [address, widest] of own) {
    await resize(page, desktop);
    await page.goto(address);
    if (address.includes("contact"))
      await page.getByRole("button", { name: "política de privacidad" }).click();
    await dialog(page).waitFor();
    for (const [width, expected] of [[1200, widest] as const, ...shared]) {
      await resize(page, { width, height: 800 });
      await eventually(async () => {
        const measured = await drawn();
        return Math.abs(measured - expected) < 1 ? expected : measured;
      }, expected);
    }
  }
});
