/** The .htaccess files that the server doesn't take: by file and line, in Apache's words, until they are repaired. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { openHome, readNumber } from "../packages/cli/src/home.ts";
import { useInstallation } from "../packages/cli/src/machine.ts";
import { asCustomer } from "../packages/server/src/web/as-customer.ts";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  fewLooks,
  titleOf,
  useBrowser,
  whenFocused,
  whenFocusIsIn,
} from "./browser.ts";
import { refused } from "./envelope.ts";
import { holdingId } from "./holding-id.ts";
import { home } from "./product.ts";
import { openService } from "./web.ts";
import { dialog } from "./zone.ts";

const browser = useBrowser();
const domain = "atrio.test";
const file = "/public_html/rules/.htaccess";
let id: number | undefined;

function shell(holding: number, script: string, input = ""): Promise<string> {
  useInstallation(readNumber(openHome(home)));
  return asCustomer({
    directory: join(home, "web/srv"),
    holdingId: holding,
    command: ["/bin/sh", "-euc", script],
    input,
  });
}
async function write(page: Page, rules: string): Promise<void> {
  id ??= await holdingId(page, domain);
  await shell(id, `mkdir -p /home/public_html/rules && cat >/home${file}`, rules);
}
after(async () => {
  if (id !== undefined) await shell(id, "rm -r /home/public_html/rules");
});

const list = (page: Page, language: "es" | "en" = "es") =>
  dialog(page).getByRole("list", { name: language === "es" ? "Reglas .htaccess" : ".htaccess rules" });
const openList = (page: Page) =>
  page.getByRole("button", { name: "Ver los errores de los archivos .htaccess" });

/** What was found a moment ago is not looked for again. */
async function checkUntil(
  page: Page,
  isSo: () => Promise<boolean>,
  language: "es" | "en" = "es",
): Promise<void> {
  const name = language === "es" ? "Revisar otra vez" : "Check again";
  const again = dialog(page).getByRole("button", { name });
  for (const until = Date.now() + 30_000; !(await isSo()); await sleep(500)) {
    assert.ok(Date.now() < until, await dialog(page).innerText());
    await again.press("Enter");
  }
}

test("a wrong line is shown with its file, repaired, checked again and gone", async () => {
  const page = await browser.as("owner");
  await openService(page, domain);
  await write(page, "RewriteEngine On\nphp_value memory_limit 64M\nB<b>lah on\n");
  await openList(page).press("Enter");
  await page.waitForURL(/htaccess=/);
  await whenFocusIsIn(dialog(page));
  const found = list(page).getByRole("listitem").filter({ hasText: file });
  await checkUntil(page, () => found.isVisible());
  await found.getByText(/^(www\.)?atrio\.test/).waitFor();
  const line = (number: number) =>
    found.getByRole("listitem").filter({ has: page.getByText(`Línea ${number}`, { exact: true }) });
  await line(3).filter({ hasText: "Invalid command 'B<b>lah'" }).waitFor();
  assert.equal(await line(1).count(), 0);
  await assertAccessible(page);

  await write(page, "RewriteEngine On\nBlah on\n");
  await checkUntil(page, async () => (await line(3).count()) === 0);
  await line(2).filter({ hasText: "Blah" }).waitFor();
  await write(page, "RewriteEngine On\n");
  await checkUntil(page, async () => (await list(page).count()) === 0);
  await dialog(page).getByText("El servidor no ha encontrado errores en tus archivos .htaccess.").waitFor();
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await whenFocused(openList(page));
  await page.getByText("El servidor no ha encontrado errores").waitFor();
});

for (const look of fewLooks)
  test(`the list fits: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    await openService(page, domain);
    await write(page, `Options +Includes\n${"VeryLongDirective".repeat(5)} on\n`);
    await openService(page, domain, "?htaccess=");
    await checkUntil(
      page,
      () => list(page, look.language).getByText("VeryLongDirective").isVisible(),
      look.language,
    );
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
  });

test("who may only read sees it too, and has it checked", async () => {
  const page = await browser.as("viewer");
  await openService(page, domain);
  await write(page, "SSLEngine on\n");
  await openList(page).click();
  await checkUntil(page, () => list(page).getByText("Invalid command 'SSLEngine'").isVisible());
  await write(page, "");
  await checkUntil(page, async () => (await list(page).count()) === 0);
});

test("a check that fails says so, and what was found stays", async () => {
  const page = await browser.as("owner");
  await openService(page, domain);
  await write(page, "Blah on\n");
  await openList(page).click();
  await checkUntil(page, () => list(page).getByText("Blah").isVisible());
  await page.route("**/htaccess/check/", (route) =>
    route.fulfill({ status: 429, json: refused(103, ["Espera un minuto"]) }),
  );
  await dialog(page).getByRole("button", { name: "Revisar otra vez" }).click();
  await dialog(page).getByRole("alert").getByText("No se han podido revisar: Espera un minuto").waitFor();
  await list(page).getByText("Blah").waitFor();
  await assertAccessible(page);
});
