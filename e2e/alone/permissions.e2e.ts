/** What the operator gives and withdraws while somebody has the page open. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { useBrowser } from "../browser.ts";
import { atrio, domainName } from "../product.ts";
import { dialog, openZone } from "../zone.ts";

const browser = useBrowser();

test("a permission withdrawn by the operator reaches the open dialog within a second", async () => {
  const page = await browser.as("owner");
  await openZone(page, "example-14.test", "?new=A");
  await dialog(page).waitFor();
  try {
    await atrio("grant", domainName, "owner", "example-14.test", "service_dnszone=read");
    const committed = Date.now();
    await dialog(page).waitFor({ state: "detached" });
    assert.ok(Date.now() - committed < 1000, `${Date.now() - committed} ms`);
    await page.getByText("Acción no permitida").waitFor();
    await page
      .getByRole("button", { name: /^Solo lectura/ })
      .first()
      .waitFor();
  } finally {
    await atrio("grant", domainName, "owner", "example-14.test", "service_dnszone=write");
  }
  await page.getByRole("button", { name: "Nuevo registro" }).waitFor();
});

test("a permission given while the page is open is there at the next visit", async () => {
  const page = await browser.as("dns");
  await page.goto("/admin/");
  await page.getByText("Todo en orden").waitFor();
  await atrio("grant", domainName, "dns", "expired.test", "domain=read");
  try {
    await page.goto("/admin/preferences/");
    await page.getByRole("link", { name: "Panel" }).first().click();
    await page
      .getByRole("region", { name: /^Por renovar/ })
      .getByRole("link", { name: "expired.test" })
      .waitFor();
  } finally {
    await atrio("grant", domainName, "dns", "expired.test", "all=disabled");
  }
});
