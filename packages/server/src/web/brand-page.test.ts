import assert from "node:assert/strict";
import { it } from "node:test";
import { paletteColors, surfaceColors } from "@atrio/contract";
import { type Brand, brandPage } from "./brand-page.ts";

const brand = (given: Partial<Brand> = {}): Brand => ({
  name: "Uno & Dos",
  color: "teal",
  surface: "stone",
  website: "https://www.xn--caf-dma.example/a?b=1&c=2",
  logo: null,
  logoMini: null,
  ...given,
});
const picture = (content: string, mediaType = "image/svg+xml") => ({
  mediaType,
  image: Buffer.from(content),
});
const data = (content: string) => `data:image/svg+xml;base64,${Buffer.from(content).toString("base64")}`;
/** What nginx acts on. */
const commands = (page: string) => [...page.matchAll(/<!--#.*?-->/gs)].map(([command]) => command);

it("says who manages the domain, and leads there, in either language", () => {
  const [es, en] = [brandPage(brand(), "es"), brandPage(brand(), "en")];
  assert.match(es, /<html lang="es">/);
  assert.match(es, /Lo gestiona <bdi>Uno &amp; Dos<\/bdi>/);
  assert.match(es, /<a href="https:\/\/www.xn--caf-dma.example\/a\?b=1&amp;c=2">Ir a café.example/);
  assert.match(en, /<html lang="en">/);
  assert.match(en, /managed by <bdi>Uno &amp; Dos<\/bdi>/);
  for (const website of [null, "https://["]) assert.doesNotMatch(brandPage(brand({ website }), "en"), /<a /);
});

it("holds what a company is called as text: nginx has nothing to do with it, and no element begins in it", () => {
  const said = '<!--#include virtual="/x" --><!--# echo var="document_root" --></bdi><script>"\'';
  const page = brandPage(brand({ name: said, website: "https://e.example/'-->" }), "es");
  assert.deepEqual(commands(page), commands(brandPage(brand(), "es")));
  assert.deepEqual(
    [...new Set(commands(page))],
    ['<!--# echo var="host_shown" -->', '<!--# echo var="request_id" -->'],
  );
  assert.doesNotMatch(page, /<script/);
  assert.match(page, /href="https:\/\/e.example\/&#39;--&gt;"/);
});

it("shows a picture that is large alone, a square beside the name, and else the name", () => {
  const [large, small] = ["<svg>large</svg>", "<svg>small</svg>"];
  const both = brandPage(brand({ logo: picture(large), logoMini: picture(small) }), "es");
  assert.ok(
    both.includes(`<p class="brand"><img class="full" src="${data(large)}" alt="Uno &amp; Dos"></p>`),
  );
  assert.ok(both.includes(`<link rel="icon" href="${data(small)}">`));
  const square = `<p class="brand"><img class="mini" src="${data(small)}" alt=""><bdi>Uno &amp; Dos</bdi></p>`;
  for (const logo of [picture(small), null])
    assert.ok(brandPage(brand({ logo, logoMini: picture(small) }), "es").includes(square));
  assert.ok(brandPage(brand(), "es").includes('<p class="brand"><bdi>Uno &amp; Dos</bdi></p>'));
});

it("asks for nothing from elsewhere and runs nothing", () => {
  const page = brandPage(brand({ logo: picture("<svg/>") }), "en");
  const asked = [...page.matchAll(/(?:src|<link[^>]*href)="([^"]*)"|url\("([^"]*)"\)/g)].map(
    ([, attribute, style]) => attribute ?? style ?? "",
  );
  for (const address of asked) assert.match(address, /^(data:|\/\.atrio\/font$)/);
  assert.doesNotMatch(page, /<script|style="| on\w+=/);
});

it("has the tones of every colour, and those of the product where the database holds another", () => {
  const pages = new Set(paletteColors.map((color) => brandPage(brand({ color }), "es")));
  assert.equal(pages.size, 22);
  assert.equal(new Set(surfaceColors.map((surface) => brandPage(brand({ surface }), "es"))).size, 5);
  for (const page of pages) assert.doesNotMatch(page, /undefined/);
  assert.equal(
    brandPage(brand({ color: "none", surface: "none" }), "es"),
    brandPage(brand({ color: "indigo", surface: "zinc" }), "es"),
  );
});
