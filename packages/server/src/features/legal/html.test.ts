import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { emphasisMarksMax, renderMarkdown, sanitise, textBytesMax, titledText, webAddress } from "./html.ts";

const link = (address: string, text: string) =>
  `<a href="${address}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`;

/** Strings that got past other sanitisers, or would run if anything of them stayed. */
const attacks = [
  "<script>alert(1)</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  "<img src=x onerror=alert(1)>",
  '<img src="https://elsewhere.test/pixel.gif">',
  '<p onclick="alert(1)" style="position:fixed" class="x" id="root">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVa\tScRiPt:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//elsewhere.test/">x</a>',
  '<a href="/admin/" target="_self" onfocus=alert(1) autofocus>x</a>',
  '<form action="https://elsewhere.test"><input name=password><button formaction=javascript:alert(1)>x',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  "<object data=javascript:alert(1)><embed src=javascript:alert(1)></object>",
  '<link rel=stylesheet href="https://elsewhere.test/x.css"><style>@import "https://elsewhere.test"</style>',
  '<meta http-equiv=refresh content="0;url=https://elsewhere.test"><base href="https://elsewhere.test">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  "<template><img src=x onerror=alert(1)></template>",
  "<!--><img src=x onerror=alert(1)>-->",
  "<![CDATA[<img src=x onerror=alert(1)>]]>",
  "<xmp><p title='</xmp><img src=x onerror=alert(1)>'>",
  '<abbr title="</abbr><img src=x onerror=alert(1)>">x</abbr>',
  "<x-element onclick=alert(1)>x</x-element>",
  '<video><source onerror="alert(1)"></video>',
  '<td background="javascript:alert(1)">x</td>',
];

/** What is left is text and these tags, with these attributes, and nothing else. */
const tag =
  /^<\/?(?:h[1-6]|p|br|hr|blockquote|pre|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tfoot|tr|th|td|a|strong|b|em|i|u|s|del|sub|sup|small|abbr|code)(?: (?:href="(?:https?:\/\/|mailto:|tel:)[^"<>]*"|rel="noopener noreferrer nofollow"|target="_blank"|title="[^"<>]*"|(?:start|colspan|rowspan|scope)="[^"<>]*"))* ?\/?>$/;
function assertHarmless(html: string, from: string): void {
  for (const found of html.match(/<[^>]*>?/g) ?? []) assert.match(found, tag, `${from} → ${html}`);
}

describe("operators' HTML", () => {
  it("keeps nothing that runs, loads, sends, styles or names anything", () => {
    for (const attack of attacks) {
      assertHarmless(sanitise(attack), attack);
      assertHarmless(sanitise(`<p>before ${attack} after`), attack);
    }
  });

  it("is the same after it was sanitised again, so that nothing mutates on the way", () => {
    for (const attack of attacks) assert.equal(sanitise(sanitise(attack)), sanitise(attack), attack);
  });

  it("keeps text and its structure", () => {
    const html =
      '<h2>Datos</h2><p>Uno <strong>dos</strong><br />tres &amp; cuatro</p><ol start="3"><li>x</li></ol>' +
      '<table><tr><th scope="col">a</th><td colspan="2">b</td></tr></table>';
    assert.equal(sanitise(html), html);
  });

  it("keeps links to elsewhere, which learn nothing of the panel and get no hold on it", () => {
    assert.equal(
      sanitise('<a href="https://aepd.es/" target="_top" rel="opener" ping="https://x.test">AEPD</a>'),
      link("https://aepd.es/", "AEPD"),
    );
    assert.equal(
      sanitise('<a href="mailto:hola@a.test">a</a><a href="tel:+34976000000">b</a>'),
      link("mailto:hola@a.test", "a") + link("tel:+34976000000", "b"),
    );
    assert.equal(sanitise('<a href="/admin/">here</a><a name="x">there</a>'), "<a>here</a><a>there</a>");
  });

  it("drops what is too deep rather than the server", () => {
    assertHarmless(sanitise("<b>".repeat(textBytesMax / 3)), "depth");
    assertHarmless(sanitise("<div>".repeat(textBytesMax / 5)), "depth");
  });
});

describe("operators' markdown", () => {
  it("becomes HTML", () => {
    assert.equal(
      renderMarkdown("# Aviso\n\nUno **dos** <https://a.test/>\n\n- x"),
      `<h1>Aviso</h1>\n<p>Uno <strong>dos</strong> ${link("https://a.test/", "https://a.test/")}</p>\n<ul>\n<li>x</li>\n</ul>`,
    );
  });

  it("is held to the same rules, and so is HTML inside it", () => {
    const wrapped = attacks.flatMap((attack) => [
      attack,
      `# ${attack}`,
      `- ${attack}`,
      `> ${attack}\n\n${attack}`,
      `| a |\n|---|\n| ${attack.replaceAll("|", "")} |`,
    ]);
    const own = [
      "[x](javascript:alert(1))",
      "[x](<javascript:alert(1)>)",
      "[x][y]\n\n[y]: javascript:alert(1)",
      "<javascript:alert(1)>",
      "![x](https://elsewhere.test/pixel.gif)",
      "![x](x 'y\" onerror=\"alert(1)')",
      '[x](https://a.test "y\\" onclick=\\"alert(1)")',
      "[x](data:text/html;base64,PHNjcmlwdD4=)",
      "```html onclick=alert(1)\n<script>alert(1)</script>\n```",
      '`<img src=x onerror="alert(1)">`',
    ];
    for (const text of [...wrapped, ...own]) assertHarmless(renderMarkdown(text), text);
    assert.match(renderMarkdown("`<img src=x>`"), /<code>&lt;img src=x&gt;<\/code>/);
  });

  it("is rendered within seconds at its bounds, whatever it is", () => {
    const marks = ["*a **b", "_a", "**a *b _c __d"].map((unit) =>
      unit.repeat(emphasisMarksMax / (unit.match(/[*_]/g)?.length ?? 1)),
    );
    const long = ["[", " 1. a\n", "`a``b", "- a\n  ", "|-|-|\n", "<a ", "&#", "a@b.c "].map((unit) =>
      unit.repeat(textBytesMax / unit.length),
    );
    for (const text of [...marks, ...long]) {
      const began = performance.now();
      assertHarmless(renderMarkdown(text), text.slice(0, 20));
      assert.ok(performance.now() - began < 10_000, text.slice(0, 20));
    }
  });
});

describe("a text with its title", () => {
  it("has it in the heading it begins with, else in its <title>", () => {
    assert.deepEqual(titledText("<h1>Datos &amp; <em>derechos</em></h1>\n<p>x</p><h1>y</h1>"), {
      title: "Datos & derechos",
      text: "<p>x</p><h1>y</h1>",
    });
    assert.deepEqual(
      titledText("<html><head><title>Pol&iacute;tica</title><style>p{}</style></head><body><p>x</p></body>"),
      { title: "Política", text: "<p>x</p>" },
    );
    assert.deepEqual(titledText("<p>x</p>"), { title: "", text: "<p>x</p>" });
    assert.equal(
      titledText("<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1><p>x").title,
      "<script>alert(1)</script>",
    );
  });
});

describe("the address of a policy kept elsewhere", () => {
  it("is one of the web, or none", () => {
    assert.equal(webAddress("https://Example.TEST/privacidad ñ"), "https://example.test/privacidad%20%C3%B1");
    for (const wrong of [
      "javascript:alert(1)",
      "data:text/html,x",
      "//a.test",
      "/x",
      "a.test",
      "https://u:p@a.test/",
      "",
    ])
      assert.equal(webAddress(wrong), undefined, wrong);
  });
});
