/** The first page: who one is, and what expires, is full or failed. The states that time or a fault bring are answered here. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Dashboard } from "@atrio/contract";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoSidewaysScroll,
  eventually,
  everyLook,
  shiftsOf,
  titleOf,
  useBrowser,
  watchShifts,
} from "./browser.ts";
import { done } from "./envelope.ts";
import { holdingId } from "./holding-id.ts";
import { domainName } from "./product.ts";

const browser = useBrowser();
const daySeconds = 86_400;
const now = Math.floor(Date.now() / 1000);
const nothing = { items: [], total: 0 };
const calm: Dashboard = { expiring: nothing, overQuota: nothing, failed: nothing };

const busy: Dashboard = {
  expiring: {
    total: 12,
    items: [
      {
        id: 1,
        reference: "xn--espaa-rta.test",
        kind: "service",
        expireTS: now - 3 * daySeconds,
        status: null,
      },
      { id: 2, reference: "tomorrow.test", kind: "domain", expireTS: now + daySeconds, status: "retenido" },
      {
        id: 3,
        reference: `${"a-long-label-".repeat(4)}x.test`,
        kind: "domain",
        expireTS: now + 20 * daySeconds,
        status: null,
      },
    ],
  },
  overQuota: {
    total: 2,
    items: [
      { id: 4, reference: "full.test", resource: "zoneRecords", mailbox: null, used: 2000, limit: 2000 },
      {
        id: 5,
        reference: "wide.test",
        resource: "zoneSize",
        mailbox: null,
        used: 1_047_552,
        limit: 1_048_576,
      },
    ],
  },
  failed: {
    total: 1,
    items: [
      {
        id: 6,
        reference: "late.test",
        job: 9,
        kind: "dns.proof",
        error: "El servidor de nombres ns2.late.test no muestra el último cambio",
        // by the hour it would be yesterday after midnight
        ts: now - 10 * 60,
      },
    ],
  },
};

const card = (page: Page, title: string) => page.getByRole("region", { name: new RegExp(`^${title}`) });

async function answer(page: Page, dashboard: Dashboard, delayMs = 0): Promise<void> {
  await page.route("**/api/dashboard/", async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, delayMs);
    });
    await route.fulfill({ json: done({ dashboard }) });
  });
}

test("two cards say where one is and who one is", async () => {
  const page = await browser.as("owner");
  await page.goto("/admin/");
  const information = card(page, "Información");
  await information.getByRole("link").waitFor();
  const reply = await page.request.post("/api/permission/list/", {
    headers: { "X-Requested-With": "XMLHttpRequest" },
    form: { page: "1" },
  });
  const { data }: { data: { total: number } } = await reply.json();
  await eventually(() => information.getByRole("definition").last().innerText(), String(data.total));
  const user = await card(page, "Usuario").innerText();
  for (const fact of ["owner", domainName, "127.0.0.1"]) assert.ok(user.includes(fact), fact);
  await page.waitForFunction(() => /^Panel \/ \S/.test(document.title));
});

test("the last login is that before this one, in the user's language", async () => {
  browser.forget("owner");
  const page = await browser.as("owner", { language: "en" });
  await page.goto("/admin/");
  const today = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }).format(new Date());
  await card(page, "User").getByText(today).waitFor();
});

test("what expires comes soonest first, leads to its holding, and is red once it is over", async () => {
  const page = await browser.as("owner");
  await page.goto("/admin/");
  const rows = card(page, "Por renovar").getByRole("listitem");
  const first = rows.filter({ hasText: "expired.test" }).first();
  await first.getByText(/^Caducó hace \d+ días$/).waitFor();
  assert.match(await rows.first().innerText(), /expired\.test/);
  assert.ok((await rows.filter({ hasText: /Caduca dentro de \d+ días/ }).count()) > 0);
  const [red, plain] = await Promise.all(
    [/^Caducó/, /^Caduca dentro/].map((words) =>
      rows
        .getByText(words)
        .first()
        .evaluate((badge) => getComputedStyle(badge).color),
    ),
  );
  assert.notEqual(red, plain);
  const id = await holdingId(page, "expired.test");
  await first.getByRole("link", { name: "expired.test" }).click();
  await page.waitForURL(`**/admin/${id}/**`);
});

test("a user sees nothing of holdings that are not theirs", async () => {
  const page = await browser.as("dns");
  await page.goto("/admin/");
  await page.getByText("Todo en orden: nada requiere tu atención.").waitFor();
  assert.equal(await page.getByText("expired.test").count(), 0);
});

