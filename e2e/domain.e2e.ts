/** A domain at its registry: its locks, its codes, and what is said where nothing can be done. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { calls, type Domain } from "@atrio/contract";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  eventually,
  everyLook,
  titleOf,
  useBrowser,
  whenFocused,
} from "./browser.ts";
import { openDomain, part, pathOf, showDomain } from "./domain.ts";
import { done, refused } from "./envelope.ts";
import { holdingId } from "./holding-id.ts";
import { dialog } from "./zone.ts";

const browser = useBrowser();
const control = (page: Page, name: string) => page.getByRole("switch", { name });
const lock = "Bloqueo de transferencia";
const block = "Bloqueo del dominio";

async function turn(page: Page, name: string): Promise<void> {
  await control(page, name).focus();
  await page.keyboard.press("Space");
}
/** What the page itself asks for its domain. */
const pathOfThis = (page: Page) => `/api/domain/${/\d+/.exec(new URL(page.url()).pathname)?.[0]}/`;
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const undo = (page: Page) => page.getByRole("button", { name: "Deshacer" }).last().click();

test("a lock is what the registry has: it stays after a reload, and is taken back from the toast", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-21.test");
  await page.getByText(/^activo · registrado el .* · caduca el /i).waitFor();
  await turn(page, lock);
  await toast(page, "El dominio está bloqueado contra transferencias");
  await page.reload();
  await eventually(() => control(page, lock).isChecked(), true);
  await turn(page, lock);
  await toast(page, "El dominio se puede transferir de nuevo con su código");
  await eventually(() => control(page, lock).isChecked(), false);
  await undo(page);
  await eventually(() => control(page, lock).isChecked(), true);
  await turn(page, lock);
  await eventually(() => control(page, lock).isChecked(), false);
});

test("while the domain is blocked nothing else can be changed, and each lock says why", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-22.test");
  await turn(page, block);
  await eventually(() => control(page, lock).isDisabled(), true);
  const why = "El dominio está bloqueado: quita primero el bloqueo del dominio.";
  for (const name of ["Servidores DNS", "Glue records"]) {
    await part(page, name).getByRole("button", { name: why }).waitFor();
    assert.equal(
      await part(page, name)
        .getByRole("button", { name: /^(Editar|Gestionar)/ })
        .count(),
      0,
    );
  }
  assert.equal(await control(page, block).isDisabled(), false);
  const opens = page.getByText(/desactiva «Bloqueo del dominio» en «Acciones del dominio»/);
  await opens.waitFor();
  await openDomain(page, "example-22.test", "?dialog=nameservers");
  await page.getByText(why).first().waitFor();
  await page.waitForURL((url) => url.search === "");
  assert.equal(await dialog(page).count(), 0);
  await turn(page, block);
  await eventually(() => control(page, lock).isDisabled(), false);
  await opens.waitFor({ state: "detached" });
});

test("a refused switch goes back to where the registry has it, and says why", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-21.test");
  await page.route(pathOf("domainToggleWhoisPrivacy"), (route) =>
    route.fulfill({ status: 409, json: refused(121, ["El registro no lo permite hoy"]) }),
  );
  await turn(page, "Privacidad whois");
  await toast(page, "El registro no lo permite hoy");
  await eventually(() => control(page, "Privacidad whois").isChecked(), false);
});

test("a second press is part of the first: the change goes out once", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-21.test");
  let sent = 0;
  await page.route(pathOf("domainToggleWhoisPrivacy"), async (route) => {
    sent++;
    await sleep(300);
    await route.fulfill({ status: 409, json: refused(121, ["El registro no lo permite hoy"]) });
  });
  const theSwitch = control(page, "Privacidad whois");
  await theSwitch.evaluate((input: HTMLInputElement) => {
    input.click();
    input.click();
  });
  await toast(page, "El registro no lo permite hoy");
  assert.equal(sent, 1);
  assert.equal(
    await theSwitch.evaluate(
      (input) => document.getElementById(input.getAttribute("aria-describedby")!)?.innerText,
    ),
    "Para que tus datos no aparezcan en el whois público.",
  );
});

test("a domain that is taken out of the DNS says so, and whom to ask", async () => {
  const page = await browser.as("owner");
  await showDomain(page, { status: "hold" });
  await openDomain(page, "example-21.test");
  await page.getByText(/ni su web ni su correo funcionan\. Pregunta a soporte\./).waitFor();
});

test("no code is offered where none can be made", async () => {
  const page = await browser.as("owner");
  await showDomain(page, { blocked: true, authcode: false });
  await openDomain(page, "example-21.test");
  await control(page, block).waitFor();
  assert.equal(await page.getByRole("button", { name: "Ver: Código de autorización" }).count(), 0);
});

test("what the registry has locked itself is on, and cannot be switched", async () => {
  const page = await browser.as("owner");
  await showDomain(page, { transferBlock: true, transferBlockByRegistry: true });
  await openDomain(page, "example-21.test");
  await page.getByText("Lo ha bloqueado el propio registro: solo él puede quitar el bloqueo.").waitFor();
  assert.equal(await control(page, lock).isChecked(), true);
  assert.equal(await control(page, lock).isDisabled(), true);
});

