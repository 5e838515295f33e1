import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { ImapFlow } from "imapflow";
import type { Locator, Page } from "playwright-core";
import { askRecipient } from "../conformance/mail/smtp.ts";
import { holdingId } from "./holding-id.ts";
import { imaps, smtp } from "./product.ts";

const patience = 15_000;

/** The mail page of a holding, with a dialog or filter in the address. */
export async function openMail(page: Page, reference: string, search = ""): Promise<string> {
  const path = `/admin/${await holdingId(page, reference)}/mail/`;
  assert.equal((await page.goto(path + search))?.status(), 200);
  await page.getByRole("heading", { level: 1, name: reference }).waitFor();
  return path;
}

export const addressRow = (page: Page, address: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: address, exact: true }) });

/** The way back from the last change: its notice stays as long as the pointer is on it. */
export async function heldUndo(page: Page): Promise<Locator> {
  const undo = page.getByRole("button", { name: "Deshacer" }).last();
  await undo.hover();
  return undo;
}

/** What Postfix says to a sender elsewhere, once it says so. */
export async function recipientIs(address: string, code: 250 | 550): Promise<void> {
  for (const until = Date.now() + patience; ; await sleep(50)) {
    const reply = await askRecipient(smtp, address);
    if (reply.code === code) return;
    if (Date.now() > until) throw new Error(`${address}: ${reply.code} ${reply.text}, not ${code}`);
  }
}

/** Whether Dovecot lets a mail program in. */
export async function signsIn(user: string, pass: string): Promise<boolean> {
  const client = new ImapFlow({
    ...imaps,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user, pass },
    logger: false,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.logout();
    return true;
  } catch (error) {
    if (error instanceof Error && "authenticationFailed" in error) return false;
    throw error;
  } finally {
    // one that was refused stays open, and with it this process
    client.close();
  }
}

/** Through the API, as the panel does, where the way there is not what is tested. */
export async function call(page: Page, path: string, form: Record<string, string> = {}): Promise<void> {
  const reply = await page.request.post(`/api/service/${path}`, {
    headers: { "X-Requested-With": "XMLHttpRequest" },
    form,
  });
  assert.equal(reply.status(), 200, await reply.text());
}
