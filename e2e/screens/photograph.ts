import { join } from "node:path";
import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { chromiumOptions, desktop, phone, signIn, whenDrawn } from "../browser.ts";
import { url, type Username } from "../product.ts";
import { pictureOf, type Shot, shots } from "./pages.ts";
import type { Screen } from "./screen.ts";
import { screens } from "./screens.ts";

type Stored = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Grey bars in the place of what is on its way. */
const loading = "output[aria-label]";

const contextOf = (browser: Browser, shot: Shot, storageState?: Stored) =>
  browser.newContext({
    baseURL: url,
    locale: shot === "dark" ? "en-US" : "es-ES",
    colorScheme: shot === "dark" ? "dark" : "light",
    reducedMotion: "reduce",
    viewport: shot === "phone" ? phone : desktop,
    hasTouch: shot === "phone",
    ...(storageState ? { storageState } : {}),
  });

async function newSession(browser: Browser, user: Username): Promise<Stored> {
  const context = await contextOf(browser, "light");
  const page = await context.newPage();
  await page.goto("/login/");
  await signIn(page, user);
  const stored = await context.storageState();
  await context.close();
  return stored;
}

/** Each user signs in once, and once more for every screen that ends its session. */
function sessions(browser: Browser) {
  const known = new Map<Username, Stored>();
  return async ({ user, endsSession }: Screen): Promise<Stored | undefined> => {
    if (user === null) return undefined;
    if (endsSession) return newSession(browser, user);
    const stored = known.get(user) ?? (await newSession(browser, user));
    known.set(user, stored);
    return stored;
  };
}

async function photographOne(browser: Browser, screen: Screen, shot: Shot, folder: string, stored?: Stored) {
  const context = await contextOf(browser, shot, stored);
  const page = await context.newPage();
  const drawn = (await screen.open(page)) ?? page;
  await drawn.locator(loading).first().waitFor({ state: "detached" });
  await whenDrawn(drawn);
  await drawn.evaluate(async () => void (await document.fonts.ready));
  await drawn.screenshot({ path: join(folder, pictureOf(screen, shot)), animations: "disabled" });
  await context.close();
}

/** Three pictures of every screen, each in a fresh context: nothing of one shows in the next. */
export async function photograph(folder: string): Promise<void> {
  const browser = await chromium.launch(chromiumOptions);
  const sessionOf = sessions(browser);
  try {
    for (const screen of screens)
      for (const shot of shots) await photographOne(browser, screen, shot, folder, await sessionOf(screen));
  } finally {
    await browser.close();
  }
}
