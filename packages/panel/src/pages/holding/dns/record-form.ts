/**
 * Between the form's fields and what the calls take: SRV and CAA are put together and taken apart here, a message about a
 * whole value finds the field it means.
 */
import {
  defaultPriority,
  defaultTtl,
  formatValue,
  hasPriority,
  joinCaa,
  joinSrv,
  parseName,
  parseRecord,
  recordTypes,
  splitCaa,
  splitSrv,
  srvZone,
  type CanonicalRecord,
  type DnsRecord,
  type Message,
  type RecordType,
} from "@atrio/contract";
import { recordForms, fieldsOf, otherService, type FieldName, type RecordDraft } from "./record-fields.ts";

export const emptyDraft = (type: RecordType): RecordDraft => ({
  type,
  zona: "",
  ttl: String(defaultTtl),
  priority: String(defaultPriority),
  address: "",
  target: "",
  text: "",
  service: "sip",
  otherService: "",
  protocol: "_tcp",
  weight: "0",
  port: "",
  flag: "0",
  tag: "issue",
  authority: "",
});

/** What an older version of the panel kept may lack a field. */
export function isDraft(value: unknown): value is RecordDraft {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    Object.keys(emptyDraft("A")).every((name) => typeof fields.get(name) === "string") &&
    recordTypes.some((type) => type === fields.get("type"))
  );
}

export function draftOf(record: DnsRecord): RecordDraft {
  const { type, zona, ttl, priority } = record;
  const value = formatValue(type, record.value);
  const common = {
    ...emptyDraft(type),
    zona,
    ttl: String(ttl),
    priority: String(priority ?? defaultPriority),
  };
  if (type === "SRV") return { ...common, ...splitSrv(value) };
  if (type === "CAA") {
    const { flag = "", tag = "", value: authority = "" } = splitCaa(value) ?? {};
    return { ...common, flag, tag, authority };
  }
  return { ...common, [recordForms[type].main]: value };
}

const withoutQuotes = (text: string): string => text.trim().replace(/^"(.*)"$/, "$1");
const serviceOf = ({ service, otherService: other }: RecordDraft): string =>
  service === otherService ? other : service;

function valueOf(draft: RecordDraft): string {
  if (draft.type === "SRV") return joinSrv(draft);
  if (draft.type === "CAA") {
    return joinCaa({ flag: draft.flag.trim(), tag: draft.tag, value: withoutQuotes(draft.authority) });
  }
  return draft[recordForms[draft.type].main];
}

export interface RecordInput {
  zona: string;
  value: string;
  ttl: string;
  priority?: string;
}

/** What the calls take. An existing record keeps its name, so its `zona` is sent nowhere but to the parser. */
export function inputOf(draft: RecordDraft, record: DnsRecord | null): RecordInput {
  const isNewSrv = draft.type === "SRV" && !record;
  return {
    zona: isNewSrv ? srvZone({ ...draft, service: serviceOf(draft) }) : draft.zona,
    value: valueOf(draft),
    ttl: draft.ttl,
    ...(hasPriority(draft.type) ? { priority: draft.priority } : {}),
  };
}

export type FieldMessages = Partial<Record<FieldName, Message>>;
export type CheckedDraft =
  | { readonly record: CanonicalRecord; readonly messages: null }
  | { readonly record: null; readonly messages: FieldMessages };

const required = "main.required";

function missingParts(draft: RecordDraft, record: DnsRecord | null): FieldMessages {
  const missing = fieldsOf(draft, record).filter(({ isPart, name }) => isPart && draft[name].trim() === "");
  return Object.fromEntries(missing.map(({ name }) => [name, required]));
}

/** A service that is neither a label nor the wildcard is wrong itself, not the name made of it. */
function wrongService(draft: RecordDraft, record: DnsRecord | null): FieldMessages {
  if (record || draft.type !== "SRV" || draft.service !== otherService) return {};
  if (draft.otherService.trim() === "*") return {};
  const label = parseName(`_${draft.otherService.trim().replace(/^_/, "")}`, { underscores: true });
  return label.ok && !label.value.includes(".")
    ? {}
    : { otherService: label.ok ? "dns.srv.name" : label.error };
}

/** The whole form, checked by the contract's rules for one record. */
export function checkDraft(draft: RecordDraft, record: DnsRecord | null, zoneName: string): CheckedDraft {
  const parsed = parseRecord(draft.type, inputOf(draft, record), zoneName);
  const parts: FieldMessages = { ...wrongService(draft, record), ...missingParts(draft, record) };
  if (parsed.ok && Object.keys(parts).length === 0) return { record: parsed.record, messages: null };
  const messages = parsed.ok ? {} : toFields(draft, parsed.errors);
  if (parts.otherService) delete messages.zona;
  // What the whole value was found to be wrong in is the missing part.
  if (Object.keys(parts).some((name) => name !== "otherService"))
    delete messages[recordForms[draft.type].main];
  return { record: null, messages: { ...messages, ...parts } };
}

type Said = string | { readonly key: string };
const keyOf = (message: Said): string => (typeof message === "string" ? message : message.key);

/** From the call's fields to the form's: the part of the value that the message means, else its main field. */
export function toFields<M extends Said>(
  draft: RecordDraft,
  errors: Readonly<Partial<Record<string, M>>>,
): Partial<Record<FieldName, M>> {
  const { main, fields } = recordForms[draft.type];
  const { value, type: _type, ...others } = errors;
  const messages: Partial<Record<string, M>> = others;
  if (value === undefined) return messages;
  const key = keyOf(value);
  const part = fields.find((field) => field.messages?.includes(key));
  return { ...messages, [part?.name ?? main]: value };
}
