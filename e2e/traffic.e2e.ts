/** The traffic of a service, day by day: told to eyes, fingers, keys and ears alike. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  eventually,
  fewLooks,
  shiftsOf,
  titleOf,
  useBrowser,
  watchShifts,
  whenFocused,
} from "./browser.ts";
import { openService, visitorGets } from "./web.ts";

const browser = useBrowser();
const mega = 1024 ** 2;
const dayMs = 24 * 60 * 60 * 1000;

/** Thirty days up to 22 November, of one request more and 10 MB more each; nothing on the first. */
const days = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 10, 22) - (29 - index) * dayMs).toISOString().slice(0, 10),
  bytes: index * 10 * mega,
  requests: index,
}));

const call = "**/traffic/";
const give = (page: Page, traffic: typeof days) =>
  page.route(call, async (route) => {
    const reply = await (await route.fetch()).json();
    await route.fulfill({ json: { ...reply, data: { days: traffic } } });
  });
async function withTraffic(page: Page, traffic: typeof days): Promise<void> {
  await give(page, traffic);
  await openService(page, "atrio.test");
}
const slider = (page: Page) => page.getByRole("slider", { name: /^(Tráfico por día|Traffic by day)$/ });
const told = (page: Page) => slider(page).getAttribute("aria-valuetext");
/** It stands above the bars too. */
async function tells(page: Page, words: string): Promise<void> {
  await eventually(async () => (await told(page))?.replaceAll("\u00a0", " "), words);
  await page.getByText((await told(page)) ?? "", { exact: true }).waitFor();
}

test("by keyboard: arrow keys go from day to day, Home and End to the first and to today", async () => {
  const page = await browser.as("owner");
  await withTraffic(page, days);
  await tells(page, "Hoy hasta ahora: 290 MB, 29 peticiones");
  await slider(page).focus();
  await page.keyboard.press("ArrowLeft");
  await tells(page, "21 nov: 280 MB, 28 peticiones");
  await page.keyboard.press("Home");
  await tells(page, "24 oct: 0 B, 0 peticiones");
  await page.keyboard.press("ArrowRight");
  await tells(page, "25 oct: 10 MB, 1 petición");
  await page.keyboard.press("End");
  await tells(page, "Hoy hasta ahora: 290 MB, 29 peticiones");
});

test("the scale is of round units, dates stand below, and the table says all of it", async () => {
  const page = await browser.as("owner");
  await withTraffic(page, days);
  for (const size of ["0", "128", "256", "384"])
    await page
      .getByText(new RegExp(`^${size}\\sM?B$`))
      .first()
      .waitFor();
  for (const date of ["25 oct", "1 nov", "15 nov", "hoy"])
    await page.locator("svg").getByText(date, { exact: true }).waitFor();
  await page.getByText("Los días en una tabla").click();
  const rows = page.getByRole("table").getByRole("row");
  await eventually(() => rows.count(), 31);
  const cells = await rows.nth(2).getByRole("cell").allTextContents();
  assert.deepEqual(cells, ["280\u00a0MB", "28"]);
  await assertAccessible(page);
});

test("by finger: a tap shows its day, and so does a drag; by mouse, what it is above", async () => {
  const page = await browser.as("owner", { phone: true });
  await withTraffic(page, days);
  await slider(page).scrollIntoViewIfNeeded();
  const box = (await slider(page).boundingBox()) ?? assert.fail("no chart");
  const at = (index: number) => ({ x: box.x + ((index + 0.5) / 30) * box.width, y: box.y + 20 });
  await page.touchscreen.tap(at(10).x, at(10).y);
  await tells(page, "3 nov: 100 MB, 10 peticiones");
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", index?: number) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: index === undefined ? [] : [at(index)] });
  await send("touchStart", 12);
  for (const index of [13, 15, 18, 20]) await send("touchMove", index);
  await send("touchEnd");
  await tells(page, "13 nov: 200 MB, 20 peticiones");
  await page.mouse.move(at(0).x, at(0).y);
  await tells(page, "24 oct: 0 B, 0 peticiones");
  await page.mouse.click(at(4).x, at(4).y);
  await whenFocused(slider(page));
  await page.keyboard.press("ArrowRight");
  await tells(page, "29 oct: 50 MB, 5 peticiones");
});

test("what visitors cause is there, as of today", async () => {
  const page = await browser.as("owner");
  await visitorGets("www.atrio.test", "/", ({ status }) => status === 200);
  await eventually(async () => {
    await openService(page, "atrio.test");
    const words = await slider(page)
      .or(page.getByText("Todavía no hay tráfico"))
      .first()
      .getAttribute("aria-valuetext");
    return /^Hoy hasta ahora: [\d.,]+\s[KM]?B, [\d.]+ petici/.test(words ?? "");
  }, true);
});

test("before the first visit it says what will be there", async () => {
  const page = await browser.as("owner");
  await withTraffic(
    page,
    days.map(({ day }) => ({ day, bytes: 0, requests: 0 })),
  );
  await page.getByText("Todavía no hay tráfico").waitFor();
  assert.equal(await slider(page).count(), 0);
  await assertAccessible(page);
});

test("it cannot be fetched: it says so, is asked for again, and nothing around it moves", async () => {
  const page = await browser.as("owner");
  await watchShifts(page);
  await page.route(call, (route) => route.fulfill({ status: 404, body: "" }));
  await openService(page, "atrio.test");
  await page.getByRole("alert").waitFor();
  await page.unroute(call);
  await give(page, days);
  await page.getByRole("button", { name: "Reintentar" }).click();
  await slider(page).waitFor();
  assert.deepEqual(await shiftsOf(page), []);
});

for (const look of fewLooks)
  test(`the chart: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    await watchShifts(page);
    await withTraffic(page, days);
    await slider(page).focus();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    assert.deepEqual(await shiftsOf(page), []);
  });
