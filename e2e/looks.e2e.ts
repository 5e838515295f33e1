/** The looks of the pages: axe's rules in both themes, phones without sideways scrolling and with room for a thumb. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  eventually,
  fewLooks,
  shiftsOf,
  titleOf,
  useBrowser,
  watchShifts,
  type Look,
} from "./browser.ts";
import { holdingId } from "./holding-id.ts";
import { dialog, openZone, question } from "./zone.ts";

const browser = useBrowser();
const themes = ["light", "dark"] as const;

const scrollsSideways = (): boolean => document.documentElement.scrollWidth > window.innerWidth;

async function look(page: Page): Promise<void> {
  await assertAccessible(page);
  assert.equal(await page.evaluate(scrollsSideways), false);
}

for (const wanted of fewLooks) {
  const title = titleOf(wanted);

  test(`login and the forgotten password: ${title}`, async () => {
    const page = await browser.anonymous(wanted);
    await page.goto("/login/");
    await page.getByRole("button", { name: /^(Entrar|Login)$/ }).waitFor();
    await look(page);
    await page
      .getByRole("button", { name: /^(¿Has olvidado la contraseña|Forgot your password)\?$/ })
      .click();
    await dialog(page).getByRole("checkbox").waitFor();
    await look(page);
  });

  test(`DNS zone, its dialogs and its questions: ${title}`, async () => {
    const page = await browser.as("owner", wanted);
    await openZone(page, "atrio.test");
    await page.getByRole("row").nth(1).waitFor();
    await look(page);
    await openZone(page, "atrio.test", "?new=SRV");
    await dialog(page)
      .getByRole("button", { name: /^(Crear registro|Create record)$/ })
      .click();
    await dialog(page)
      .getByText(/^(Campo obligatorio|This field is required)$/)
      .first()
      .waitFor();
    await look(page);
    await openZone(page, "atrio.test", "?zone=empty");
    await question(page).waitFor();
    await look(page);
    await openZone(page, "atrio.test", "?q=no-such-record");
    await page.getByText(/^(Ningún registro coincide|No record matches)/).waitFor();
    await look(page);
  });
}

/** Preferences and contact have every look in files of their own. */
const pages = [
  "/admin/",
  "/admin/domain/",
  "/admin/domain/?q=no-such-name",
  "/admin/service/",
  "/admin/mail/",
  "/legal/",
];
const themesAndLanguages: Look[] = themes.flatMap((theme) => [{ theme }, { theme, language: "en" }]);
for (const wanted of themesAndLanguages)
  test(`the pages of the account: ${wanted.theme}, ${wanted.language ?? "es"}`, async () => {
    const page = await browser.as("owner", wanted);
    for (const path of pages) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await look(page);
    }
  });

test("the pages of the account on a phone", async () => {
  const page = await browser.as("owner", { phone: true });
  for (const path of pages) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await look(page);
  }
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Each third call at once, the others after it: in another order than they were made. Says how many are on their way. */
async function delayCalls(page: Page): Promise<() => Promise<number>> {
  let [asked, open] = [0, 0];
  await page.route("**/api/**", async (route) => {
    if (new URL(route.request().url()).pathname.endsWith("/events/")) return route.continue();
    open += 1;
    await pause(100 * ((asked += 1) % 3));
    // The page may have gone on.
    await route
      .fetch()
      .then((response) => route.fulfill({ response }))
      .catch(() => undefined);
    open -= 1;
  });
  return () => Promise.resolve(open);
}

for (const wanted of [{}, { phone: true }] satisfies Look[])
  test(`nothing moves while a page loads${wanted.phone ? ": phone" : ""}`, async () => {
    const page = await browser.as("owner", wanted);
    await page.goto("/admin/");
    const holding = `/admin/${await holdingId(page, "atrio.test")}/`;
    const parts = ["domain/", "mail/", "service/dns/"].map((part) => holding + part);
    await watchShifts(page);
    const calls = await delayCalls(page);
    for (const path of ["/admin/", "/admin/preferences/?password", "/admin/contact/", "/legal/", ...parts]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
      await eventually(calls, 0);
      await page.locator("main output[aria-label]").first().waitFor({ state: "detached" });
      await eventually(calls, 0);
      assert.deepEqual(await shiftsOf(page), [], path);
    }
  });

test("phone: each target of a card is at least 44 px", async () => {
  const page = await browser.as("owner", { phone: true });
  await openZone(page, "atrio.test");
  const actions = page.getByRole("button", { name: /^(Editar|Acciones de) A / });
  await actions.first().waitFor();
  for (const action of await actions.all()) {
    const box = await action.boundingBox();
    assert.ok(box && box.width >= 44 && box.height >= 44, JSON.stringify(box));
  }
});

for (const wanted of fewLooks)
  test(`an address that leads nowhere: ${titleOf(wanted)}`, async () => {
    const page = await browser.as("owner", wanted);
    await page.goto("/nowhere/");
    await page.getByText(/Error 404/).waitFor();
    await look(page);
    await page.goto("/admin/999999/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await look(page);
  });