test("what the registry has not done yet is told where it belongs, until it has", async () => {
  const page = await browser.as("owner");
  await showDomain(page, { pending: ["privacy", "nameservers"] });
  await openDomain(page, "example-21.test");
  const note = "Pedido al registro; se verá aquí en cuanto lo haga.";
  await part(page, "Servidores DNS").getByText(note).waitFor();
  await part(page, "Acciones del dominio").getByText(note).waitFor();
  assert.equal(await control(page, "Privacidad whois").isDisabled(), true);
  await page.unroute(pathOf("domainGet"));
  await page.getByText(note).first().waitFor({ state: "detached" });
  assert.equal(await page.getByText(note).count(), 0);
});

test("what takes the registry longer is waited for once, and its refusal stays across a reload until it is read", async () => {
  const page = await browser.as("owner");
  const waiting = { pending: ["privacy"] } satisfies Partial<Domain>;
  let isOver = false;
  let asked = 0;
  await showDomain(page, () => (isOver ? { pending: [] } : waiting));
  await page.route(pathOf("jobGet"), (route) => {
    asked++;
    const end = isOver ? { state: "failed", error: "El registro no lo permite" } : { state: "running" };
    return route.fulfill({ json: done({ job: { id: 7, error: null, progress: null, ...end } }) });
  });
  await page.route(pathOf("domainToggleTransferBlock"), async (route) => {
    const { data } = await (await page.request.get(pathOfThis(page))).json();
    const { system } = done(null);
    const domain = { ...data.domain, ...waiting };
    await route.fulfill({
      json: { data: { domain, undo: null }, system: { ...system, info: ["Pedido"], job: 7 } },
    });
  });
  await openDomain(page, "example-21.test");
  await turn(page, lock);
  await toast(page, "Pedido");
  for (let polls = 0; polls < 2; polls++) await page.waitForResponse(pathOf("domainGet"));
  assert.ok(asked <= 2, `${asked} times`);
  isOver = true;
  const shown = page.waitForRequest(pathOf("nameserverInit"));
  const note = page.getByText("Un cambio que pediste no se ha hecho: El registro no lo permite");
  await note.waitFor();
  await shown;
  await page.reload();
  await note.waitFor();
  await page.getByRole("status").filter({ has: note }).getByRole("button", { name: "Cerrar" }).click();
  await note.waitFor({ state: "detached" });
  await page.reload();
  await control(page, lock).waitFor();
  assert.equal(await note.count(), 0);
});

test("the code is read when its dialog opens, and copied with a tick that lasts two seconds", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-21.test");
  const asked = page.waitForRequest(pathOf("domainAuthCode"));
  await page.getByRole("button", { name: "Ver: Código de autorización" }).click();
  await asked;
  const code = await dialog(page).getByRole("textbox", { name: "Código de autorización" }).inputValue();
  assert.match(code, /^\S{8,}$/);
  await dialog(page)
    .getByText(/^Vale hasta el \d+ de \p{L}+ de \d{4}\.$/u)
    .waitFor();
  await dialog(page).getByRole("button", { name: "Copiar" }).click();
  const copied = Date.now();
  await dialog(page).getByRole("button", { name: "Copiado" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
  await dialog(page).getByRole("button", { name: "Copiar" }).waitFor();
  assert.ok(Date.now() - copied >= 1900);
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
});

for (const [call, name, title] of [
  ["domainAuthCode", "authcode", "Código de autorización"],
  ["domainTransferKey", "transferkey", "Clave de transferencia"],
] as const)
  test(`the eleventh look within an hour is refused in the dialog, with when to come back: ${call}`, async () => {
    const page = await browser.as("owner");
    await openDomain(page, "example-24.test");
    const path = `/api${calls[call].path.replace("{id}", String(await holdingId(page, "example-24.test")))}`;
    for (let look = 0; look < 9; look++) {
      const reply = await page.request.get(path, { headers: { "X-Requested-With": "XMLHttpRequest" } });
      assert.ok([200, 429].includes(reply.status()), await reply.text());
    }
    const view = page.getByRole("button", { name: `Ver: ${title}` });
    const code = dialog(page).getByRole("textbox", { name: title });
    await view.click();
    const refusal = dialog(page)
      .getByRole("alert")
      .filter({
        hasText: /^Este código se puede ver 10 veces por hora\. Podrás verlo de nuevo dentro de \d+ minutos?/,
      });
    await code.or(refusal).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });

    await view.click();
    await refusal.waitFor();
    assert.equal(await code.count(), 0);
    assert.match(page.url(), new RegExp(`dialog=${name}$`));
    const again = page.waitForResponse(pathOf(call));
    await dialog(page).getByRole("button", { name: "Reintentar" }).click();
    assert.equal((await again).status(), 429);
    await refusal.waitFor();
    await assertAccessible(page);
    assert.equal(await page.getByRole("region", { name: "Avisos" }).count(), 0);
    await dialog(page).getByRole("button", { name: "Cerrar" }).last().click();
    await dialog(page).waitFor({ state: "detached" });
    await whenFocused(view);
  });

