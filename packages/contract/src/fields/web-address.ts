import { accepted, refused, type Result } from "./result.ts";

export const longestAddress = 1300;
/** Of UTF-8. */
const longestPath = 1024;
/** Each octet may be percent-encoded. */
export const longestTypedPath = 3 * longestPath;
/** What no URI has (RFC 3986, 2); `URL` leaves them as they are in some places. */
const outsideUri = /["<>\\^`{|}']/g;
const encoded = (character: string): string =>
  `%${character.codePointAt(0)!.toString(16).toUpperCase().padStart(2, "0")}`;

/** An address of the web in its canonical form. Nobody's name and password are in it. */
export function parseWebAddress(input: string): Result<string> {
  const text = input.trim();
  // `URL` drops tabs and line ends, and takes `\` for `/`
  if (!/^https?:\/\/[^\s\\\p{Cc}/][^\s\\\p{Cc}]*$/iu.test(text) || !URL.canParse(text))
    return refused("redirection.url");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return refused("redirection.user");
  if (!url.hostname.includes(".") && !url.hostname.startsWith("[")) return refused("redirection.url");
  const address = url.href.replaceAll(outsideUri, encoded);
  return address.length > longestAddress
    ? refused("main.too_long", { maximum: longestAddress })
    : accepted(address);
}

/** Whether the path and query of a request can follow this destination. */
export const canKeepPath = (url: string): boolean => !/[?#]/.test(url);

/** Of a redirection that says nothing else: a whole name leads to a whole name, page by page. */
export const keepsPathByDefault = (path: string, url: string): boolean =>
  path === "" && canKeepPath(url) && URL.canParse(url) && new URL(url).pathname === "/";

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The path of a redirection and its query, which is empty where it has none. */
export function splitSitePath(sitePath: string): readonly [path: string, query: string] {
  const mark = sitePath.indexOf("?");
  return mark === -1 ? [sitePath, ""] : [sitePath.slice(0, mark), sitePath.slice(mark + 1)];
}

/** As browsers send it; what they would send in two ways is refused. */
function parseQuery(typed: string): string | undefined {
  const query = typed.replaceAll(/[ \u{a1}-\u{10ffff}]+/gu, (part) =>
    part.isWellFormed() ? encodeURIComponent(part) : "\0",
  );
  return /^(?:[A-Za-z0-9._~!@()*+,=:/&;[\]-]|%[\da-f]{2})*$/i.test(query) ? query : undefined;
}

/**
 * Reads the path and query behind the host: `/offer`, `/offer?id=5`, or `` for all of the host. The path is decoded, so that `/a%20b` and
 * `/a b` are the same; a query belongs to it letter by letter.
 */
export function parseSitePath(input: string): Result<string> {
  const [typed, typedQuery] = splitSitePath(input.trim());
  const text = decoded(typed);
  const query = parseQuery(typedQuery);
  if (text === undefined || query === undefined) return refused("redirection.path");
  const path = (text === "" || text.startsWith("/") ? text : `/${text}`).replace(/\/+$/, "");
  if (!/^(?:[A-Za-z0-9._~!@()*+,=:/ -]|[^\p{ASCII}\p{C}\p{Z}])*$/u.test(path) || path.endsWith(" "))
    return refused("redirection.path");
  if (/\/(?:\/|\.{1,2}(?:\/|$))/.test(path)) return refused("redirection.path_parts");
  if (/^\/\.(?:atrio|well-known)(?:\/|$)/i.test(path)) return refused("redirection.path_reserved");
  const whole = query === "" ? path : `${path || "/"}?${query}`;
  return new TextEncoder().encode(whole).length > longestPath
    ? refused("main.too_long", { maximum: longestPath })
    : accepted(whole);
}
