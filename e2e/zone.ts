import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { eventually } from "./browser.ts";
import { holdingId } from "./holding-id.ts";

/** The DNS page of a holding, with a dialog or filter in the address. */
export async function openZone(page: Page, reference: string, search = ""): Promise<string> {
  const path = `/admin/${await holdingId(page, reference)}/service/dns/`;
  assert.equal((await page.goto(path + search))?.status(), 200);
  await page.getByRole("heading", { level: 1, name: reference }).waitFor();
  return path;
}

export const dialog = (page: Page): Locator => page.getByRole("dialog");
export const question = (page: Page): Locator =>
  page.getByRole("alertdialog").filter({ has: page.getByRole("heading") });

/** Text fields by their label; a select's value is chosen from its list. */
export async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const form = dialog(page);
    const select = form.getByRole("button", { name: new RegExp(`${label}$|^${label}`) });
    if (await select.count()) {
      await select.click();
      await page.getByRole("option", { name: value }).click();
    } else await form.getByRole("textbox", { name: label, exact: true }).fill(value);
  }
}

export const save = (page: Page): Promise<void> =>
  dialog(page)
    .getByRole("button", { name: /^(Crear registro|Guardar|Create record|Save)$/ })
    .click();

/** What the server saw after the change: both name servers show it. */
export async function seenLive(page: Page): Promise<void> {
  await page
    .getByText(/^(Activo en ns1 y ns2|Live on ns1 and ns2)/)
    .first()
    .waitFor();
}

export const row = (page: Page, name: string, type = ""): Locator =>
  page
    .getByRole("row")
    .filter({ hasText: name })
    .filter({ has: page.getByText(type, { exact: true }) });

export async function menu(page: Page, of: Locator, action: RegExp | string): Promise<void> {
  await of.getByRole("button", { name: /^(Acciones de|Actions for|Más acciones|More)/ }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Says which field the message is about: what a screen reader reads with it. */
export async function messageOf(page: Page, label: string): Promise<string> {
  const field = dialog(page).getByRole("textbox", { name: label, exact: true });
  await eventually(() => field.getAttribute("aria-invalid"), "true");
  const ids = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
  return texts.join(" ");
}