test("a code that cannot be copied is selected, to be copied by hand", async () => {
  const page = await browser.as("owner");
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await openDomain(page, "example-21.test", "?dialog=transferkey");
  const field = dialog(page).getByRole("textbox", { name: "Clave de transferencia" });
  const key = await field.inputValue();
  await dialog(page).getByRole("button", { name: "Copiar" }).click();
  await page.getByText("No se ha podido copiar. Selecciona el texto y cópialo a mano.").waitFor();
  await whenFocused(field);
  assert.equal(await page.evaluate(() => getSelection()?.toString()), key);
});

test("a permission that goes while a dialog is open closes it", async () => {
  const page = await browser.as("owner");
  await openDomain(page, "example-21.test", "?dialog=glue");
  await dialog(page).waitFor();
  await page.route(pathOf("permissionGet"), async (route) => {
    const { data } = await (await route.fetch()).json();
    await route.fulfill({
      json: done({ ...data, permissions: { ...data.permissions, domain_gluerecords: "read" } }),
    });
  });
  await page.route(pathOf("glueCreate"), (route) =>
    route.fulfill({ status: 403, json: refused(110, ["main.no_permission"]) }),
  );
  await dialog(page).getByRole("button", { name: "Nuevo glue record" }).click();
  await dialog(page).getByRole("textbox", { name: "Nombre" }).fill("ns1");
  await dialog(page).getByRole("textbox", { name: "Dirección IPv4" }).fill("192.0.2.7");
  await page.keyboard.press("Enter");
  await toast(page, "Acción no permitida");
  await dialog(page).waitFor({ state: "detached" });
  await part(page, "Glue records")
    .getByRole("button", { name: /^Solo lectura/ })
    .waitFor();
});

test("a domain that does not load says so, and is asked for again", async () => {
  const page = await browser.as("owner");
  await page.route(pathOf("domainGet"), (route) =>
    route.fulfill({ status: 429, json: refused(140, ["Demasiados intentos"]) }),
  );
  await openDomain(page, "example-21.test");
  await page.getByText("El dominio no se ha podido cargar").waitFor();
  await assertAccessible(page);
  await page.unroute(pathOf("domainGet"));
  await page.getByRole("button", { name: "Reintentar" }).click();
  await control(page, lock).waitFor();
});

test("for who may look the page has values and no controls", async () => {
  const page = await browser.as("viewer");
  await openDomain(page, "atrio.test");
  const actions = part(page, "Acciones del dominio");
  await actions
    .getByText(/^(Activado|Desactivado)$/)
    .first()
    .waitFor();
  assert.equal(await actions.getByText(/^(Activado|Desactivado)$/).count(), 3);
  assert.equal(await page.getByRole("switch").count(), 0);
  assert.equal(await page.getByRole("button", { name: /^(Editar|Gestionar):/ }).count(), 0);
  await part(page, "Servidores DNS")
    .getByRole("button", { name: /^Solo lectura/ })
    .waitFor();
  await openDomain(page, "atrio.test", "?dialog=glue");
  await toast(page, "Acción no permitida");
  await page.waitForURL((url) => url.search === "");
});

test("who may only see the name servers has that one section, and asks for no other", async () => {
  const page = await browser.as("owner");
  await page.route(/\/api\/permission\/\d+\//, async (route) => {
    const { data } = await (await route.fetch()).json();
    const none = Object.fromEntries(Object.keys(data.permissions).map((key) => [key, "disabled"]));
    const permissions = { ...none, domain: "read", domain_dns: "read" };
    await route.fulfill({ json: done({ ...data, permissions }) });
  });
  await page.route(pathOf("domainGet"), async (route) => {
    const { data } = await (await route.fetch()).json();
    await route.fulfill({ json: done({ domain: data.domain }) });
  });
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  await openDomain(page, "example-18.test");
  await part(page, "Servidores DNS").getByText("ns1.atrio.test").waitFor();
  assert.deepEqual(await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents(), [
    "Servidores DNS",
  ]);
  assert.equal(await page.getByRole("switch").count(), 0);
  const others = (["glueList", "dnssecList", "dnssecStatus"] as const).map(pathOf);
  assert.deepEqual(
    asked.filter((url) => others.some((other) => other.test(new URL(url).pathname))),
    [],
  );
});

test("who sees nothing of the domain is told so", async () => {
  const page = await browser.as("dns");
  await openDomain(page, "atrio.test");
  await page.getByText("No puedes ver este dominio. Pide permiso a su propietario.").waitFor();
  assert.equal(await page.getByRole("link", { name: "Dominio", exact: true }).count(), 0);
});

for (const look of everyLook)
  test(`the page has room and is accessible: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    await openDomain(page, "example-01.test");
    await part(page, "Glue records").getByText("ns1.example-01.test").waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
  });
