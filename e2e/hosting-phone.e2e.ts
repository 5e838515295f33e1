/** Hosting in a hand: names and folders as long as they may be, and every dialog within reach of a thumb. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  eventually,
  phone,
  titleOf,
  useBrowser,
  whenDrawn,
} from "./browser.ts";
import { holdingId } from "./holding-id.ts";
import { openService, openSites, webRow } from "./web.ts";

const browser = useBrowser();
const domain = "example-21.test";
const name = `${"larguisimo-".repeat(5)}largo.${"y-".repeat(20)}mas`;
const path = `/${"ofertas-de-todo-el-verano/".repeat(4)}fin`;
const url = `https://outside.example/${"una-ruta-larga/".repeat(30)}`;

interface Entry {
  readonly id: number;
  readonly subdominio: string;
}
interface Web {
  readonly subdomains?: readonly Entry[];
  readonly redirections?: readonly Entry[];
}

/** The ids of the long site and redirection, made where they are not there yet. */
async function longNames(page: Page): Promise<{ site: number; redirection: number }> {
  const service = `/api/service/${await holdingId(page, domain)}`;
  const make = (call: string, form: Record<string, string>) =>
    page.request.post(`${service}/${call}/create/`, {
      headers: { "X-Requested-With": "XMLHttpRequest" },
      form,
    });
  const find = async (call: "subdomain" | "redirection") => {
    const { data }: { data: Web } = await (await page.request.get(`${service}/${call}/list/`)).json();
    return (data.subdomains ?? data.redirections)?.find(({ subdominio }) => subdominio === name)?.id;
  };
  if ((await find("subdomain")) === undefined) {
    await make("subdomain", {
      subDomain: name,
      folder: `/${"carpeta-muy-larga/".repeat(6)}fin`,
      SSLActive: "0",
    });
    await make("redirection", { subDomain: name, recurso: path, urlRedir: url, redirType: "301" });
  }
  return {
    site: (await find("subdomain")) ?? assert.fail("no site"),
    redirection: (await find("redirection")) ?? assert.fail("no redirection"),
  };
}

const dialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));

/** As high as a thumb is wide, within the screen once scrolled to. */
async function assertReachable(page: Page): Promise<void> {
  const buttons = dialog(page).getByRole("button");
  await buttons.last().waitFor();
  for (const button of await buttons.all()) {
    await button.scrollIntoViewIfNeeded();
    const box = (await button.boundingBox()) ?? assert.fail("not drawn");
    const what = `${(await button.getAttribute("aria-label")) ?? (await button.textContent())}: ${JSON.stringify(box)}`;
    assert.ok(box.x >= 0 && box.x + box.width <= phone.width, what);
    assert.ok(box.y >= 0 && box.y + box.height <= phone.height, what);
    assert.ok(box.height >= 44, what);
  }
}

async function assertFits(page: Page): Promise<void> {
  await dialog(page).first().waitFor();
  await whenDrawn(page);
  await assertReachable(page);
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
}

for (const look of [
  { language: "es", theme: "light", phone: true },
  { language: "en", theme: "dark", phone: true },
] as const) {
  test(`the list, its dialogs: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    const { site, redirection } = await longNames(page);
    await openSites(page, domain);
    await webRow(page, `${name}.${domain}`).waitFor();
    await assertNoSidewaysScroll(page);
    await assertAccessible(page);
    for (const search of [
      "new=",
      `site=${site}`,
      `settings=${site}`,
      `delete=${site}`,
      "new-redirection=",
      `redirection=${redirection}`,
      `delete-redirection=${redirection}`,
    ]) {
      await openSites(page, domain, `?${search}`);
      await assertFits(page);
    }
  });

  test(`the overview, its dialogs: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    await openService(page, domain);
    await page.getByRole("heading", { level: 2, name: /30/ }).waitFor();
    await assertNoSidewaysScroll(page);
    await assertAccessible(page);
    for (const search of ["php=", "parking=on", "log=", "htaccess="]) {
      await openService(page, domain, `?${search}`);
      await assertFits(page);
    }
  });
}

test("an arrow stands beside its address, which is cut after three lines", async () => {
  const page = await browser.as("owner", { phone: true });
  await longNames(page);
  await openSites(page, domain);
  const row = webRow(page, path);
  const topOf = async (part: ReturnType<typeof row.getByText>) =>
    Math.round((await part.boundingBox())?.y ?? -1);
  const address = row.getByTitle(url);
  await eventually(async () => (await topOf(row.getByText("→"))) === (await topOf(address)), true);
  const { height } = (await address.boundingBox()) ?? assert.fail("not drawn");
  assert.ok(height <= 3 * 18, `${height} px`);
});
