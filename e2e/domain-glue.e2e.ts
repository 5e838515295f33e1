/** Glue: from the form to the parent's name server, and how an address is typed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, assertNoSidewaysScroll, eventually, useBrowser, whenFocused } from "./browser.ts";
import { dig } from "./dig.ts";
import { openDomain, part } from "./domain.ts";
import { registry } from "./product.ts";
import { dialog, fill, messageOf, question } from "./zone.ts";

const browser = useBrowser();
const address = (page: Page) => dialog(page).getByRole("textbox", { name: "Dirección IPv4" });
const press = (page: Page, name: string | RegExp) => dialog(page).getByRole("button", { name }).click();

test("a changed address is what the parent gives, until it is taken back", async () => {
  const host = "ns1.example-01.test";
  const page = await browser.as("owner");
  await openDomain(page, "example-01.test");
  await part(page, "Glue records").getByRole("button", { name: "Gestionar: Glue records" }).click();
  await press(page, `Editar ${host}`);
  await whenFocused(address(page));
  const before = await dig(registry, host, "A");
  assert.deepEqual(before, [await address(page).inputValue()]);
  await fill(page, { "Dirección IPv4": "192.0.2.77" });
  await page.keyboard.press("Enter");
  await dialog(page).getByText("192.0.2.77").waitFor();
  assert.deepEqual(await dig(registry, host, "A"), ["192.0.2.77"]);
  await page.getByRole("button", { name: "Deshacer" }).click();
  await dialog(page).getByText(before[0]!).waitFor();
  await eventually(() => dig(registry, host, "A"), before);
});

test("one that the domain itself uses has a lock in place of the bin, with why", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-01.test", "?dialog=glue");
  const why = "El dominio lo usa como servidor DNS: cambia antes sus servidores DNS.";
  await dialog(page).getByRole("button", { name: why }).first().waitFor();
  assert.equal(
    await dialog(page)
      .getByRole("button", { name: /^Eliminar/ })
      .count(),
    0,
  );
});

test("some are created and deleted by keyboard; the summary shows two and the others when asked", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-20.test");
  for (const number of [1, 2, 3]) {
    await part(page, "Glue records").getByRole("button", { name: "Gestionar: Glue records" }).click();
    await press(page, "Nuevo glue record");
    await fill(page, { Nombre: `ns${number}`, "Dirección IPv4": `192.0.2.${number}`, "Dirección IPv6": "" });
    await page.keyboard.press("Enter");
    await dialog(page).getByText(`ns${number}.example-20.test`).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
  }
  const hosts = part(page, "Glue records").getByRole("listitem");
  assert.equal(await hosts.count(), 2);
  await page.getByRole("button", { name: "Mostrar 1 más" }).click();
  await whenFocused(hosts.nth(2));
  await openDomain(page, "example-20.test", "?dialog=glue");
  const bin = (number: number) =>
    dialog(page).getByRole("button", { name: `Eliminar ns${number}.example-20.test` });
  await bin(2).focus();
  // Each time the row that comes next has the focus, after the last one the one before.
  for (const number of [2, 3, 1]) {
    await whenFocused(bin(number));
    await page.keyboard.press("Enter");
    await whenFocused(question(page).getByRole("button", { name: "Cancelar" }));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await bin(number).waitFor({ state: "detached" });
    await question(page).waitFor({ state: "detached" });
  }
});

test("the dots come by themselves, stay away once deleted, and only digits are taken", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-20.test", "?dialog=glue&item=new");
  await address(page).focus();
  await page.keyboard.type("19a2");
  assert.equal(await address(page).inputValue(), "192.");
  await page.keyboard.press("Backspace");
  assert.equal(await address(page).inputValue(), "192");
  await page.keyboard.type("0.2.1");
  assert.equal(await address(page).inputValue(), "192.0.2.1");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("x9");
  assert.equal(await address(page).inputValue(), "192.0.2.91");
  assert.equal(await address(page).evaluate((input: HTMLInputElement) => input.selectionStart), 9);
  await page.evaluate(() => navigator.clipboard.writeText(" 198.51.100.7/32\n"));
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
  assert.equal(await address(page).inputValue(), "198.51.100.7");
  await address(page).fill("192.0.2.55");
  assert.equal(await address(page).inputValue(), "192.0.2.55");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("10.1");
  await page.evaluate(() => navigator.clipboard.writeText("192.0.2.55"));
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
  assert.equal(await address(page).inputValue(), "192.0.2.55");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("300");
  assert.match(await messageOf(page, "Dirección IPv4"), /IP inválida/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("10.1");
  assert.equal(await address(page).getAttribute("aria-invalid"), null);
  await page.keyboard.press("Tab");
  assert.match(await messageOf(page, "Dirección IPv4"), /IP inválida/);
});

test("what the server refuses is told beside its field, and what was typed stays", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-20.test", "?dialog=glue&item=new");
  await fill(page, { Nombre: "ns1", "Dirección IPv4": "10.0.0.1" });
  await page.keyboard.press("Enter");
  assert.match(await messageOf(page, "Dirección IPv4"), /red privada/);
  await whenFocused(address(page));
  assert.equal(await dialog(page).getByRole("textbox", { name: "Nombre" }).inputValue(), "ns1");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "¿Descartar los cambios?" }).waitFor();
});

for (const theme of ["light", "dark"] as const)
  for (const phone of [false, true])
    test(`its dialogs are accessible: ${theme}${phone ? ", phone" : ""}`, async () => {
      const page = await browser.as("owner", { theme, phone });
      for (const search of ["?dialog=glue", "?dialog=glue&item=new"]) {
        await openDomain(page, "example-01.test", search);
        await dialog(page).waitFor();
        await assertAccessible(page);
        await assertNoSidewaysScroll(page);
      }
    });
