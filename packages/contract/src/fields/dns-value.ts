/**
 * From what a person types to the record that is stored, and back. What `parseRecord` accepts is a valid record for every
 * name server; what it refuses comes with a message per field. Rules between records are in dns/conflicts.ts.
 */
import type { Message } from "../message.ts";
import { toAscii, toUnicode } from "./domain-name.ts";
import { parseCaa } from "./dns/caa.ts";
import { isSrvName, parseSrv, splitSrv, srvAsteriskAt } from "./dns/srv.ts";
import { parseMx, parseOtherTarget } from "./dns/target.ts";
import { formatTxt, parseTxt } from "./dns/txt.ts";
import {
  defaultPriority,
  defaultTtl,
  hasPriority,
  priorities,
  ttls,
  type RecordType,
  type ValueContext,
} from "./dns/types.ts";
import { parseIpv4, parseIpv6 } from "./ip.ts";
import { parseOwnerName, relativeName } from "./owner-name.ts";
import { accepted, quoted, refused, type Result } from "./result.ts";

/** As a form sends it. A missing or empty `ttl` or `priority` is the default. */
export interface RecordDraft {
  readonly zona: string;
  readonly value: string;
  readonly ttl?: string | undefined;
  readonly priority?: string | undefined;
}

/**
 * What is stored. `name` is the full name, `zona` the same relative to the zone (`` the zone itself). In `value` all names
 * are full lower-case A-labels without trailing dot (`.` for "none"), TXT is the plain text or its strings with line feeds
 * between them, MX and SRV go without the priority, which is null for all other types.
 */
export interface CanonicalRecord {
  readonly type: RecordType;
  readonly name: string;
  readonly zona: string;
  readonly value: string;
  readonly ttl: number;
  readonly priority: number | null;
}

export type RecordErrors = { readonly [Field in keyof RecordDraft]?: Message };
export type ParsedRecord =
  | { readonly ok: true; readonly record: CanonicalRecord }
  | { readonly ok: false; readonly errors: RecordErrors };

const underscores = { underscores: true };

const valueParsers: Record<RecordType, (value: string, context: ValueContext) => Result<string>> = {
  A: parseIpv4,
  AAAA: parseIpv6,
  ANAME: (value, context) => parseOtherTarget(value, context, underscores),
  CAA: parseCaa,
  CNAME: (value, context) => parseOtherTarget(value, context, underscores),
  MX: parseMx,
  NS: parseOtherTarget,
  SRV: parseSrv,
  TXT: parseTxt,
};

/** The value alone; `context.name` is the record's full name. */
export const parseValue = (type: RecordType, value: string, context: ValueContext): Result<string> =>
  valueParsers[type](value, context);

/** Where a type may stand. The name servers at the zone's own name are the panel's, not the customer's. */
function parseOwner(type: RecordType, zona: string, zoneName: string): Result<string> {
  const parsed = parseOwnerName(zona, zoneName, type === "SRV" ? { asteriskAt: srvAsteriskAt } : {});
  if (!parsed.ok) return parsed;
  const name = parsed.value;
  const values = { zone: toUnicode(zoneName) };
  if (name === zoneName && type === "CNAME") return refused("dns.cname_apex", values);
  if (name === zoneName && type === "NS") return refused("dns.ns_apex", values);
  if (name.startsWith("*.") && type === "NS") return refused("dns.ns_wildcard", values);
  if (type === "SRV" && !isSrvName(relativeName(name, zoneName))) return refused("dns.srv.name", values);
  return parsed;
}

const decimal = /^\d{1,6}$/;

function parseListed(
  typed: string | undefined,
  listed: readonly number[],
  byDefault: number,
  key: "dns.ttl" | "dns.priority",
): Result<number> {
  const text = typed?.trim() ?? "";
  if (text === "") return accepted(byDefault);
  const value = decimal.test(text) ? Number(text) : -1;
  return listed.includes(value)
    ? accepted(value)
    : refused(key, { value: quoted(text), listed: listed.join(", ") });
}

/** A priority sent for a type that has none is ignored; "no mail here" has 0 (RFC 7505, 3). */
function parsePriority(type: RecordType, typed: string | undefined, value: string): Result<number | null> {
  if (!hasPriority(type)) return accepted(null);
  if (type === "MX" && value.trim() === ".") return accepted(0);
  return parseListed(typed, priorities, defaultPriority, "dns.priority");
}

export function parseRecord(type: RecordType, draft: RecordDraft, zoneName: string): ParsedRecord {
  const zone = toAscii(zoneName);
  const name = parseOwner(type, draft.zona, zone);
  // With a wrong name the value is checked all the same: both messages come at once.
  const value = parseValue(type, draft.value, { name: name.ok ? name.value : "", zoneName: zone });
  const ttl = parseListed(draft.ttl, ttls, defaultTtl, "dns.ttl");
  const priority = parsePriority(type, draft.priority, draft.value);
  if (name.ok && value.ok && ttl.ok && priority.ok) {
    const zona = relativeName(name.value, zone);
    return {
      ok: true,
      record: { type, name: name.value, zona, value: value.value, ttl: ttl.value, priority: priority.value },
    };
  }
  const errors = {
    ...(name.ok ? {} : { zona: name.error }),
    ...(value.ok ? {} : { value: value.error }),
    ...(ttl.ok ? {} : { ttl: ttl.error }),
    ...(priority.ok ? {} : { priority: priority.error }),
  };
  return { ok: false, errors };
}

const asStored = (value: string): string => value;

const valueFormats: Record<RecordType, (value: string) => string> = {
  A: asStored,
  AAAA: asStored,
  ANAME: toUnicode,
  CAA: asStored,
  CNAME: toUnicode,
  MX: toUnicode,
  NS: toUnicode,
  SRV: (value) => {
    const { weight, port, target } = splitSrv(value);
    return `${weight} ${port} ${toUnicode(target)}`;
  },
  TXT: formatTxt,
};

/** A stored value as a person reads it and as a form takes it: `parseValue` makes the stored value of it again. */
export const formatValue = (type: RecordType, value: string): string => valueFormats[type](value);
