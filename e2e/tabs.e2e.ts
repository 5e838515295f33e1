/** Many tabs of one browser: they share one event stream, and each hears all of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { eventually, signIn, useBrowser } from "./browser.ts";
import { atrio, domainName, type Username } from "./product.ts";

const browser = useBrowser();
const holding = "expired.test";

declare global {
  interface Window {
    sources: EventSource[];
  }
}

/** With a session of its own, as some of these tests end it. Pages count their streams. */
async function signedIn(user: Username): Promise<Page> {
  const page = await browser.anonymous();
  await page.context().addInitScript(() => {
    window.sources = [];
    window.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        window.sources.push(this);
      }
    };
  });
  await page.goto("/login/");
  await signIn(page, user);
  return page;
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
}
async function openTab(page: Page, address = "/admin/domain/"): Promise<Page> {
  const tab = await page.context().newPage();
  await open(tab, address);
  return tab;
}

/** Open connections of each page. */
const streamsOf = (pages: readonly Page[]): Promise<number[]> =>
  Promise.all(
    pages.map((page) =>
      page.evaluate(() => window.sources.filter(({ readyState, OPEN }) => readyState === OPEN).length),
    ),
  );
const total = async (pages: readonly Page[]) => (await streamsOf(pages)).reduce((sum, one) => sum + one, 0);
const sharesOne = (pages: readonly Page[]) => eventually(() => total(pages), 1);

const transition = (page: Page, name: "pagehide" | "pageshow") =>
  page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), name);
/** The headless browser shows all of its pages: this one says that it is hidden, or shown again. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, value });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, hidden);

const expired = (page: Page): Locator => page.getByRole("dialog", { name: "La sesión ha terminado" });
async function endSession(page: Page): Promise<void> {
  const other = await browser.anonymous();
  await other.context().addCookies(await page.context().cookies());
  await other.request.post("/api/user/logout/", { headers: { "X-Requested-With": "XMLHttpRequest" } });
}

const listed = (page: Page): Locator => page.getByRole("main").getByRole("link", { name: holding });
/** The user sees one holding more, and the list says so by itself. */
async function give(): Promise<void> {
  await atrio("grant", domainName, "dns", holding, "domain=read");
}
async function take(): Promise<void> {
  await atrio("grant", domainName, "dns", holding, "all=disabled");
}

async function timed(load: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await load;
  return performance.now() - start;
}

test("ten tabs and ten typed addresses in a row load like the first, and an event reaches all tabs", async () => {
  const first = await signedIn("owner");
  const pages = [first];
  await open(first, "/admin/domain/");
  const once = await timed(open(first, "/admin/domain/"));
  const times: number[] = [];
  for (let count = 2; count <= 10; count++)
    times.push(await timed(openTab(first).then((tab) => pages.push(tab))));
  await sharesOne(pages);
  const typed = ["service", "mail", "preferences", "contact", "domain"];
  for (const address of [...typed, ...typed]) times.push(await timed(open(first, `/admin/${address}/`)));
  // A tab without a connection never loads; this leaves room for a busy machine.
  assert.ok(Math.max(...times) < 3 * once + 2000, `${once}: ${times.join(", ")}`);
  await sharesOne(pages);
  await endSession(first);
  await Promise.all(pages.map((page) => expired(page).waitFor()));
});

test("when the tab with the stream is closed another opens one, and asks for what was missed", async () => {
  const leader = await signedIn("dns");
  await open(leader, "/admin/domain/");
  const pages = [await openTab(leader), await openTab(leader)];
  await eventually(() => streamsOf([leader, ...pages]), [1, 0, 0]);
  const between = Promise.withResolvers<void>();
  await leader.context().route("**/api/events/**", async (route) => {
    await between.promise;
    await route.continue();
  });
  await leader.close();
  try {
    await give();
    await pages[0]!.waitForTimeout(500);
    assert.equal(await listed(pages[0]!).count(), 0);
    between.resolve();
    await Promise.all(pages.map((page) => listed(page).waitFor()));
    await sharesOne(pages);
  } finally {
    await take();
  }
  await Promise.all(pages.map((page) => listed(page).waitFor({ state: "detached" })));
});

test("a page in the back/forward cache holds no connection; when it comes back it asks for what it missed", async () => {
  const page = await signedIn("dns");
  await open(page, "/admin/domain/");
  const other = await openTab(page);
  await eventually(() => streamsOf([page, other]), [1, 0]);
  await transition(page, "pagehide");
  await eventually(() => streamsOf([page, other]), [0, 1]);
  await transition(other, "pagehide");
  assert.equal(await total([page, other]), 0);
  try {
    await give();
    await transition(page, "pageshow");
    await listed(page).waitFor();
    await eventually(() => streamsOf([page, other]), [1, 0]);
    assert.equal(await listed(other).count(), 0);
  } finally {
    await take();
  }
  await listed(page).waitFor({ state: "detached" });
});

test("the tab that the user turns to takes the stream, as the browser may have suspended the other", async () => {
  const page = await signedIn("owner");
  await open(page, "/admin/");
  const other = await openTab(page);
  await eventually(() => streamsOf([page, other]), [1, 0]);
  await setHidden(other, true);
  await setHidden(other, false);
  await eventually(() => streamsOf([page, other]), [0, 1]);
  await other.close();
  await sharesOne([page]);
});

test("without Web Locks, as over plain HTTP, only visible tabs have a stream", async () => {
  const page = await signedIn("dns");
  await page.context().addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "locks"));
  await open(page, "/admin/domain/");
  const other = await openTab(page);
  await eventually(() => streamsOf([page, other]), [1, 1]);
  await setHidden(other, true);
  assert.deepEqual(await streamsOf([page, other]), [1, 0]);
  try {
    await give();
    await listed(page).waitFor();
    assert.equal(await listed(other).count(), 0);
    await setHidden(other, false);
    await listed(other).waitFor();
    await eventually(() => streamsOf([page, other]), [1, 1]);
  } finally {
    await take();
  }
});

test("tabs of two users share nothing; a tab whose user has gone loads again as the new one", async () => {
  const page = await signedIn("owner");
  await open(page, "/admin/domain/");
  const owners = await page.context().cookies();
  const viewer = await signedIn("viewer");
  await page.context().clearCookies();
  await page.context().addCookies(await viewer.context().cookies());
  const other = await openTab(page);
  await other.getByRole("button", { name: /viewer/ }).waitFor();
  await eventually(() => streamsOf([page, other]), [1, 1]);

  const ending = await browser.anonymous();
  await ending.context().addCookies(owners);
  const reloaded = page.waitForEvent("load");
  await endSession(ending);
  await reloaded;
  await page.getByRole("button", { name: /viewer/ }).waitFor();
  assert.equal((await expired(other).count()) + (await expired(page).count()), 0);
  await sharesOne([page, other]);
});

test("a refused stream is opened again after a while", async () => {
  const page = await signedIn("owner");
  await page.clock.install();
  await open(page, "/admin/");
  await sharesOne([page]);
  let refusals = 0;
  await page.route("**/api/events/**", (route) => {
    refusals += 1;
    return refusals === 1 ? route.fulfill({ status: 429, body: "" }) : route.continue();
  });
  await transition(page, "pagehide");
  await transition(page, "pageshow");
  await eventually(() => Promise.resolve(refusals), 1);
  await page.clock.runFor(11_000);
  await sharesOne([page]);
});
