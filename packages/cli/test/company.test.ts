import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { CaptchaIncomplete } from "@atrio/server/features/company/change.ts";
import type { Arguments } from "../src/command.ts";
import { meaningOfNone } from "../src/company/captcha.ts";
import { explain, readHost } from "../src/company/company.ts";
import { largestLogo, readLogo } from "../src/company/logo.ts";
import { privacyAddress, wantedTexts } from "../src/company/texts.ts";
import { type Failure, UsageFailure } from "../src/failure.ts";
import { openHome } from "../src/home.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-company-"));
after(() => rmSync(directory, { recursive: true }));

let files = 0;
function file(content: string | Buffer, ending = ""): string {
  const path = join(directory, `${++files}${ending}`);
  writeFileSync(path, content);
  return path;
}
const refused = (says: RegExp) => (error: unknown) =>
  error instanceof UsageFailure && error.exitCode === 64 && says.test(error.message);
const given = (options: Record<string, string>): Arguments => ({
  home: openHome(directory),
  words: [],
  text: (name) => options[name],
  texts: () => [],
  flag: () => false,
});

const read = (option: string, content: string | Buffer) => () =>
  wantedTexts(given({ [option]: file(content) }));

test("hosts are kept as browsers send them", () => {
  const kept = {
    "Panel.Example.org.": "panel.example.org",
    "añil.test": "xn--ail-7ma.test",
    localhost: "localhost",
    "192.0.2.7": "192.0.2.7",
    "2001:DB8:0::7": "2001:db8::7",
    "[2001:db8::7]": "2001:db8::7",
  };
  for (const [typed, host] of Object.entries(kept)) assert.equal(readHost(typed, "host-add"), host);
  const wrong = [
    "",
    "https://a.test",
    "a.test:8080",
    "a.test/",
    "a_b.test",
    "*.a.test",
    "1.2.3",
    "a..b",
    "[::1]:80",
  ];
  for (const typed of wrong) assert.throws(() => readHost(typed, "host-add"), refused(/--host-add/), typed);
});

test("a logo is what its content says, whatever it is named", () => {
  const png = Buffer.from("89504e470d0a1a0a00", "hex");
  assert.deepEqual(readLogo(file(png, ".svg"), "logo"), { mediaType: "image/png", image: png });
  const kinds: [string | Buffer, string][] = [
    [Buffer.from("ffd8ffe000", "hex"), "image/jpeg"],
    [Buffer.from("RIFF\0\0\0\0WEBPVP8 "), "image/webp"],
    ["<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"],
    ["\uFEFF<?xml version='1.0'?>\n<!-- x -->\n<!DOCTYPE svg PUBLIC 'x' 'y'>\n<svg></svg>", "image/svg+xml"],
  ];
  for (const [content, mediaType] of kinds)
    assert.equal(readLogo(file(content, ".txt"), "logo")?.mediaType, mediaType);
  const wrong = [
    "",
    "<html><svg></svg></html>",
    "GIF89a",
    "RIFF\0\0\0\0WAVE",
    "<svgx/>",
    `${"<!-- x -->".repeat(200)}<svgx/>`,
    `${"<!--".repeat(20_000)}-->`,
    `${"\n".repeat(90_000)}<svgx/>`,
  ];
  for (const content of wrong)
    assert.throws(
      () => readLogo(file(content, ".svg"), "logo"),
      refused(/no picture the panel shows/),
      content,
    );
  const dtd = "<!-- x --><!DOCTYPE svg PUBLIC 'x' 'y' [<!ENTITY a 'b'>]><svg>&a;</svg>";
  assert.throws(() => readLogo(file(dtd), "logo"), refused(/has a DTD inside/));
  assert.throws(
    () => readLogo(file(Buffer.alloc(largestLogo + 1)), "logo"),
    refused(/--logo .* is too large: it has 101 kB/),
  );
  assert.throws(
    () => readLogo(join(directory, "none"), "logo-mini"),
    refused(/--logo-mini .* cannot be read/),
  );
  assert.throws(() => readLogo(directory, "logo"), refused(/is no file/));
  assert.equal(readLogo("", "logo"), null);
  assert.equal(readLogo(undefined, "logo"), undefined);
});

