/** Pages that can't be shown: what they say, and that trying again does. */
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, eventually, useBrowser } from "./browser.ts";

const browser = useBrowser();

/** As a proxy answers while the server is away: no envelope, and the browser has nothing to log. */
async function failing(page: Page, call: string): Promise<() => Promise<void>> {
  const pattern = `**/api/${call}`;
  await page.route(pattern, (route) => route.fulfill({ status: 200, body: "<html>" }));
  return () => page.unroute(pattern);
}
const retry = (page: Page) => page.getByRole("button", { name: "Reintentar" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

for (const call of ["user/info/", "config/get/"])
  test(`nothing can be shown without ${call}: it says so, and tries again`, async () => {
    const page = await browser.as("owner");
    const mend = await failing(page, call);
    await page.addInitScript(() => localStorage.removeItem("_ddcfg"));
    await page.goto("/admin/domain/");
    await heading(page, "No se ha podido abrir la página").waitFor();
    await page.waitForFunction(() =>
      /^No se ha podido abrir la página(?: \/ Atrio Demo)?$/.test(document.title),
    );
    await assertAccessible(page);
    // what it shows was shown before: it has tried when it was answered
    await Promise.all([page.waitForResponse(`**/api/${call}`), retry(page).click()]);
    await heading(page, "No se ha podido abrir la página").waitFor();
    await mend();
    await retry(page).click();
    await heading(page, "Dominios").waitFor();
    await page.waitForFunction(() => document.title === "Dominios / Atrio Demo");
  });

test("a holding that can't be loaded: says so, tries again, and has the ways out", async () => {
  const page = await browser.as("owner");
  const mend = await failing(page, "permission/*/");
  await page.goto("/admin/1/service/dns/");
  await heading(page, "No se ha podido abrir el dominio").waitFor();
  await page.waitForFunction(() => document.title === "No se ha podido abrir el dominio / Atrio Demo");
  const ways = page.getByRole("navigation", { name: "Seguir en" });
  await eventually(() => ways.getByRole("link").allTextContents(), ["Panel", "Dominios"]);
  await assertAccessible(page);
  await mend();
  await retry(page).click();
  await heading(page, "atrio.test").waitFor();
  await page.waitForFunction(() => document.title === "Zona DNS – atrio.test / Atrio Demo");
});
