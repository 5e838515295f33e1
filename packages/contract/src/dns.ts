/**
 * The DNS zone of a holding (specification 2, sections 3 and 7). Inputs carry text as typed: `parseRecord` (both sides) and
 * `conflictsWith` (server, under the zone's lock; panel, ahead of it) say what it means.
 *
 * A change answers with `undo`, the journal id that `dnsUndo` takes back, or null where nothing changed.
 */
import * as z from "zod/mini";
import { call } from "./call.ts";
import type { ZoneRecord } from "./fields/dns/conflicts.ts";
import { losesBlanks, textLosesBlanks } from "./fields/dns/txt.ts";
import { recordTypes, type RecordType } from "./fields/dns/types.ts";
import { toUnicode } from "./fields/domain-name.ts";
import { relativeName } from "./fields/owner-name.ts";
import { blankable, integer, key, optionalText } from "./input.ts";

/**
 * A hint shown beside a record that is valid but probably a mistake: its target in the same zone doesn't exist, or has no
 * address; a name server within what is delegated to it has no address here (glue); an asterisk that is no wildcard.
 */
export const recordHints = ["target_missing", "target_no_address", "glue_missing", "inner_asterisk"] as const;
export type RecordHint = (typeof recordHints)[number];

/**
 * `zona` and `reference` are for reading (Unicode), `referencePunycode` is what the name servers have. `value` is canonical
 * (a TXT of several strings has line feeds between them); `formatValue` makes of it what a form shows. `dynamicValue`: the panel keeps the value. Not `eliminable`: a record of the
 * zone itself, neither saved nor deleted by customers.
 */
export const dnsRecord = z.object({
  id: z.number(),
  zona: z.string(),
  type: z.enum(recordTypes),
  value: z.string(),
  dynamicValue: z.boolean(),
  ttl: z.number(),
  priority: z.nullable(z.number()),
  reference: z.string(),
  referencePunycode: z.string(),
  eliminable: z.boolean(),
  /** Ours. */
  hint: z.nullable(z.enum(recordHints)),
});
export type DnsRecord = z.output<typeof dnsRecord>;

/** The three names of a record in a reply, of its full name and the zone's. */
export const recordNames = (
  name: string,
  zoneName: string,
): Pick<DnsRecord, "zona" | "reference" | "referencePunycode"> => ({
  zona: toUnicode(relativeName(name, zoneName)),
  reference: toUnicode(name),
  referencePunycode: name,
});

/** A listed record as the rules between records see it. */
export const zoneRecord = ({ type, referencePunycode, value, priority }: DnsRecord): ZoneRecord => ({
  type,
  name: referencePunycode,
  value,
  priority,
});

const recordType = z.enum(recordTypes, { error: key("dns.type") });
const draft = { value: z.string(), ttl: z.optional(z.string()), priority: z.optional(z.string()) };
const filter = z.strictObject({
  /** Part of the name or of the value. */
  q: optionalText(253),
  type: blankable(recordType),
  /** From 1. Without it the whole zone comes. */
  page: blankable(integer(1, 1_000_000)),
  pageSize: blankable(integer(1, 1000)),
});

const undo = z.nullable(z.number());
const dnss = z.array(dnsRecord);
const list = z.object({
  dnss,
  /** What matches the filter, on all pages. */
  total: z.number(),
  /** What matches `q`, for each type. */
  counts: z.record(z.enum(recordTypes), z.number()),
  /** Name servers that this installation cannot run: until the packages are installed nobody answers in their place. */
  missingServices: z.array(z.object({ service: z.enum(["pdns", "knot"]), packages: z.string() })),
});
const trimmable = ["zona", "value"] as const;
/** Ours: the fields that were typed with blanks at their ends, which are left out. */
const trimmed = z.array(z.enum(trimmable));
const changedOne = z.object({ dns: dnsRecord, undo, trimmed });
const changedAll = z.object({ dnss, undo });

/** What `trimmed` says of a draft. */
export function trimmedFields(
  type: RecordType,
  { zona = "", value }: { readonly zona?: string; readonly value: string },
): (typeof trimmable)[number][] {
  const lost = {
    zona: losesBlanks(zona),
    value: type === "TXT" ? textLosesBlanks(value) : losesBlanks(value),
  };
  return trimmable.filter((field) => lost[field]);
}

const read = { all: { service_dnszone: "read" } } as const;
const write = { all: { service_dnszone: "write" } } as const;

export const dnsCalls = {
  dnsList: call({ method: "GET", path: "/service/{id}/dns/list/", needs: read, input: filter, reply: list }),
  dnsGet: call({
    method: "GET",
    path: "/service/{id}/dns/{zid}/",
    needs: read,
    reply: z.object({ dns: dnsRecord }),
  }),
  dnsCreate: call({
    method: "POST",
    path: "/service/{id}/dns/create/",
    needs: write,
    changes: true,
    input: z.strictObject({ type: recordType, zona: z.string(), ...draft }),
    reply: changedOne,
  }),
  /** A field left out keeps what it was; name and type don't change. */
  dnsSave: call({
    method: "POST",
    path: "/service/{id}/dns/{zid}/save/",
    needs: write,
    changes: true,
    input: z.strictObject(draft),
    reply: changedOne,
  }),
  dnsDelete: call({
    method: "GET",
    path: "/service/{id}/dns/{zid}/delete/",
    needs: write,
    changes: true,
    reply: z.object({ undo }),
  }),
  /** All records but those of the zone itself. */
  dnsDeleteAll: call({
    method: "GET",
    path: "/service/{id}/dns/delete/",
    needs: write,
    changes: true,
    reply: changedAll,
  }),
  /** The zone as it was when new. */
  dnsRestore: call({
    method: "GET",
    path: "/service/{id}/dns/restore/",
    needs: write,
    changes: true,
    reply: changedAll,
  }),
  /** Ours: takes back the one change that journal entry `jid` of this zone holds. */
  dnsUndo: call({
    method: "POST",
    path: "/service/{id}/dns/undo/{jid}/",
    needs: write,
    changes: true,
    reply: z.object({ dnss }),
  }),
} as const;
