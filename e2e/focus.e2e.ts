/** Where the focus is after dialogs, deletions, undo and another language; what a reply of 403 or a notice does to a dialog. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { eventually, type Look, useBrowser, whenFocused, whenFocusIsIn } from "./browser.ts";
import { openDomain, part, pathOf } from "./domain.ts";
import { refused } from "./envelope.ts";
import { openMail } from "./mail.ts";
import { field, lines, open as openPalette } from "./palette.ts";
import { openService, openSites } from "./web.ts";
import { dialog, openZone, question } from "./zone.ts";

const browser = useBrowser();
const looks: readonly Look[] = [{}, { phone: true }];
const anyDialog = (page: Page) => page.locator("section:is([role=dialog], [role=alertdialog])");
const hasFocus = (page: Page) =>
  page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body);

/** Long enough that one Escape is not taken for the repetition of another. */
const pauseMs = 250;

type Open = (page: Page, search?: string) => Promise<unknown>;
const main = "atrio.test";
const domain: Open = (page, search) => openDomain(page, "example-01.test", search);
const zone: Open = (page, search) => openZone(page, main, search);
const mail: Open = (page, search) => openMail(page, main, search);
const service: Open = (page, search) => openService(page, main, search);
const sites: Open = (page, search) => openSites(page, main, search);
const preferences: Open = (page, search = "") => page.goto(`/admin/preferences/${search}`);

/** Every dialog that an address opens. */
const addressed: readonly [open: Open, searches: readonly string[]][] = [
  [
    domain,
    [
      "?dialog=nameservers",
      "?dialog=glue",
      "?dialog=dnssec",
      "?dialog=authcode",
      "?dialog=registrant",
      "?dialog=admin",
    ],
  ],
  [zone, ["?new=A", "?zone=empty", "?zone=restore"]],
  [mail, ["?new=account", "?new=alias", "?deleted=", "?catch-all=", "?settings=", "?dns="]],
  [service, ["?php=", "?parking=on", "?log=", "?htaccess="]],
  [sites, ["?new=", "?new-redirection="]],
  [preferences, ["?password"]],
];

for (const look of looks)
  for (const [index, [open, searches]] of addressed.entries())
    test(`one Escape closes one dialog and leaves the focus on the page: ${index}, ${look.phone ? "phone" : "desktop"}`, async () => {
      const page = await browser.as("owner", look);
      for (const search of searches) {
        await open(page, search);
        await anyDialog(page).first().waitFor();
        await whenFocusIsIn(anyDialog(page).first());
        await page.waitForTimeout(pauseMs);
        await page.keyboard.press("Escape");
        await anyDialog(page).waitFor({ state: "detached" });
        await eventually(() => hasFocus(page), true);
      }
    });

const openers: readonly [open: Open, buttons: readonly RegExp[]][] = [
  [domain, [/^Gestionar: Glue/, /^Editar: Servidores DNS/]],
  [zone, [/^Nuevo registro/]],
  [mail, [/^Configurar cliente/]],
  [preferences, [/^Cambiar la contraseña/]],
];
for (const look of looks)
  test(`the button that opened a dialog has the focus after it: ${look.phone ? "phone" : "desktop"}`, async () => {
    const page = await browser.as("owner", look);
    for (const [open, buttons] of openers) {
      await open(page);
      for (const name of buttons) {
        const button = page.getByRole("main").getByRole("button", { name }).first();
        await button.focus();
        await page.keyboard.press("Enter");
        await dialog(page).waitFor();
        await whenFocusIsIn(dialog(page));
        await page.waitForTimeout(pauseMs);
        await page.keyboard.press("Escape");
        await dialog(page).waitFor({ state: "detached" });
        await whenFocused(button);
      }
    }
  });

test("on a phone one Escape closes the switcher, another one the menu it is in", async () => {
  const page = await browser.as("owner", { phone: true });
  await zone(page);
  await page.getByRole("button", { name: "Abrir el menú" }).click();
  const menu = page.getByRole("dialog", { name: "Secciones" });
  await menu.getByRole("button", { name: /atrio\.test/ }).click();
  const find = menu.getByRole("searchbox");
  await whenFocused(find);
  await page.keyboard.press("Escape");
  await find.waitFor({ state: "detached" });
  assert.ok(await menu.isVisible());
  await page.waitForTimeout(pauseMs);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await eventually(() => hasFocus(page), true);
});

test("what has the focus may go by itself: the nearest part that is left has it then", async () => {
  const page = await browser.as("owner");
  await domain(page);
  const glue = part(page, "Glue records");
  await glue.getByRole("button", { name: /^Gestionar/ }).focus();
  await page.evaluate(() => document.activeElement?.remove());
  await eventually(() => glue.evaluate((section) => section.contains(document.activeElement)), true);
});

