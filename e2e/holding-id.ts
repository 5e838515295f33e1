import assert from "node:assert/strict";
import type { Page } from "playwright-core";

interface PermissionList {
  readonly data: { readonly permissions: readonly { readonly id: number; readonly reference: string }[] };
}

/** The holding's id, as the panel itself learns it. */
export async function holdingId(page: Page, reference: string): Promise<number> {
  const reply = await page.request.post(`/api/permission/list/`, {
    headers: { "X-Requested-With": "XMLHttpRequest" },
    form: { filter: reference },
  });
  const { data }: PermissionList = await reply.json();
  const found = data.permissions.find((entry) => entry.reference === reference);
  assert.ok(found, `${reference} is not in the list`);
  return found.id;
}
