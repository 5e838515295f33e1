/** What is asked for on the login page by who can't sign in, sent through the browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { useBrowser, whenFocused } from "./browser.ts";
import { refused } from "./envelope.ts";
import { atrio, domainName } from "./product.ts";
import { dialog, question } from "./zone.ts";

const browser = useBrowser();
const call = "**/api/contact/";

const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name, exact: true });
const consent = (page: Page) => dialog(page).getByRole("checkbox");
const send = (page: Page) => dialog(page).getByRole("button", { name: "Enviar" });
const notices = (page: Page) => page.getByRole("region", { name: "Avisos" });

async function openRequest(): Promise<Page> {
  const page = await browser.anonymous();
  await page.goto("/login/");
  await page.getByRole("button", { name: "¿Has olvidado la contraseña?" }).click();
  await field(page, "Nombre").waitFor();
  return page;
}

async function write(page: Page, contents: string): Promise<void> {
  await field(page, "Dominio").fill(domainName);
  await field(page, "Usuario").fill("owner");
  await field(page, "Nombre").fill("Ana");
  await field(page, "Correo de contacto").fill("ana@example.com");
  await field(page, "Mensaje").fill(contents);
  await consent(page).press("Space");
}

test("a request is sent and stored, the dialog closes, and a notice says so", async () => {
  const page = await openRequest();
  const contents = `No puedo entrar ${Date.now()}`;
  await write(page, contents);
  await send(page).click();
  await notices(page).getByText("Hecho", { exact: true }).waitFor();
  await dialog(page).waitFor({ state: "detached" });
  const stored: { contents: string; email: string }[] = JSON.parse(await atrio("messages", "--json"));
  assert.deepEqual(
    stored.filter((message) => message.contents === contents).map(({ email }) => email),
    ["ana@example.com"],
  );
});

test("each wrong field says what is wrong with it, before anything is sent", async () => {
  const page = await openRequest();
  await page.route(call, () => assert.fail("it was sent"));
  await field(page, "Correo de contacto").fill("ana");
  await consent(page).press("Space");
  await send(page).click();
  await dialog(page)
    .getByText(/^Escribe una dirección de correo/)
    .waitFor();
  assert.equal(await dialog(page).getByText("Campo obligatorio").count(), 4);
  await whenFocused(field(page, "Dominio"));
});

test("a refused captcha is an error in a notice; what was typed stays and can be sent again", async () => {
  const page = await openRequest();
  await write(page, "Hola");
  await page.route(call, (route, request) => {
    const body = new URLSearchParams(request.postData() ?? "");
    body.set("recaptcha_response", "forged");
    return route.continue({ postData: body.toString() });
  });
  await send(page).click();
  await notices(page).getByText("Error", { exact: true }).waitFor();
  await notices(page).getByText("La comprobación no ha sido válida. Vuelve a intentarlo").waitFor();
  assert.equal(await field(page, "Mensaje").inputValue(), "Hola");
  await page.unroute(call);
  await send(page).click();
  await dialog(page).waitFor({ state: "detached" });
});

test("a field that the server refuses is marked, and a notice says so too", async () => {
  const page = await openRequest();
  await write(page, "Hola");
  await page.route(call, (route) =>
    route.fulfill({ status: 400, json: refused(102, ["No existe"], ["email"]) }),
  );
  await send(page).click();
  await dialog(page).getByText("No existe").waitFor();
  assert.equal(await field(page, "Correo de contacto").getAttribute("aria-invalid"), "true");
  await notices(page).getByText("No existe").waitFor();
});

test("“Cancel” asks when something was typed, and only then", async () => {
  const page = await openRequest();
  const cancel = dialog(page).getByRole("button", { name: "Cancelar" });
  await field(page, "Nombre").fill("Ana");
  await cancel.click();
  await question(page).getByRole("button", { name: "Seguir editando" }).click();
  assert.equal(await field(page, "Nombre").inputValue(), "Ana");
  await field(page, "Nombre").fill("");
  await cancel.click();
  await dialog(page).waitFor({ state: "detached" });
});
