import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { outcome } from "../outcome.ts";
import {
  formatTxt,
  longestText,
  losesBlanks,
  parseTxt,
  presentTxt,
  textLosesBlanks,
  textOfStrings,
  textStrings,
} from "./txt.ts";

const texts = [
  ["v=spf1 -all", "v=spf1 -all"],
  ["  v=spf1 -all \n", "v=spf1 -all"],
  ["a  b", "a  b"],
  ["v=DMARC1; p=none; rua=mailto:a@example.net", "v=DMARC1; p=none; rua=mailto:a@example.net"],
  ["back\\slash \\010 \\", "back\\slash \\010 \\"],
  ['say "hi"', 'say "hi"'],
  ["it's", "it's"],
  ["(a)", "(a)"],
  ["ñandú 😀", "ñandú 😀"],
  ["e\u0301", "e\u0301"],
  ["\uFEFFbom", "bom"],
  ["\u2028", "!dns.txt.required"],
  ['"v=spf1 -all"', "v=spf1 -all"],
  [' "v=spf1 -all" ', "v=spf1 -all"],
  ['"  a  "', "  a  "],
  ['"a" "b"', "a\nb"],
  ['"txtvers=1" "path=/"', "txtvers=1\npath=/"],
  ['"a ""b"', "a \nb"],
  ['"a"\t\n "b"', "a\nb"],
  ['"a" "" "b"', "a\n\nb"],
  ['"" "a"', "\na"],
  ['"a" ""', "a\n"],
  [`"${"x".repeat(300)}"`, "x".repeat(300)],
  [`"${"x".repeat(255)}" "y"`, `${"x".repeat(255)}y`],
  [`"${"x".repeat(254)}" "y"`, `${"x".repeat(254)}\ny`],
  [`"${"x".repeat(255)}" ""`, `${"x".repeat(255)}\n`],
  [`"${"ñ".repeat(200)}"`, "ñ".repeat(200)],
  [`"a" "${"ñ".repeat(200)}"`, `a\n${"ñ".repeat(127)}\n${"ñ".repeat(73)}`],
  [`"a" "${"\\128".repeat(300)}"`, "!dns.txt.not_text"],
  [`"a" "${"x".repeat(300)}"`, `a\n${"x".repeat(255)}\n${"x".repeat(45)}`],
  ['"a\\"b"', 'a"b'],
  ['"a\\\\b"', "a\\b"],
  ['"a\\;b"', "a;b"],
  ['"\\ñ\\😀"', "ñ😀"],
  ['"\\065\\066"', "AB"],
  ['"\\0651"', "A1"],
  ['"\\195\\177"', "ñ"],
  ['"\\195" "\\177"', "!dns.txt.not_text"],
  ['"\\239\\187\\191bom"', "\uFEFFbom"],
  ['"\\"a\\""', '"a"'],
  ['("a" "b")', "a\nb"],
  ['( "v=DKIM1; k=rsa; "\n\t  "p=MIIB" )', "v=DKIM1; k=rsa; \np=MIIB"],
  ['("a" b)', '("a" b)'],
  ["", "!dns.txt.required"],
  ["   ", "!dns.txt.required"],
  ['""', "!dns.txt.required"],
  ['"" ""', "!dns.txt.required"],
  ['"', "!dns.txt.unterminated"],
  ['"a', "!dns.txt.unterminated"],
  ['"a" "b', "!dns.txt.unterminated"],
  ['"a\\"', "!dns.txt.unterminated"],
  ['"a" b', "!dns.txt.between"],
  ['"a" b "c"', "!dns.txt.between"],
  ['"a"b', "!dns.txt.between"],
  ['"a", "b"', "!dns.txt.between"],
  ['"a"; comment', "!dns.txt.between"],
  ['"a\\', "!dns.txt.escape"],
  ['"a\\1"', "!dns.txt.escape"],
  ['"a\\12"', "!dns.txt.escape"],
  ['"a\\12x"', "!dns.txt.escape"],
  ['"a\\256"', "!dns.txt.escape"],
  ['"a\\999"', "!dns.txt.escape"],
  ['"a\\255"', "!dns.txt.not_text"],
  ['"\\195"', "!dns.txt.not_text"],
  ['"\\237\\160\\128"', "!dns.txt.not_text"],
  ["a\uD800b", "!dns.txt.not_text"],
  ['"a\uDC00"', "!dns.txt.not_text"],
  ["a\nb", "!dns.txt.control"],
  ["a\r\nb", "!dns.txt.control"],
  ["a\tb", "!dns.txt.control"],
  ["a\0b", "!dns.txt.control"],
  ["a\u007Fb", "!dns.txt.control"],
  ["a\u0085b", "!dns.txt.control"],
  ['"a\nb"', "!dns.txt.control"],
  ['"a\\000"', "!dns.txt.control"],
  ['"a\\010"', "!dns.txt.control"],
  ['"a\\127"', "!dns.txt.control"],
  ["x".repeat(longestText + 1), "!dns.txt.long"],
  ["ñ".repeat(longestText / 2) + "a", "!dns.txt.long"],
  ["x".repeat(100_000), "!dns.txt.long"],
  ['"'.repeat(100_000), "!dns.txt.long"],
] as const;