test("texts are read per language, an empty word takes one away", () => {
  const legal = file("# Aviso\n\nUno");
  assert.deepEqual(wantedTexts(given({ "legal-es": legal, "legal-en": "" })), {
    es: { legal: "# Aviso\n\nUno" },
    en: { legal: "" },
  });
  assert.deepEqual(wantedTexts(given({ "privacy-es": "" })), { es: { privacyTitle: "", privacyText: "" } });
  assert.equal(wantedTexts(given({})), undefined);
});

test("a policy is sanitised when it is written, with its heading as title", () => {
  const html =
    "<title>x</title><h1>Tus <em>datos</em></h1><p onclick=alert(1)>a<script>alert(1)</script></p>";
  const wanted = { privacyTitle: "Tus datos", privacyText: "<p>a</p>" };
  assert.deepEqual(wantedTexts(given({ "privacy-es": file(html) })), { es: wanted });
  assert.deepEqual(wantedTexts(given({ "privacy-en": file("# Tus *datos*\n\na", ".md") })), { en: wanted });
});

test("texts that cannot be shown are refused, saying which and why", () => {
  assert.throws(read("legal-es", "a".repeat(1_000_000)), refused(/--legal-es .* too large: it has 1,000 kB/));
  assert.throws(
    read("privacy-en", "<p>".repeat(400_000)),
    refused(/--privacy-en .* too large: it has 1,200 kB/),
  );
  assert.throws(read("privacy-en", `<h1>x</h1>${"<".repeat(90_000)}`), refused(/too large once it is HTML/));
  assert.throws(read("legal-en", Buffer.from("a\xff", "latin1")), refused(/no text in UTF-8/));
  assert.throws(
    read("legal-es", "# Aviso\r\n\tUno\f\0"),
    refused(/has a control character \(U\+0000\) in line 2/),
  );
  assert.throws(read("privacy-en", "<h1>x</h1>\u0085"), refused(/--privacy-en .* \(U\+0085\) in line 1/));
  assert.throws(read("legal-en", "<script>alert(1)</script>"), refused(/no text to show/));
  assert.throws(read("legal-en", "*a **b".repeat(2_000)), refused(/more than 3,000 \* and _/));
  assert.throws(read("legal-en", "> ".repeat(50_000)), refused(/nested too deeply/));
  assert.throws(read("privacy-es", "<p>x</p>"), refused(/no title/));
  assert.throws(read("privacy-es", `<h1>${"x".repeat(201)}</h1><p>x</p>`), refused(/no title/));
  assert.throws(
    read("privacy-es", "<h1>x</h1><script>x</script>"),
    refused(/no text to show below its title/),
  );
});

test("a policy kept elsewhere has a web address", () => {
  assert.equal(privacyAddress("https://a.test/privacidad"), "https://a.test/privacidad");
  assert.equal(privacyAddress(""), null);
  assert.equal(privacyAddress(undefined), undefined);
  for (const wrong of [
    "javascript:alert(1)",
    "a.test",
    "ftp://a.test/",
    `https://a.test/${"x".repeat(2000)}`,
  ])
    assert.throws(() => privacyAddress(wrong), refused(/--privacy-url/), wrong);
});

test("a company without captcha is told what that means", () => {
  const one = { name: "Uno", captchaProvider: "none" };
  assert.match(meaningOfNone([one]), /^No company has a captcha now/);
  const others = ["Dos", "Tres"].map((name) => ({ name, captchaProvider: "altcha" }));
  assert.match(meaningOfNone([one, ...others]), /embedded captcha all the same.*: Dos, Tres\.$/);
});

test("a provider without its key and secret is refused, naming both options", () => {
  assert.throws(
    () => explain(new CaptchaIncomplete("hcaptcha")),
    (error: Failure) =>
      error.exitCode === 65 && /--captcha-site-key KEY --captcha-secret-stdin/.test(error.remedy ?? ""),
  );
});
