/** XML that is only written: elements, attributes and text, all of it escaped. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly Element[];
}

export const element = (
  name: string,
  content: Element["content"],
  attributes: Element["attributes"] = {},
): Element => ({ name, attributes, content });

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** What XML 1.0 (2.2) has no way to write. */
const notXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
/** Readers make a plain space or a line feed of those that are written as they are (2.11, 3.3.3). */
const escaped = (text: string): string =>
  text
    .replaceAll(notXml, "\u{fffd}")
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

function written({ name, attributes, content }: Element): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)];
  const inner = typeof content === "string" ? escaped(content) : content.map(written).join("");
  return `<${start.join(" ")}>${inner}</${name}>`;
}

/** `doctype` goes before the root as it is. */
export const xmlDocument = (root: Element, doctype = ""): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}${written(root)}\n`;