test("undo by the notice leaves the focus where it was", async () => {
  const page = await browser.as("owner");
  await zone(page, "?new=TXT");
  const name = `undo-${Date.now()}`;
  await dialog(page).getByRole("textbox", { name: "Nombre", exact: true }).fill(name);
  await dialog(page).getByRole("textbox", { name: "Texto", exact: true }).fill("x");
  await dialog(page).getByRole("button", { name: "Crear registro" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Deshacer" }).last().click();
  await page.getByRole("row").filter({ hasText: name }).waitFor({ state: "detached" });
  await eventually(() => hasFocus(page), true);
});

test("another language leaves the focus where it was chosen: preferences, palette, sign-in page", async () => {
  const page = await browser.as("owner");
  await page.goto("/admin/preferences/");
  await page.getByRole("radio", { name: "English" }).click();
  await page.getByRole("heading", { level: 1, name: "Preferences" }).waitFor();
  await whenFocused(page.getByRole("radio", { name: "English" }));

  await page.goto("/admin/domain/");
  const filter = page.getByRole("searchbox");
  await filter.focus();
  await openPalette(page);
  await field(page).fill("Español");
  await lines(page).first().click();
  await page.getByRole("heading", { level: 1, name: "Dominios" }).waitFor();
  await whenFocused(page.getByRole("searchbox"));

  const outside = await browser.anonymous();
  await outside.goto("/login/");
  await outside.getByRole("combobox").selectOption("en");
  await outside.waitForFunction(() => document.documentElement.lang === "en");
  await whenFocused(outside.getByRole("combobox"));
});

/** `after`: what it was opened from has an address too. */
const loading: readonly [call: Parameters<typeof pathOf>[0], open: Open, search: string, after?: string][] = [
  ["nameserverInit", domain, "?dialog=nameservers"],
  ["glueList", domain, "?dialog=glue"],
  ["dnssecList", domain, "?dialog=dnssec"],
  ["dnssecCreateInit", domain, "?dialog=dnssec&item=new", "?dialog=dnssec"],
  ["domainAuthCode", domain, "?dialog=authcode"],
  ["geographyLookup", domain, "?dialog=admin"],
  ["dnsGet", zone, "?record=999999"],
  ["deletedMailboxList", mail, "?deleted="],
  ["catchAllGet", mail, "?catch-all="],
  ["mailRecords", mail, "?dns="],
  ["mailboxList", mail, "?delete=1"],
  ["serviceGet", service, "?php="],
  ["serviceErrorLog", service, "?log="],
  ["serviceHtaccess", service, "?htaccess="],
  ["subdomainList", sites, "?site=1"],
];
for (const [call, open, search, after = ""] of loading)
  test(`a dialog that may not be loaded closes, and a notice says why: ${call}`, async () => {
    const page = await browser.as("owner");
    await page.route(pathOf(call), (route) =>
      route.fulfill({ status: 403, json: refused(110, ["Acción no permitida"]) }),
    );
    await open(page, search);
    await page.getByRole("region", { name: "Avisos" }).getByText("Acción no permitida").first().waitFor();
    await page.waitForURL((url) => url.search === after);
    if (after === "") await anyDialog(page).waitFor({ state: "detached" });
  });

/** Of each button of the dialog's own, whether a notice lies over it. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const notices = document.querySelector("[data-react-aria-top-layer]")!;
    return [...document.querySelectorAll("section[role$=dialog] :is(header, footer) button")]
      .map((button) => button.getBoundingClientRect())
      .filter(({ left, top, width, height }) =>
        notices.contains(document.elementFromPoint(left + width / 2, top + height / 2)),
      ).length;
  });
for (const look of looks)
  test(`no notice covers a button of a dialog: ${look.phone ? "phone" : "desktop"}`, async () => {
    const page = await browser.as("owner", look);
    for (const [open, search] of [
      [zone, "?new=A"],
      [mail, "?settings="],
      [sites, "?new-redirection="],
      [domain, "?dialog=admin"],
    ] as const) {
      await open(page, search);
      await dialog(page).waitFor();
      // Three notices, as of what nobody caught.
      for (const text of ["one", "two", "three"])
        await page.evaluate((said) => {
          const notices = document.querySelector("[data-react-aria-top-layer] [aria-live=polite]")!;
          const card = document.createElement("p");
          card.textContent = said;
          card.style.cssText = "height:5rem;background:Canvas";
          notices.append(card);
        }, text);
      await eventually(() => covered(page), 0);
      await dialog(page).locator("footer").scrollIntoViewIfNeeded();
      await eventually(() => covered(page), 0);
    }
    assert.equal(await question(page).count(), 0);
  });

test("on a phone no notice covers what a field was refused for", async () => {
  const page = await browser.as("owner", { phone: true });
  const text = "En «www.atrio.test» ya hay un CNAME. Solo puede haber uno por nombre.";
  await page.route(pathOf("dnsCreate"), (route) =>
    route.fulfill({ status: 409, json: refused(121, [text], ["zona"]) }),
  );
  await openZone(page, "atrio.test", "?new=CNAME");
  await dialog(page).getByRole("textbox", { name: "Nombre", exact: true }).fill("nuevo");
  await dialog(page).getByRole("textbox", { name: "Destino", exact: true }).fill("www.example.org");
  await dialog(page).getByRole("button", { name: "Crear registro" }).click();
  const boxes = [dialog(page).getByText(text), page.getByRole("region", { name: "Avisos" })];
  await Promise.all(boxes.map((box) => box.waitFor()));
  await eventually(async () => {
    const [refusal, notices] = await Promise.all(boxes.map((box) => box.boundingBox()));
    return refusal!.y + refusal!.height <= notices!.y || notices!.y + notices!.height <= refusal!.y;
  }, true);
});
