import type { Locator, Page } from "playwright-core";
import { whenFocused } from "./browser.ts";

export const palette = (page: Page): Locator =>
  page.getByRole("dialog", { name: /^(Búsqueda rápida|Quick search)$/ });
export const field = (page: Page): Locator => palette(page).getByRole("textbox");
export const lines = (page: Page): Locator => palette(page).getByRole("menuitem");

export async function open(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await palette(page).waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await whenFocused(field(page));
}
