import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from "playwright-core";
import { domainName, password, url, type Username } from "./product.ts";

export const chromiumOptions = {
  executablePath: process.env["ATRIO_CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
/** A loaded machine of two cores is slow, a hung page never comes. */
const patience = 15_000;
/** The browser itself logs every refused call, React every page whose call was; the panel is meant to be refused at times. */
const refusedCall = /^Failed to load resource: the server responded with a status of 4\d\d|^ApiError: /;

export interface Look {
  readonly language?: "es" | "en";
  readonly theme?: "light" | "dark";
  readonly phone?: boolean;
  readonly noScript?: boolean;
}

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1360, height: 860 };

/** Both languages and themes, on a desk and in a hand. */
export const everyLook: readonly Look[] = (["es", "en"] as const).flatMap((language) =>
  (["light", "dark"] as const).flatMap((theme) =>
    [false, true].map((isPhone): Look => ({ language, theme, phone: isPhone })),
  ),
);
/** Each theme in each language; the two widths go with the languages. */
export const fewLooks = everyLook.filter(({ language, phone: isPhone }) => (language === "en") === isPhone);
export const titleOf = ({ language, theme, phone: isPhone }: Look): string =>
  [language, theme, isPhone ? "phone" : "desktop"].join(", ");

/**
 * One browser per file, one context per page; each test also fails on anything the console reports. `args`: Chromium's;
 * `meant`: what the file's tests make the console report.
 */
export function useBrowser(args: readonly string[] = [], meant = refusedCall) {
  let browser: Browser;
  let open: BrowserContext[] = [];
  let complaints: string[] = [];
  const signedIn = new Map<Username, Awaited<ReturnType<BrowserContext["storageState"]>>>();

  before(async () => {
    browser = await chromium.launch({ ...chromiumOptions, args: [...chromiumOptions.args, ...args] });
  });
  after(() => browser.close());
  afterEach(async () => {
    // A call that is still being answered by a test must not fail because its page is gone.
    await Promise.all(
      open.flatMap((context) => context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" }))),
    );
    await Promise.all(open.map((context) => context.close()));
    const reported = complaints;
    open = [];
    complaints = [];
    assert.deepEqual(reported, []);
  });

  async function newPage(look: Look = {}, user?: Username): Promise<Page> {
    const storageState = user && signedIn.get(user);
    const context = await browser.newContext({
      baseURL: url,
      locale: look.language === "en" ? "en-US" : "es-ES",
      colorScheme: look.theme ?? "light",
      reducedMotion: "reduce",
      viewport: look.phone ? phone : desktop,
      hasTouch: look.phone ?? false,
      javaScriptEnabled: !look.noScript,
      permissions: ["clipboard-read", "clipboard-write"],
      ...(storageState ? { storageState } : {}),
    });
    open.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error" && !refusedCall.test(text) && !meant.test(text)) complaints.push(text);
    });
    return page;
  }

  return {
    anonymous: (look?: Look) => newPage(look),
    /** A page of a signed-in user; each user signs in once per file, through the login page. */
    async as(user: Username, look: Look = {}): Promise<Page> {
      if (!signedIn.has(user)) {
        const page = await newPage();
        await page.goto("/login/");
        await signIn(page, user);
        signedIn.set(user, await page.context().storageState());
      }
      return newPage(look, user);
    },
    forget: (user: Username) => signedIn.delete(user),
  };
}

export interface Credentials {
  readonly domain?: string;
  readonly username: string;
  readonly password?: string;
}

export async function fillCredentials(page: Page, given: Credentials): Promise<void> {
  await page.getByRole("textbox", { name: /^(Dominio|Domain)/ }).fill(given.domain ?? domainName);
  await page.getByRole("textbox", { name: /^(Usuario|User)/ }).fill(given.username);
  await page.getByLabel(/^(Contraseña|Password)/).fill(given.password ?? password);
}

/** Through the login page, to where it leads. */
export async function signIn(
  page: Page,
  username: Username,
  leadsTo: (url: URL) => boolean = ({ pathname }) => pathname.startsWith("/admin/"),
): Promise<void> {
  await fillCredentials(page, { username });
  await page.getByRole("button", { name: /^(Entrar|Acceder|Iniciar sesión|Sign in|Log in|Login)$/ }).click();
  await page.waitForURL(leadsTo);
}

/** Reads until it reads this: the page shows what follows from an action a moment after it. */
export async function eventually<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const until = Date.now() + patience;
  for (;;) {
    const got = await read();
    if (isDeepStrictEqual(got, expected)) return;
    if (Date.now() > until) assert.deepEqual(got, expected);
    await sleep(20);
  }
}

/** Menus, dialogs and wrong forms move the focus a frame after they are drawn. */
export const whenFocused = (of: Locator): Promise<void> =>
  eventually(() => of.evaluate((element) => element === document.activeElement), true);
/** Then keys go to the dialog and no more to what is below. */
export const whenFocusIsIn = (of: Locator): Promise<void> =>
  eventually(() => of.evaluate((element) => element.contains(document.activeElement)), true);

/** The page has its new width in one of the next frames. */
export async function resize(page: Page, to: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(to);
  await page.waitForFunction((width) => innerWidth === width, to.width);
}

/** For the page; see `whenDrawn`. */
const isDrawn = (): boolean => {
  for (let part = document.querySelector("[role$=dialog]"); part; part = part.parentElement)
    if (getComputedStyle(part).opacity !== "1") return false;
  // what turns for as long as it waits is no movement that ends
  return document
    .getAnimations()
    .every(
      ({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity,
    );
};

/** A dialog fades and slides in, on touch screens once the keyboard is up; until then axe takes it for invisible. */
export const whenDrawn = async (page: Page): Promise<void> => void (await page.waitForFunction(isDrawn));

/** Every rule of axe, not only those of WCAG. The panel has no frames, whose results axe would gather in a page of their own. */
export async function assertAccessible(page: Page): Promise<void> {
  await whenDrawn(page);
  // of what passes only that it does: where each of a thousand cells stands costs more than all rules
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  const summary = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  assert.deepEqual(summary, []);
}

declare global {
  interface Window {
    shifts: string[];
  }
}
/** From the next load on each shift counts, those within half a second of an input too; not those of a pixel, as of a late font. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((seen) => {
      for (const entry of seen.getEntries())
        if ("value" in entry && Number(entry.value) > 0.0005) window.shifts.push(JSON.stringify(entry));
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What has moved since, once the last change is drawn. */
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(() => resolve(window.shifts), 100));
      }),
  );

/** The page is as wide as the window: only code may scroll sideways, inside its own box. */
export async function assertNoSidewaysScroll(page: Page): Promise<void> {
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: window.innerWidth,
  }));
  assert.ok(content <= screen, `${content} px of content in ${screen} px`);
}
