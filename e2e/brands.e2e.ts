/** One installation, a brand for each host name: what its customers see of it, and of nobody else. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, eventually, phone, resize, signIn, useBrowser } from "./browser.ts";
import { atrio, url } from "./product.ts";

const browser = useBrowser();
/** Browsers lead any name below localhost to this machine. */
const at = (host: string) => `http://${host}:${new URL(url).port}`;
const cierzo = at("cierzo.localhost");
const brezo = at("brezo.localhost");

const logoIsDrawn = (page: Page): Promise<boolean> =>
  page
    .locator('img[src^="/brand/"]')
    .first()
    .evaluate((logo) => logo instanceof HTMLImageElement && logo.naturalWidth > 0);

test("each host signs in under its own name, logo and colour; localhost under the default one's, any other not at all", async () => {
  const seen = new Set<string>();
  const names = {
    [cierzo]: "Cierzo Hosting",
    [brezo]: "Brezo Dominios",
    [at("localhost")]: "Atrio Demo",
  };
  for (const [origin, name] of Object.entries(names)) {
    const page = await browser.anonymous();
    await page.goto(`${origin}/login/`);
    assert.equal(await page.title(), `${name} / Login`);
    if (name === "Atrio Demo") assert.equal(await page.locator('img[src^="/brand/"]').count(), 0);
    else assert.ok(await logoIsDrawn(page), name);
    const button = page.getByRole("button", { name: "Entrar" });
    seen.add(await button.evaluate((drawn) => getComputedStyle(drawn).backgroundColor));
    await assertAccessible(page);
  }
  assert.equal(seen.size, 3, "three colours");
  const elsewhere = await browser.anonymous();
  const reply = await elsewhere.goto(at("elsewhere.localhost"));
  assert.equal(reply?.status(), 421);
  await elsewhere.getByText("company set --host-add elsewhere.localhost").waitFor();
});

test("its legal texts are the company's own, in the user's language", async () => {
  const page = await browser.anonymous();
  await page.goto(`${brezo}/login/`);
  await signIn(page, "owner");
  await page.goto(`${brezo}/legal/`);
  await page.getByText("Brezo Red y Dominios, S. Coop.").waitFor();
  assert.equal(await page.getByText("Cierzo").count(), 0);
  const [link] = await page.locator("main a[href^='mailto:']").all();
  assert.equal(await link?.getAttribute("rel"), "noopener noreferrer nofollow");
  await assertAccessible(page);
});

async function openSignedIn(origin: string): Promise<Page> {
  const page = await browser.anonymous();
  await page.goto(`${origin}/login/`);
  await signIn(page, "viewer");
  await page.goto(`${origin}/admin/`);
  return page;
}

const setCierzo = (name: string, color: string) =>
  atrio("company", "set", "--company", "cierzo.localhost", "--name", name, "--color", color);

test("what the operator changes is seen in an open page at once, and only there", async () => {
  const [changed, other] = [await openSignedIn(cierzo), await openSignedIn(brezo)];
  await changed.getByText("Cierzo Hosting").first().waitFor();
  try {
    await setCierzo("Cierzo Nuevo", "rose");
    await changed.getByText("Cierzo Nuevo").first().waitFor();
    await changed.waitForFunction(() => document.title.endsWith(" / Cierzo Nuevo"));
    await changed.locator("html[data-color=rose]").waitFor();
    assert.match(await other.title(), / \/ Brezo Dominios$/);
  } finally {
    await setCierzo("Cierzo Hosting", "cyan");
  }
});

const wideLogo = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="60"><rect width="320" height="60" fill="teal"/></svg>`;
const demoLogo = join(import.meta.dirname, "../packages/cli/src/demo/brands/cierzo.svg");

test("the large logo is drawn wide where there is room, the small one elsewhere and beside the title", async () => {
  const directory = await mkdtemp(join(tmpdir(), "atrio-logo-"));
  const file = join(directory, "wide.svg");
  await writeFile(file, wideLogo);
  const page = await browser.anonymous();
  const [logo, icon] = [page.locator("img[src^='/brand/']").first(), page.locator("link[rel=icon]")];
  const drawn = async () => {
    await page.waitForFunction(() => document.querySelector("img")?.naturalWidth);
    const { width = 0, height = 0 } = (await logo.boundingBox()) ?? {};
    return [Math.round(width), height];
  };
  try {
    await atrio("company", "set", "--company", "cierzo.localhost", "--logo", file);
    await page.goto(`${cierzo}/login/`);
    const config = JSON.parse((await page.locator("html").getAttribute("data-config"))!);
    const { logo: large, logo_mini: small } = config;
    assert.equal(await logo.getAttribute("src"), large);
    await eventually(drawn, [149, 28]);
    assert.equal(await icon.getAttribute("href"), small);
    await signIn(page, "viewer");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await eventually(drawn, [149, 28]);
    assert.equal(await icon.getAttribute("href"), small);
    await resize(page, phone);
    await eventually(
      () => logo.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname),
      small,
    );
    await eventually(drawn, [26, 26]);
    await page.goto(`${cierzo}/nowhere/`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await eventually(drawn, [26, 26]);
  } finally {
    await atrio("company", "set", "--company", "cierzo.localhost", "--logo", demoLogo);
    await rm(directory, { recursive: true });
  }
});

test("the window is titled by the company before the application is there, and never by the product", async () => {
  const page = await openSignedIn(brezo);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.route("**/assets/*.js", () => undefined);
  await page.goto(`${brezo}/admin/domain/`, { waitUntil: "commit" });
  await page.waitForFunction(() => document.title === "Brezo Dominios");
  const first = await browser.anonymous();
  await first.route("**/assets/*.js", () => undefined);
  await first.goto(`${brezo}/admin/`, { waitUntil: "commit" });
  await first.locator("#root").waitFor();
  assert.equal(await first.title(), "");
});
