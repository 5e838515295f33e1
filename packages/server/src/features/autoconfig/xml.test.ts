import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { element, xmlDocument } from "./xml.ts";

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  trimValues: false,
  processEntities: { enabled: true },
  htmlEntities: true,
});
/** All that XML can carry: of the rest the writer makes U+FFFD. */
const text = fc.string({ unit: "binary", minLength: 1 });
const carried = (of: string) =>
  of.replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}");

describe("XML that is written", () => {
  it("is read back as the same text and attributes, whatever they are", () => {
    fc.assert(
      fc.property(text, text, (content, value) => {
        const xml = xmlDocument(element("a", [element("b", content, { c: value })]));
        assert.equal(XMLValidator.validate(xml), true);
        assert.deepEqual(parser.parse(xml).a.b, { "#text": carried(content), "@c": carried(value) });
      }),
    );
  });

  it("has no way to begin an element, an entity or a comment", () => {
    const xml = xmlDocument(element("a", `<b/><!-- --> &lt; ]]> "'`, { c: `"><b x='` }));
    assert.match(
      xml,
      /<a c="&quot;&gt;&lt;b x=&apos;">&lt;b\/&gt;&lt;!-- --&gt; &amp;lt; \]\]&gt; &quot;&apos;<\/a>\n$/,
    );
  });
});
