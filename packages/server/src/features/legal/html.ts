/**
 * Texts of operators as HTML that any page can show: text and its structure, nothing that loads, runs, sends, styles or
 * names anything. Sanitised when it is written and again when it is read, because what is stored may be older than
 * the rules.
 */
import { Marked } from "marked";
import sanitizeHtml from "sanitize-html";

/** What a text may weigh; the database refuses more as well. A legal notice has a tenth of it. */
export const textBytesMax = 100_000;
/** What rendering costs grows with the square of `*` and `_`: this many take a second at worst. */
export const emphasisMarksMax = 3_000;
/** Deeper than any text is, and far from what would exhaust the stack. */
const nestingMax = 40;

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
const blocks = ["p", "br", "hr", "blockquote", "pre", "ul", "ol", "li", "dl", "dt", "dd"];
const table = ["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"];
const inline = ["a", "strong", "b", "em", "i", "u", "s", "del", "sub", "sup", "small", "abbr", "code"];
/** Elements that go with what is inside; of any other the text stays. */
const withContents = [
  "script",
  "style",
  "textarea",
  "option",
  "noscript",
  "title",
  "svg",
  "math",
  "template",
].concat(["iframe", "object", "noembed", "noframes", "xmp", "plaintext"]);

/** A link of a text leaves the panel: only to where one can say where it leads. */
const linkAddress = /^(?:https?:\/\/|mailto:|tel:)/i;
const leavesPanel = { rel: "noopener noreferrer nofollow", target: "_blank" };

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...headings, ...blocks, ...table, ...inline],
  nonTextTags: withContents,
  allowedAttributes: {
    a: ["href", "title", "rel", "target"],
    abbr: ["title"],
    ol: ["start"],
    th: ["colspan", "rowspan", "scope"],
    td: ["colspan", "rowspan"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: nestingMax,
  transformTags: {
    a: (tagName, { href, title }) => ({
      tagName,
      attribs: {
        ...(href !== undefined && linkAddress.test(href.trim()) ? { href: href.trim(), ...leavesPanel } : {}),
        ...(title === undefined ? {} : { title }),
      },
    }),
  },
};

export const sanitise = (html: string): string => sanitizeHtml(html, rules).trim();

const markdown = new Marked({ async: false, gfm: true });

/** Markdown may hold HTML, which is held to the same rules. */
export const renderMarkdown = (text: string): string => sanitise(markdown.parse(text, { async: false }));

/** The text alone, in one line. */
const plain = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();

const leadingHeading = /^<(h[1-6])>(?<heading>.*?)<\/\1>/s;
const documentTitle = /<title[^>]*>(?<title>[^<]*)<\/title\s*>/i;

/** A text with the title it is shown under: the heading it begins with, else its `<title>`; empty where it has neither. */
export function titledText(html: string): { readonly title: string; readonly text: string } {
  const clean = sanitise(html);
  const found = leadingHeading.exec(clean);
  if (found)
    return { title: plain(found.groups?.["heading"] ?? ""), text: clean.slice(found[0].length).trim() };
  return { title: plain(documentTitle.exec(html)?.groups?.["title"] ?? ""), text: clean };
}

/** `http` and `https` only, written as every program reads it; undefined for anything else. */
export function webAddress(text: string): string | undefined {
  const address = URL.parse(text);
  const isWeb = address?.protocol === "https:" || address?.protocol === "http:";
  return address && isWeb && address.username === "" && address.password === "" ? address.href : undefined;
}
