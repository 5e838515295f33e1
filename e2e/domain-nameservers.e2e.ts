/** The name servers of a domain: what is asked before a change, what it would break, and what the parent says after it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, assertNoSidewaysScroll, eventually, useBrowser, whenFocused } from "./browser.ts";
import { dig } from "./dig.ts";
import { openDomain, part, pathOf } from "./domain.ts";
import { done, refused } from "./envelope.ts";
import { registry } from "./product.ts";
import { dialog, messageOf, question } from "./zone.ts";

const browser = useBrowser();
const server = (page: Page, number: number) =>
  dialog(page).getByRole("textbox", { name: `Servidor ${number}`, exact: true });
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const chooseOwn = (page: Page) => dialog(page).getByText("Personalizados").click();

test("what would break is named before it is done; then the parent says so, and undo takes it back", async () => {
  const name = "example-23.test";
  const page = await browser.as("owner");
  await openDomain(page, name);
  const before = await dig(registry, name, "NS");
  await part(page, "Servidores DNS").getByText("Del proveedor").waitFor();
  await part(page, "Servidores DNS").getByRole("button", { name: "Editar: Servidores DNS" }).click();
  await whenFocused(dialog(page).getByRole("radio", { name: /^Del proveedor/ }));
  await page.keyboard.press("ArrowDown");
  await server(page, 1).waitFor();
  await whenFocused(dialog(page).getByRole("radio", { name: /^Personalizados/ }));
  await server(page, 1).fill("ns1.example-01.test");
  await server(page, 2).fill("ns2.example-01.test");
  await page.keyboard.press("Enter");
  await question(page)
    .getByText(/no responden todavía por example-23\.test/)
    .waitFor();
  await question(page)
    .getByText(/^Dejarían de responderse \d+ registros/)
    .waitFor();
  await question(page).getByText("El correo de example-23.test dejaría de llegar.").waitFor();
  const lost = question(page).getByRole("listitem");
  assert.match((await lost.allInnerTexts())[0]!, /^example-23\.test MX /);
  const few = await lost.count();
  await question(page)
    .getByRole("button", { name: /^y \d+ más$/ })
    .click();
  assert.ok((await lost.count()) > few);
  await question(page).getByRole("button", { name: "Cancelar" }).click();
  assert.equal(await server(page, 2).inputValue(), "ns2.example-01.test");
  assert.deepEqual(await dig(registry, name, "NS"), before);
  await press(page, "Guardar");
  await question(page).getByRole("button", { name: "Cambiar de todos modos" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await part(page, "Servidores DNS").getByText("ns2.example-01.test").waitFor();
  await part(page, "Servidores DNS").getByText("Personalizados").waitFor();
  assert.deepEqual(await dig(registry, name, "NS"), ["ns1.example-01.test", "ns2.example-01.test"]);
  const undo = page.getByRole("button", { name: "Deshacer" });
  const said = await page.getByText(/^(Publicado en el registro|Los servidores DNS se han)/).boundingBox();
  assert.ok(
    said!.y + said!.height <= (await undo.boundingBox())!.y,
    "a text of several lines has its button below",
  );
  await undo.click();
  await part(page, "Servidores DNS").getByText("Del proveedor").waitFor();
  await eventually(() => dig(registry, name, "NS"), before);
});

test("the provider's own servers answer, so that nothing is asked", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-23.test", "?dialog=nameservers");
  await press(page, "Comprobar");
  await dialog(page)
    .getByText(/ · responde por el dominio$/)
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
});

test("a name that does not resolve is told beside it, and nothing typed is lost", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-23.test", "?dialog=nameservers");
  await chooseOwn(page);
  await press(page, "Guardar");
  assert.match(await messageOf(page, "Servidor 1"), /obligatorio/);
  await whenFocused(server(page, 1));
  await server(page, 1).fill("ns1.example-01.test");
  await server(page, 2).fill("ns1.nowhere.invalid");
  await press(page, "Guardar");
  assert.match(await messageOf(page, "Servidor 2"), /no existe en el DNS/);
  await whenFocused(server(page, 2));
  assert.equal(await question(page).count(), 0);
  assert.equal(await server(page, 1).inputValue(), "ns1.example-01.test");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "¿Descartar los cambios?" }).waitFor();
});

test("several names that are pasted go on in the next fields, seven at most; the first two stay", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-23.test", "?dialog=nameservers");
  await chooseOwn(page);
  const names = Array.from({ length: 6 }, (_, n) => `ns${n + 1}.example.net`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), names.join("\n"));
  await server(page, 1).focus();
  await page.keyboard.press("Control+v");
  await eventually(() => server(page, 6).inputValue(), "ns6.example.net");
  assert.equal(await server(page, 1).inputValue(), "ns1.example.net");
  await press(page, "Añadir servidor");
  await whenFocused(server(page, 7));
  assert.equal(await dialog(page).getByRole("button", { name: "Añadir servidor" }).count(), 0);
  await press(page, "Quitar el servidor 7");
  await whenFocused(server(page, 6));
  assert.equal(
    await dialog(page)
      .getByRole("button", { name: /^Quitar el servidor/ })
      .count(),
    4,
  );
  assert.equal(
    await dialog(page)
      .getByRole("button", { name: /^Quitar el servidor [12]$/ })
      .count(),
    0,
  );
});

test("a refusal of the change itself is told in the dialog, which stays", async () => {
  const page = await browser.as("owner");
  await page.route(pathOf("nameserverCheck"), (route) =>
    route.fulfill({
      json: done({
        servers: [{ name: "ns1.atrio.test", addresses: [], error: null, answers: true }],
        lost: [],
        lostTotal: 0,
        breaksDnssec: false,
      }),
    }),
  );
  const message = "«ns1.example.net» no admite este dominio";
  await page.route(pathOf("nameserverEdit"), (route) =>
    route.fulfill({ status: 422, json: refused(130, [message], ["dns[]"]) }),
  );
  await openDomain(page, "example-23.test", "?dialog=nameservers");
  await chooseOwn(page);
  await server(page, 1).fill("ns1.example.net");
  await server(page, 2).fill("ns2.example.net");
  await press(page, "Guardar");
  assert.match(await messageOf(page, "Servidor 1"), /no admite este dominio/);
  assert.equal(await server(page, 2).inputValue(), "ns2.example.net");
});

for (const theme of ["light", "dark"] as const)
  for (const phone of [false, true])
    test(`the dialog is accessible: ${theme}${phone ? ", phone" : ""}`, async () => {
      const page = await browser.as("owner", { theme, phone });
      await page.route(pathOf("nameserverCheck"), (route) =>
        route.fulfill({
          json: done({
            servers: [
              { name: "ns1.example-01.test", addresses: ["192.0.2.101"], error: null, answers: false },
              { name: "ns2.example-01.test", addresses: ["192.0.2.102"], error: null, answers: true },
            ],
            lost: [{ name: "www.example-01.test", type: "A", value: "192.0.2.10" }],
            lostTotal: 12,
            breaksDnssec: true,
          }),
        }),
      );
      await openDomain(page, "example-01.test", "?dialog=nameservers");
      await press(page, "Comprobar");
      await dialog(page).getByText("y 11 más").waitFor();
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
      await press(page, "Guardar");
      await question(page).waitFor();
      await assertAccessible(page);
    });
