/** The lists of domains, services and mail: filter, pages, address, and what is shown while an answer is on its way. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PermissionEntry } from "@atrio/contract";
import type { Page, Route } from "playwright-core";
import { eventually, shiftsOf, useBrowser, watchShifts, whenFocused, type Look } from "./browser.ts";
import { done, refused } from "./envelope.ts";
import { holdingId } from "./holding-id.ts";

const browser = useBrowser();
const list = "**/api/permission/list/**";
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const rows = (page: Page) => page.getByRole("list", { name: "Dominios" }).getByRole("listitem");
const filter = (page: Page) => page.getByRole("searchbox", { name: "Filtrar por nombre" });
const count = (page: Page) => page.getByRole("status").filter({ hasText: /dominio/ });

async function openList(search = "", look: Look = {}): Promise<Page> {
  const page = await browser.as("owner", look);
  await page.goto(`/admin/domain/${search}`);
  await rows(page).first().waitFor();
  return page;
}
const hasRows = (page: Page, expected: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll("main li").length === wanted, expected);

test("ten a page, the number of all, and a paginator", async () => {
  const page = await openList();
  assert.equal(await rows(page).count(), 10);
  const total = Number.parseInt((await count(page).textContent()) ?? "", 10);
  assert.ok(total > 20, String(total));
  await page.getByText(`1–10 de ${total}`).waitFor();
  await page.getByRole("button", { name: "Página siguiente" }).click();
  await page.waitForURL(/\?page=2$/);
  await page.getByText(`11–20 de ${total}`).waitFor();
  await page.getByRole("button", { name: "Página 3" }).click();
  await page.getByText(`21–${total} de ${total}`).waitFor();
  const next = page.getByRole("button", { name: "Página siguiente" });
  assert.equal(await next.getAttribute("aria-disabled"), "true");
});

test("who presses a row right after the last letter gets there", async () => {
  const page = await openList();
  await page.route(/\/api\/permission\/\d+\//, async (route) => {
    await pause(300);
    await route.continue();
  });
  const row = page.getByRole("link", { name: "Gestionar example-03.test" });
  await row.waitFor();
  await filter(page).pressSequentially("e");
  await row.click();
  await page.getByRole("heading", { level: 1, name: "example-03.test" }).waitFor();
});

test("filter and page are the address's: reload, back and forward", async () => {
  const page = await openList("?page=2");
  await filter(page).pressSequentially("ample-0");
  await page.waitForURL(/\?q=ample-0$/);
  await hasRows(page, 9);
  await page.getByText("9 dominios").waitFor();
  assert.equal(await page.getByRole("navigation", { name: "Páginas" }).count(), 0);
  await page.reload();
  await hasRows(page, 9);
  assert.equal(await filter(page).inputValue(), "ample-0");
  await page.getByRole("link", { name: "Gestionar example-03.test" }).click();
  await page.getByRole("heading", { level: 1, name: "example-03.test" }).waitFor();
  await page.goBack();
  await hasRows(page, 9);
  assert.equal(await filter(page).inputValue(), "ample-0");
  await page.getByRole("button", { name: "Borrar el filtro" }).click();
  await page.waitForURL(/\/admin\/domain\/$/);
  await hasRows(page, 10);
  await whenFocused(filter(page));
});

test("back from a filter leads to the page on which it was typed", async () => {
  const page = await openList();
  await page.getByRole("button", { name: "Página 3" }).click();
  await page.getByText(/^21–/).waitFor();
  for (const letter of "ample-0") {
    await filter(page).press(letter);
    await pause(200);
  }
  await page.waitForURL(/\?q=ample-0$/);
  await hasRows(page, 9);
  await page.goBack();
  await page.waitForURL(/\?page=3$/);
  await page.getByText(/^21–/).waitFor();
  assert.equal(await filter(page).inputValue(), "");
  await page.goBack();
  await page.getByText(/^1–10/).waitFor();
});

for (const [total, isPaged] of [
  [10, false],
  [11, true],
] as const)
  test(`${total} entries: ${isPaged ? "a" : "no"} paginator`, async () => {
    const page = await browser.as("owner");
    const permissions = Array.from({ length: 10 }, (_, n) => ({
      id: n + 1,
      reference: `a-${n}.test`,
      hasDomain: true,
      hasService: false,
      hasMail: false,
      domainStatus: n === 0 ? "en redención" : null,
    }));
    await page.route(list, (route) => route.fulfill({ json: done({ permissions, total }) }));
    await page.goto("/admin/domain/");
    await hasRows(page, 10);
    await page.getByText(`${total} dominios`).waitFor();
    assert.equal(await page.getByText(/^Dominio: en redención$/).count(), 1);
    assert.equal(await page.getByRole("navigation", { name: "Páginas" }).count(), Number(isPaged));
  });

for (const { kind, title, badge, has } of [
  { kind: "service", title: "Servicios", badge: "Servicio", has: "hasService" },
  { kind: "mail", title: "Correo", badge: "Correo", has: "hasMail" },
] as const)
  test(`the list of ${kind} holds what has it, and its buttons lead there`, async () => {
    const page = await browser.as("owner");
    const headers = { "X-Requested-With": "XMLHttpRequest" };
    const reply = await page.request.post("/api/permission/list/", { headers });
    const { data }: { data: { permissions: PermissionEntry[] } } = await reply.json();
    const expected = data.permissions.filter((one) => one[has]).map(({ reference }) => reference);
    assert.ok(expected.length > 0);
    const asked = page.waitForRequest(list);
    await page.goto(`/admin/${kind}/`);
    assert.equal(new URL((await asked).url()).searchParams.get("kind"), kind);
    const entries = page.getByRole("list", { name: title }).getByRole("listitem");
    await entries.first().waitFor();
    const count = page.getByRole("status").filter({ hasText: new RegExp(`^${expected.length} `) });
    await count.waitFor();
    for (const text of await entries.allInnerTexts()) assert.ok(text.split("\n").includes(badge), text);
    const [first] = expected.toSorted();
    assert.ok(first);
    await filter(page).fill(first);
    await page.waitForURL(/\?q=/);
    await page.getByRole("link", { name: `Gestionar ${first}` }).click();
    await page.getByRole("heading", { level: 1, name: first }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/admin/${await holdingId(page, first)}/${kind}/`);
  });

test("who sees of a service only its zone is led there", async () => {
  const page = await browser.as("dns");
  await page.goto("/admin/service/");
  await page.getByRole("link", { name: "Gestionar atrio.test" }).click();
  await page.waitForURL(/\/service\/dns\/$/);
});

test("a page that is not there leads to the last", async () => {
  const page = await openList("?page=900");
  await page.waitForURL(/\?page=3$/);
});

test("nothing matches: says so, and clears the filter", async () => {
  const page = await browser.as("owner");
  await page.goto("/admin/domain/?q=no-such-name");
  await page.getByText("Nada coincide con «no-such-name»").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Borrar el filtro" }).last().click();
  await hasRows(page, 10);
});

test("a failure says what happened, and trying again helps", async () => {
  const page = await browser.as("owner");
  await page.route(list, (route) =>
    route.fulfill({ status: 403, json: refused(110, ["Acción no permitida"]) }),
  );
  await page.goto("/admin/domain/");
  await page.getByRole("alert").getByText("No se ha podido cargar la lista").waitFor();
  await page.getByRole("alert").getByText("Acción no permitida").waitFor();
  await page.unroute(list);
  await page.getByRole("button", { name: "Reintentar" }).click();
  await hasRows(page, 10);
});

test("arrow keys lead from the filter through the rows", async () => {
  const page = await openList();
  await filter(page).focus();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.keyboard.press("ArrowDown");
  await eventually(focused, "Gestionar atrio.test");
  await page.keyboard.press("ArrowDown");
  await eventually(focused, "Gestionar example-01.test");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await eventually(focused, "Filtrar por nombre");
});

test("typing: slow answers in the wrong order lose no letter and never replace newer ones", async () => {
  const page = await openList();
  // The shorter the filter, the later its answer.
  const answers: Promise<void>[] = [];
  await page.route(list, (route) => {
    const text = new URL(route.request().url()).searchParams.get("filter") ?? "";
    const answer = pause(1200 - 100 * text.length).then(() => route.continue().catch(() => undefined));
    answers.push(answer);
    return answer;
  });
  for (const letter of "example-1") {
    await page.keyboard.press("Tab");
    await filter(page).focus();
    await page.keyboard.press("End");
    await page.keyboard.type(letter);
    await pause(150);
  }
  assert.equal(await filter(page).inputValue(), "example-1");
  // Until the answer comes, what was there stays.
  assert.equal(await rows(page).count(), 10);
  await page.getByText("10 dominios").waitFor();
  await Promise.all(answers);
  await pause(200);
  assert.equal(await filter(page).inputValue(), "example-1");
  await page.getByText("10 dominios").waitFor();
  const names = await rows(page).allTextContents();
  assert.ok(
    names.every((name) => name.includes("example-1")),
    names.join(),
  );
});

test("hovering a row's button fetches the holding ahead", async () => {
  const page = await openList();
  const fetched = page.waitForRequest(/\/api\/permission\/\d+\/$/);
  await page.getByRole("link", { name: "Gestionar example-05.test" }).hover();
  await fetched;
});

declare global {
  interface Window {
    firstOpacity: string | undefined;
  }
}
/** How the skeleton is when it is put into the page. */
const watchSkeleton = () => {
  new MutationObserver(() => {
    const bar = document.querySelector("output [aria-hidden]");
    if (bar) window.firstOpacity ??= getComputedStyle(bar).opacity;
  }).observe(document, { childList: true, subtree: true });
};

const delayed = (ms: number) => async (route: Route) => {
  await pause(ms);
  await route.continue();
};

for (const phone of [false, true])
  test(`a skeleton after 400 ms, and nothing moves when the answer comes${phone ? ": phone" : ""}`, async () => {
    const page = await browser.as("owner", { phone });
    await watchShifts(page);
    await page.addInitScript(watchSkeleton);
    await page.route(list, delayed(1500));
    await page.goto("/admin/domain/");
    const skeleton = page.getByRole("status", { name: "Cargando" });
    await skeleton.waitFor();
    assert.equal(await page.evaluate(() => window.firstOpacity), "0");
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector("output [aria-hidden]")!).opacity !== "0",
    );
    await hasRows(page, 10);
    assert.deepEqual(await shiftsOf(page), []);
  });
