/** Every type of record, from the form to the answers of both name servers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { useBrowser, whenFocused } from "./browser.ts";
import { done, refused } from "./envelope.ts";
import { bothAnswer } from "./dig.ts";
import { dialog, fill, menu, messageOf, openZone, row, save, seenLive } from "./zone.ts";

const zone = "example-02.test";
/** Names of this run alone, so that the suite can run twice on one product. */
const run = Date.now().toString(36).slice(-5);
const browser = useBrowser();

interface Story {
  readonly type: "A" | "AAAA" | "CAA" | "CNAME" | "MX" | "NS" | "SRV" | "TXT";
  readonly fields: Readonly<Record<string, string>>;
  readonly name: string;
  readonly answers: readonly string[];
}
const longText = `v=DKIM1; p=${"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A".repeat(12)}`;

const stories: readonly Story[] = [
  {
    type: "A",
    fields: { Nombre: `web-${run}`, "Dirección IPv4": "192.0.2.44" },
    name: `web-${run}`,
    answers: ["192.0.2.44"],
  },
  {
    type: "AAAA",
    fields: { Nombre: `web6-${run}`, "Dirección IPv6": "2001:DB8:0::44", TTL: "1 h" },
    name: `web6-${run}`,
    answers: ["2001:db8::44"],
  },
  {
    type: "CAA",
    fields: { Nombre: `cert-${run}`, Etiqueta: "issuewild", Autoridad: "letsencrypt.org" },
    name: `cert-${run}`,
    answers: ["0 issuewild letsencrypt.org"],
  },
  {
    type: "CNAME",
    fields: { Nombre: `ñ.${run}`, Destino: "www.example.net" },
    name: `xn--ida.${run}`,
    answers: ["www.example.net"],
  },
  {
    type: "MX",
    fields: { Nombre: `lists-${run}`, "Servidor de correo": "mail.example.net", Prioridad: "50" },
    name: `lists-${run}`,
    answers: ["50 mail.example.net"],
  },
  {
    type: "NS",
    fields: { Nombre: `lab-${run}`, "Servidor de nombres": "ns1.example.net" },
    name: `lab-${run}`,
    answers: ["ns1.example.net"],
  },
  {
    type: "SRV",
    fields: {
      Servicio: "Otro",
      "Nombre del servicio": "minecraft",
      Nombre: `play-${run}`,
      Servidor: "game.example.net",
      Puerto: "25565",
      Peso: "5",
    },
    name: `_minecraft._tcp.play-${run}`,
    answers: ["20 5 25565 game.example.net"],
  },
  { type: "TXT", fields: { Nombre: `key-${run}`, Texto: longText }, name: `key-${run}`, answers: [longText] },
];

for (const { type, fields, name, answers } of stories)
  test(`${type}: created and answered by both name servers`, async () => {
    const page = await browser.as("owner");
    await openZone(page, zone, `?new=${type}`);
    await fill(page, fields);
    await save(page);
    await seenLive(page);
    await dialog(page).waitFor({ state: "detached" });
    await row(page, fields["Nombre"] ?? "", type)
      .first()
      .waitFor();
    await bothAnswer(`${name}.${zone}`, type, answers);
  });

test("ANAME: the addresses of its target are answered", async () => {
  const page = await browser.as("owner");
  await openZone(page, zone, "?new=ANAME");
  await fill(page, { Nombre: `shop-${run}`, Destino: "blog.atrio.test" });
  await save(page);
  await dialog(page).waitFor({ state: "detached" });
  await bothAnswer(`shop-${run}.${zone}`, "A", ["192.0.2.40"]);
  await bothAnswer(`shop-${run}.${zone}`, "AAAA", ["2001:db8::40"]);
});

test("ANAME: a target without an address is said at once, and leaves no job", async () => {
  const page = await browser.as("owner");
  await openZone(page, zone, "?new=ANAME");
  await fill(page, { Nombre: `empty-${run}`, Destino: `nothing-${run}.atrio.test` });
  const [reply] = await Promise.all([
    page.waitForResponse((response) => response.url().includes("/dns/create")),
    save(page),
  ]);
  const body: unknown = await reply.json();
  assert.match(JSON.stringify(body), /"job":null/);
  await page.getByText(`«nothing-${run}.atrio.test» no tiene ninguna dirección`).first().waitFor();
});

test("strings of a text are shown as typed, in the list and to edit; blanks that go are said", async () => {
  const page = await browser.as("owner");
  const strings = '"txtvers=1" "path=/"';
  await openZone(page, zone, "?new=TXT");
  await fill(page, { Nombre: `sd-${run}`, Texto: "txtvers=1 " });
  await dialog(page).getByText("Los espacios de los extremos se quitan").waitFor();
  await fill(page, { Texto: strings });
  await dialog(page).getByText("Se publica en 2 cadenas").waitFor();
  await save(page);
  await seenLive(page);
  await row(page, `sd-${run}`).getByText(strings).waitFor();
  await menu(page, row(page, `sd-${run}`), "Editar");
  assert.equal(await dialog(page).getByRole("textbox", { name: "Texto" }).inputValue(), strings);
});

