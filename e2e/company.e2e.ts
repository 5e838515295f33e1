/** What the operator changes of the company reaches everybody's pages, open ones too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { eventually, signIn, useBrowser } from "./browser.ts";
import { atrio } from "./product.ts";
import { dialog } from "./zone.ts";

const browser = useBrowser();
const company = "Atrio Demo";

async function open(path: string): Promise<Page> {
  const page = await browser.as("owner");
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}
const openPreferences = () => open("/admin/preferences/");
/** What is drawn behind everything. */
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const color = (page: Page) => page.evaluate(() => document.documentElement.dataset["color"]);

test("the company's new colour, surface and name reach an open page without a reload", async () => {
  const page = await open("/admin/");
  await page.evaluate(() => (document.body.dataset["since"] = "before"));
  const zinc = await ground(page);
  try {
    await atrio("company", "set", "--color", "teal", "--surface", "slate", "--name", "Cierzo");
    await page.waitForFunction(() => document.documentElement.dataset["color"] === "teal");
    await page.waitForFunction(() => document.title === "Panel / Cierzo");
    assert.notEqual(await ground(page), zinc);
    await page
      .getByRole("contentinfo")
      .getByText(/Cierzo$/)
      .waitFor();
    assert.equal(await page.evaluate(() => document.body.dataset["since"]), "before");
  } finally {
    await atrio("company", "set", "--color", "indigo", "--surface", "zinc", "--name", company);
  }
  await page.waitForFunction(() => document.documentElement.dataset["color"] === "indigo");
});

test("no colour to pick where the company does not allow it", async () => {
  await atrio("company", "set", "--color-selectable", "off");
  try {
    const page = await openPreferences();
    await page.getByText("Tema", { exact: true }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll("[role=radio], [type=radio]").length > 0);
    await page.reload();
    await page.getByRole("button", { name: "Cambiar la contraseña" }).waitFor();
    assert.equal(await page.getByRole("radiogroup", { name: "Color" }).count(), 0);
  } finally {
    await atrio("company", "set", "--color-selectable", "on");
  }
});

test("an own colour counts no more once the company forbids it, and again when it allows it", async () => {
  const page = await openPreferences();
  const companys = await color(page);
  await page.getByRole("radiogroup", { name: "Color" }).getByTitle("Lima").click();
  await atrio("company", "set", "--color-selectable", "off");
  try {
    await eventually(() => color(page), companys);
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Preferencias" }).waitFor();
    assert.equal(await color(page), companys);
  } finally {
    await atrio("company", "set", "--color-selectable", "on");
  }
  await eventually(() => color(page), "lime");
});

test("contact: a policy kept elsewhere opens in a window of its own", async () => {
  await atrio("company", "set", "--privacy-url", "https://privacy.example/policy");
  try {
    const page = await open("/admin/contact/");
    await page.context().route("https://privacy.example/**", (route) => route.fulfill({ body: "policy" }));
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "política de privacidad" }).click();
    const other = await opened;
    await other.waitForURL("https://privacy.example/policy");
    assert.equal(await other.evaluate(() => window.opener === null && document.referrer === ""), true);
    assert.equal(await dialog(page).count(), 0);
    assert.equal(await page.getByRole("checkbox").isChecked(), false);
  } finally {
    await atrio("company", "set", "--privacy-url", "");
  }
});

test("forgotten password: a policy kept elsewhere is a link to a window of its own", async () => {
  await atrio("company", "set", "--privacy-url", "https://privacy.example/policy");
  try {
    const page = await browser.anonymous();
    await page.goto("/login/");
    await page.getByRole("button", { name: "¿Has olvidado la contraseña?" }).click();
    const link = dialog(page).getByRole("link", { name: "política de privacidad" });
    await link.waitFor();
    assert.equal(await link.getAttribute("href"), "https://privacy.example/policy");
    assert.equal(await link.getAttribute("target"), "_blank");
  } finally {
    await atrio("company", "set", "--privacy-url", "");
  }
});

async function languagesOfCalls(): Promise<(string | null)[]> {
  const page = await browser.anonymous({ language: "en" });
  await page.goto("/login/");
  const seen = new Set<string | null>();
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith("/api/permission/")) seen.add(url.searchParams.get("lang"));
  });
  await signIn(page, "viewer");
  await page.goto("/admin/domain/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  return [...seen];
}

test("calls carry the language where the company forces it, and only there", async () => {
  try {
    await atrio("company", "set", "--force-language", "on");
    assert.deepEqual(await languagesOfCalls(), ["en"]);
  } finally {
    await atrio("company", "set", "--force-language", "off");
  }
  assert.deepEqual(await languagesOfCalls(), [null]);
});
