import { calls, type CallName, type Domain } from "@atrio/contract";
import type { Locator, Page } from "playwright-core";
import { done } from "./envelope.ts";
import { holdingId } from "./holding-id.ts";

/** The page of a domain, with a dialog in the address. */
export async function openDomain(page: Page, reference: string, search = ""): Promise<string> {
  const path = `/admin/${await holdingId(page, reference)}/domain/`;
  await page.goto(path + search);
  await page.getByRole("heading", { level: 1, name: reference }).waitFor();
  return path;
}

export const part = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

/** The address that a call is sent to, whichever holding it is of. */
export const pathOf = (call: CallName): RegExp =>
  new RegExp(`/api${calls[call].path.replaceAll(/\{\w+\}/g, "\\d+")}(?:\\?.*)?$`);

/** Shows the domain with something else than the registry says: always the same, or what there is to show at that moment. */
export async function showDomain(
  page: Page,
  changed: Partial<Domain> | (() => Partial<Domain>),
): Promise<void> {
  await page.route(pathOf("domainGet"), async (route) => {
    const { data } = await (await route.fetch()).json();
    await route.fulfill({
      json: done({
        ...data,
        domain: { ...data.domain, ...(typeof changed === "function" ? changed() : changed) },
      }),
    });
  });
}