test("a target that doesn't exist is told beside the record, until it comes", async () => {
  const page = await browser.as("owner");
  await openZone(page, zone, `?q=${run}&new=CNAME`);
  await fill(page, { Nombre: `to-${run}`, Destino: `late-${run}.${zone}` });
  await save(page);
  const hint = row(page, `to-${run}`).getByRole("button", { name: "El destino no existe" });
  await hint.focus();
  await page.getByRole("tooltip").getByText(`ningún registro de late-${run}.${zone}`).waitFor();
  await openZone(page, zone, `?q=${run}&new=A`);
  await row(page, `to-${run}`).getByText("El destino no existe").waitFor();
  await fill(page, { Nombre: `late-${run}`, "Dirección IPv4": "192.0.2.9" });
  await save(page);
  await hint.waitFor({ state: "detached" });
  await row(page, `to-${run}`).first().waitFor();
});

test("edit: the new value is answered, the name is text", async () => {
  const address = `192.0.2.${50 + (Date.now() % 200)}`;
  const page = await browser.as("owner");
  await openZone(page, zone, "?q=api");
  await menu(page, row(page, "api", "A"), "Editar");
  assert.equal(await dialog(page).getByRole("textbox", { name: "Nombre" }).count(), 0);
  await fill(page, { TTL: "10 min", "Dirección IPv4": address });
  await page.keyboard.press("Enter");
  await seenLive(page);
  await row(page, address).getByText("10 min").waitFor();
  await bothAnswer(`api.${zone}`, "A", [address]);
});

test("conflict: told before anything is sent", async () => {
  const page = await browser.as("owner");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/dns/create/")) sent.push(request.url());
  });
  await openZone(page, zone, "?new=CNAME");
  await fill(page, { Nombre: "api", Destino: "www.example.net" });
  await page.getByText(/ya hay otros registros/).waitFor();
  await save(page);
  assert.match(await messageOf(page, "Nombre"), /ya hay otros registros/);
  assert.deepEqual(sent, []);
});

test("field errors: each beside its part of the value, what was typed stays", async () => {
  const page = await browser.as("owner");
  await openZone(page, zone, "?new=SRV");
  await fill(page, { Nombre: "a..b", Servidor: "sip", Puerto: "70000", Peso: "" });
  await save(page);
  assert.match(await messageOf(page, "Nombre"), /Falta texto/);
  assert.match(await messageOf(page, "Peso"), /obligatorio/);
  await whenFocused(dialog(page).getByRole("textbox", { name: "Nombre" }));
  await fill(page, { Nombre: "office", Peso: "0" });
  assert.match(await messageOf(page, "Puerto"), /0 a 65/);
  await fill(page, { Puerto: "5061" });
  assert.match(await messageOf(page, "Servidor"), /no es un nombre completo/);
  assert.equal(await dialog(page).getByRole("textbox", { name: "Puerto" }).inputValue(), "5061");
});

test("a refusal of the server stands beside its field", async () => {
  const page = await browser.as("owner");
  await openZone(page, zone, "?new=A");
  await page.route("**/dns/create/", (route) =>
    route.fulfill({
      status: 422,
      json: refused(130, ["Ese valor {está} reservado"], ["value"]),
    }),
  );
  await fill(page, { Nombre: "reserved", "Dirección IPv4": "192.0.2.77" });
  await save(page);
  await dialog(page).getByText("Ese valor {está} reservado").waitFor();
  assert.match(await messageOf(page, "Dirección IPv4"), /reservado/);
  assert.equal(await dialog(page).getByRole("textbox", { name: "Nombre" }).inputValue(), "reserved");
});

test("a job that is not over marks its record, across a reload, until it is", async () => {
  const page = await browser.as("owner");
  const job = { id: 987_654_321, state: "running", error: null, progress: null };
  await page.route("**/dns/create/", async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    await route.fulfill({ response, json: { ...reply, system: { ...reply.system, job: job.id } } });
  });
  await page.route(`**/job/${job.id}/`, (route) => route.fulfill({ json: done({ job }) }));
  await openZone(page, zone, "?new=A");
  await fill(page, { Nombre: `late-${run}`, "Dirección IPv4": "192.0.2.88" });
  await save(page);
  await row(page, `late-${run}`).getByText("Publicándose").waitFor();
  await openZone(page, zone, `?q=late-${run}`);
  await row(page, `late-${run}`).getByText("Publicándose").waitFor();
  job.state = "done";
  await row(page, `late-${run}`).getByText("Publicándose").waitFor({ state: "detached" });
});
