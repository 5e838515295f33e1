import { accepted, refused, type Result } from "./result.ts";

export const longestAddress = 1300;
const longestPath = 1024;
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

/** What stands behind the host, as `/offer`; `` is all of the host. */
export function parseSitePath(input: string): Result<string> {
  const text = input.trim();
  const path = (text === "" || text.startsWith("/") ? text : `/${text}`).replace(/\/+$/, "");
  if (!/^[A-Za-z0-9._~!@()*+,=:/-]*$/.test(path)) return refused("redirection.path");
  if (/\/(?:\/|\.{1,2}(?:\/|$))/.test(path)) return refused("redirection.path_parts");
  if (/^\/\.(?:atrio|well-known)(?:\/|$)/i.test(path)) return refused("redirection.path_reserved");
  return path.length > longestPath ? refused("main.too_long", { maximum: longestPath }) : accepted(path);
}