test("full zones and failed work: amount, share, words, time, and the page to act on", async () => {
  const page = await browser.as("owner");
  await answer(page, busy);
  await page.goto("/admin/");
  const expiring = card(page, "Por renovar");
  await expiring.getByRole("link", { name: "españa.test" }).waitFor();
  await expiring.getByText("Caduca mañana").waitFor();
  await expiring.getByText("Los 3 primeros de 12").waitFor();
  const full = card(page, "Cerca del límite").getByRole("listitem");
  assert.match(await full.first().innerText(), /2000 de 2000 registros\s+100\s%/);
  assert.match(await full.last().innerText(), /1023\sKB de 1\sMB en la zona DNS\s+99\s%/);
  assert.match((await full.first().getByRole("link").getAttribute("href"))!, /\/admin\/4\/service\/dns\/$/);
  const failed = card(page, "No se ha completado").getByRole("listitem");
  await failed.getByText("no muestra el último cambio").waitFor();
  await failed.getByText(/^hace 1\d minutos$/).waitFor();
  assert.equal(await page.getByRole("button", { name: /^Ver/ }).count(), 0);
});

test("five of each, the others in their place when asked for, and the focus on the first of them", async () => {
  const page = await browser.as("owner");
  const items = Array.from({ length: 7 }, (_, n) => ({
    id: n + 1,
    reference: `soon-${n + 1}.test`,
    kind: "domain" as const,
    expireTS: now + n * daySeconds,
    status: null,
  }));
  await answer(page, { ...calm, expiring: { items, total: 7 } });
  await page.goto("/admin/");
  const expiring = card(page, "Por renovar");
  const rows = expiring.getByRole("listitem");
  await rows.first().waitFor();
  assert.equal(await rows.count(), 5);
  await expiring.getByRole("button", { name: "Ver 2 más" }).click();
  await eventually(() => rows.count(), 7);
  await eventually(() => page.evaluate(() => document.activeElement?.textContent), "soon-6.test");
  assert.equal(await expiring.getByRole("button").count(), 0);
});

test("a refusal says so and can be tried again; what is known stays", async () => {
  const page = await browser.as("owner");
  await page.route("**/api/dashboard/", (route) => route.fulfill({ status: 404, body: "{}" }));
  await page.goto("/admin/");
  await page.getByRole("alert").getByText("No se ha podido cargar el resumen").waitFor();
  assert.equal(await card(page, "Usuario").count(), 1);
  await assertAccessible(page);
  await page.unroute("**/api/dashboard/");
  await page.getByRole("button", { name: "Reintentar" }).click();
  await card(page, "Por renovar").waitFor();
});

for (const phone of [false, true])
  test(`a slow reply: a skeleton after 400 ms, and nothing moves${phone ? " (phone)" : ""}`, async () => {
    const page = await browser.as("owner", { phone });
    await watchShifts(page);
    await answer(page, busy, 1200);
    await page.goto("/admin/");
    const skeleton = page.getByRole("status", { name: "Cargando" }).first();
    await skeleton.waitFor();
    await card(page, "Por renovar").waitFor();
    assert.equal(await skeleton.count(), 0);
    await card(page, "Usuario").waitFor();
    assert.deepEqual(await shiftsOf(page), []);
  });

for (const look of everyLook)
  test(`axe and no sideways scrolling: ${titleOf(look)}`, async () => {
    const page = await browser.as("owner", look);
    for (const dashboard of [busy, calm]) {
      await answer(page, dashboard);
      await page.goto("/admin/");
      await page.getByText(dashboard === calm ? /^(Todo en orden|All in order)/ : "tomorrow.test").waitFor();
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
      await page.unroute("**/api/dashboard/");
    }
  });

test("phone: each row, and the number of domains, is a target of at least 44 px", async () => {
  const page = await browser.as("owner", { phone: true });
  await answer(page, busy);
  await page.goto("/admin/");
  const links = card(page, "Por renovar").getByRole("listitem");
  await links.first().waitFor();
  const figure = await card(page, "Información").getByRole("link").boundingBox();
  assert.ok(figure && figure.width >= 44 && figure.height >= 44, JSON.stringify(figure));
  const heights = await links.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  assert.ok(
    heights.every((height) => height >= 44),
    heights.join(),
  );
});