test("TXT as typed", () => {
  for (const [input, expected] of texts) assert.equal(outcome(parseTxt(input)), expected, input.slice(0, 60));
});

test("the longest text is taken, plain, escaped and split", () => {
  const text = "ñ".repeat(longestText / 2);
  assert.equal(outcome(parseTxt(text)), text);
  assert.equal(outcome(parseTxt(presentTxt(text))), text);
  const escaped = `"${"\\065".repeat(longestText)}"`;
  assert.equal(outcome(parseTxt(escaped)), "A".repeat(longestText));
  const half = longestText / 2;
  assert.equal(outcome(parseTxt('"A" '.repeat(half))), "A\n".repeat(half).trim());
  assert.equal(outcome(parseTxt('"A" '.repeat(half + 1))), "!dns.txt.long");
});

const presented = [
  ["", '""'],
  ["a", '"a"'],
  ["a b;c", '"a b;c"'],
  ['a"b\\c', '"a\\"b\\\\c"'],
  ["ñ", '"\\195\\177"'],
  ["😀", '"\\240\\159\\152\\128"'],
  ["~\u007F", '"~\\127"'],
  ["x".repeat(255), `"${"x".repeat(255)}"`],
  ["x".repeat(256), `"${"x".repeat(255)}" "x"`],
  ["x".repeat(510), `"${"x".repeat(255)}" "${"x".repeat(255)}"`],
  // Octets count, not what they are written as; a character may lie across two strings.
  ['"'.repeat(256), `"${'\\"'.repeat(255)}" "\\""`],
  [`${"x".repeat(254)}ñ`, `"${"x".repeat(254)}\\195" "\\177"`],
  ["txtvers=1\npath=/", '"txtvers=1" "path=/"'],
  ["a\n\nñ", '"a" "" "\\195\\177"'],
] as const;

test("TXT as a zone file has it", () => {
  for (const [text, expected] of presented) assert.equal(presentTxt(text), expected);
});

const shown = [
  ["v=spf1 -all", "v=spf1 -all"],
  ['say "hi"', 'say "hi"'],
  ["back\\slash", "back\\slash"],
  [" a ", '" a "'],
  ['"a"', '"\\"a\\""'],
  ['"a', '"\\"a"'],
  ['("a")', '"(\\"a\\")"'],
  [' \\"', '" \\\\\\""'],
  ["txtvers=1\npath=/", '"txtvers=1" "path=/"'],
  ['a"b\nc\\d\n', '"a\\"b" "c\\\\d" ""'],
  ["\nñ", '"" "ñ"'],
] as const;

test("TXT is shown plain unless it would be read as something else", () => {
  for (const [text, expected] of shown) assert.equal(formatTxt(text), expected);
});

/** What may be stored: some text without control characters. */
const stored = fc
  .oneof(
    fc.string({ maxLength: 400 }),
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^[ "\\()0-9a]{1,12}$/),
  )
  .filter((text) => text !== "" && !/\p{Cc}/u.test(text) && text.isWellFormed());

test("what is stored is read back from its display and from its zone-file form", () => {
  fc.assert(
    fc.property(stored, (text) => {
      assert.equal(outcome(parseTxt(formatTxt(text))), text);
      assert.equal(outcome(parseTxt(presentTxt(text))), text);
    }),
    { numRuns: 2000 },
  );
});

const quotedString = fc.stringMatching(/^[ -~ñ]{0,12}$/);
test("several strings come back from their display and from their zone-file form", () => {
  fc.assert(
    fc.property(fc.array(quotedString, { minLength: 2, maxLength: 5 }), (strings) => {
      fc.pre(strings.some((string) => string !== ""));
      const typed = strings.map((string) => `"${string.replace(/["\\]/g, "\\$&")}"`).join(" ");
      const value = outcome(parseTxt(typed));
      assert.equal(value, strings.join("\n"));
      assert.equal(formatTxt(value), typed);
      assert.equal(outcome(parseTxt(presentTxt(value))), value);
      const sent = textStrings(value);
      assert.equal(textOfStrings(sent), value);
      assert.equal(sent.length, strings.length);
    }),
  );
});

test("blanks at the ends that are left out are known", () => {
  const lost = ["a ", " a", "a\n", "\u00A0a", ' say "a"'];
  for (const typed of lost) assert.ok(textLosesBlanks(typed), typed);
  for (const typed of ["a", "a b", "", "  ", '"a "', ' "a" ', ' ("a") '])
    assert.ok(!textLosesBlanks(typed), typed);
  assert.ok(losesBlanks(" www"));
  assert.ok(!losesBlanks("www"));
});

test("strings of the zone-file form hold 255 octets at most, in printable ASCII", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 900 }), (text) => {
      const strings = presentTxt(text).slice(1, -1).split('" "');
      return strings.every(
        (string) => /^[ -~]*$/.test(string) && string.replace(/\\(?:\d{3}|.)/g, "x").length <= 255,
      );
    }),
  );
});
