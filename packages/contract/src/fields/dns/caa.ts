/** CAA (RFC 8659): `flag tag "value"`. */
import { parseHostName } from "../domain-name.ts";
import { accepted, quoted, refused, type Result } from "../result.ts";
import { caaTags, type CaaTag } from "./types.ts";

export interface CaaValue {
  readonly flag: string;
  readonly tag: string;
  /** Without the quotes. */
  readonly value: string;
}

const issueExample = "letsencrypt.org";
const iodefExample = "mailto:security@example.com";
const example = `0 issue "${issueExample}"`;
/** A value is not bound to 255 octets, but no CA needs more and every name server takes that many. */
const longestValue = 255;
const highestFlag = 255;

const isTag = (text: string): text is CaaTag => (caaTags as readonly string[]).includes(text);

/** The parts of a value, for a form; tag and value may be quoted. Null where there aren't three parts. */
export function splitCaa(text: string): CaaValue | null {
  const [flag = "", tag = ""] = text.trim().split(/\s+/, 2);
  if (flag === "" || tag === "") return null;
  const rest = text.slice(text.indexOf(tag, text.indexOf(flag) + flag.length) + tag.length).trim();
  if (rest === "") return null;
  const isQuoted = rest.length > 1 && rest.startsWith('"') && rest.endsWith('"');
  return { flag, tag: tag.replace(/^"([^"]*)"$/, "$1"), value: isQuoted ? rest.slice(1, -1) : rest };
}

export const joinCaa = ({ flag, tag, value }: CaaValue): string => `${flag} ${tag} "${value}"`;

export function parseCaa(input: string): Result<string> {
  if (input.length > 4 * longestValue) return refused("dns.caa.long", { max: longestValue });
  const parts = splitCaa(input);
  if (!parts) return refused("dns.caa.format", { example });
  if (!/^\d+$/.test(parts.flag) || Number(parts.flag) > highestFlag) {
    return refused("dns.caa.flag", { max: highestFlag, example });
  }
  const tag = parts.tag.toLowerCase();
  if (!isTag(tag)) return refused("dns.caa.tag", { tags: caaTags.join(", "), example });
  const value = tag === "iodef" ? parseIodef(parts.value.trim()) : parseIssuer(parts.value);
  if (!value.ok) return value;
  if (value.value.length > longestValue) return refused("dns.caa.long", { max: longestValue });
  return accepted(joinCaa({ flag: String(Number(parts.flag)), tag, value: value.value }));
}

const parameterPattern = /^([a-z0-9]+(?:-+[a-z0-9]+)*)[ \t]*=[ \t]*([\x21-\x3a\x3c-\x7e]*)$/i;

/** issue-value of RFC 8659, 4.2: `ca.example; name=value; name=value`. `;` alone: no CA may issue. */
function parseIssuer(text: string): Result<string> {
  const [issuer = "", ...rest] = text.split(";").map((part) => part.trim());
  const parameters = rest.filter((part, index) => part !== "" || index < rest.length - 1);
  for (const parameter of parameters) {
    if (!parameterPattern.test(parameter) || /["\\]/.test(parameter)) {
      return refused("dns.caa.parameter", {
        parameter: quoted(parameter),
        example: `0 issue "${issueExample}; validationmethods=dns-01"`,
      });
    }
  }
  const written = parameters.map((parameter) => `; ${parameter.replace(/[ \t]*=[ \t]*/, "=")}`).join("");
  if (issuer === "") return accepted(written === "" ? ";" : written);
  const host = parseHostName(issuer);
  return host.ok
    ? accepted(host.value + written)
    : refused("dns.caa.issuer", { value: quoted(issuer), example });
}

const mailbox = /^mailto:[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@([^@\s]+)$/i;
const printable = /^[\x21-\x7e]+$/;

/** Where a CA reports a refused request: an address for mail or for HTTP (RFC 8659, 4.4). */
function parseIodef(text: string): Result<string> {
  const wrong = refused("dns.caa.iodef", { value: quoted(text), example: `0 iodef "${iodefExample}"` });
  const mail = mailbox.exec(text);
  if (mail) {
    const host = parseHostName(mail[1]!);
    return host.ok ? accepted(`mailto:${text.slice(7, text.lastIndexOf("@"))}@${host.value}`) : wrong;
  }
  if (!/^https?:\/\//i.test(text)) return wrong;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return wrong;
  }
  return parseHostName(url.hostname).ok && printable.test(url.href) && !/["\\]/.test(url.href)
    ? accepted(url.href)
    : wrong;
}
