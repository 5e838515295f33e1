/** A press on a button counts at the first time, whatever message comes or goes when it takes the focus out of a field. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { eventually, useBrowser, whenDrawn, whenFocused } from "./browser.ts";
import { openDomain } from "./domain.ts";
import { openMail } from "./mail.ts";
import { password } from "./product.ts";
import { openSites } from "./web.ts";
import { openZone } from "./zone.ts";

const browser = useBrowser();
const textbox = (page: Page, name: string): Locator => page.getByRole("textbox", { name, exact: true });
const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

/** As by hand: the button goes down, what follows from it is drawn, and it comes up where it went down. */
async function pressSlowly(page: Page, on: Locator): Promise<void> {
  await on.scrollIntoViewIfNeeded();
  await whenDrawn(page);
  const { x, y, width } = (await on.boundingBox()) ?? assert.fail("there is no such button");
  // At its upper edge: what moves it by half a line moves it away.
  await page.mouse.move(x + width / 2, y + 4);
  await page.mouse.down();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
}

/** Touch screens tell a tap twice; the focus moves at the second time. */
const tap = (_: Page, on: Locator): Promise<void> => on.tap({ position: { x: 20, y: 4 } });

interface Form {
  readonly title: string;
  readonly open: (page: Page) => Promise<unknown>;
  /** Typed into last, so that the press is what leaves it. */
  readonly field: (page: Page) => Locator;
  readonly wrong: string;
  readonly send: string;
  readonly message: string;
  /** Where the message comes as soon as the field is left. */
  readonly onPhone?: true;
}

const reference = "example-16.test";
const forms: readonly Form[] = [
  {
    title: "the contact form",
    open: async (page) => {
      await page.goto("/admin/contact/");
      await page.getByText("Acepto la", { exact: true }).click();
    },
    field: (page) => textbox(page, "Tu correo"),
    wrong: "ana",
    send: "Enviar",
    message: "Escribe una dirección de correo",
  },
  {
    title: "a record",
    open: (page) => openZone(page, reference, "?new=A"),
    field: (page) => textbox(page, "Dirección IPv4"),
    wrong: "192.0.2",
    send: "Crear registro",
    message: "«192.0.2» no es una dirección IPv4",
  },
  {
    title: "a mailbox",
    open: async (page) => {
      await openMail(page, reference, "?new=account");
      await page.getByLabel("Contraseña", { exact: true }).fill(password);
    },
    field: (page) => textbox(page, "Nombre"),
    wrong: "a b",
    send: "Crear buzón",
    message: "Escribe lo que va antes de la @ con a–z",
  },
  {
    title: "an alias",
    open: async (page) => {
      await openMail(page, reference, "?new=alias");
      await textbox(page, "Nombre").fill("equipo");
    },
    field: (page) => page.getByRole("combobox", { name: "Destino", exact: true }),
    wrong: "nobody",
    send: "Crear alias",
    message: "Error: «nobody» no es una dirección de correo",
    onPhone: true,
  },
  {
    title: "a site",
    open: (page) => openSites(page, reference, "?new="),
    field: (page) => textbox(page, "Nombre"),
    wrong: "a b",
    send: "Crear sitio",
    message: "caracteres que no caben en un nombre",
  },
  {
    title: "a glue record",
    open: async (page) => {
      await openDomain(page, reference, "?dialog=glue&item=new");
      await textbox(page, "Nombre").fill("ns1");
    },
    field: (page) => textbox(page, "Dirección IPv4"),
    wrong: "192.0.2",
    send: "Crear",
    message: "IP inválida",
    onPhone: true,
  },
  {
    title: "a contact of a domain",
    open: (page) => openDomain(page, reference, "?dialog=admin"),
    field: (page) => textbox(page, "Correo electrónico"),
    wrong: "@",
    send: "Guardar",
    message: "Escribe una dirección de correo",
  },
];

/** How often a form on the page was sent, whatever became of it. */
async function countSubmits(page: Page): Promise<() => Promise<number>> {
  const submits = await page.evaluateHandle(() => {
    const seen: Event[] = [];
    document.addEventListener("submit", (event) => seen.push(event), true);
    return seen;
  });
  return () => submits.evaluate(({ length }) => length);
}

for (const { title, open, field, wrong, send, message, onPhone = false } of forms)
  for (const isPhone of onPhone ? [false, true] : [false])
    test(`${title}${isPhone ? ", by a tap" : ""}: the first press after a wrong value sends`, async () => {
      const page = await browser.as("owner", { phone: isPhone });
      await open(page);
      const submits = await countSubmits(page);
      await field(page).click();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(wrong);
      await (isPhone ? tap : pressSlowly)(page, button(page, send));
      await eventually(submits, 1);
      await whenFocused(field(page));
      await page.getByText(message).first().waitFor();
    });
