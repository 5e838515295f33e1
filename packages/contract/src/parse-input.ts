import * as z from "zod/mini";
import type { Call, InputOf } from "./call.ts";
import {
  isMessageKey,
  isMessageValues,
  type Message,
  type MessageKey,
  type MessageValues,
} from "./message.ts";

/** One wrong field: its name exactly as it was sent, and what is wrong with it. */
export interface FieldFault {
  readonly input: string;
  readonly message: Message;
}
export type ParsedInput<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: readonly FieldFault[] };

/** No form of the product has more; the limit bounds what a stranger can make the server look at. */
export const fieldsMax = 64;

type Entries = Iterable<readonly [name: string, value: string]>;

const nothingAsked = z.strictObject({});

/**
 * What was sent, as the call's handler gets it, or every wrong field by name. Both sides use it: the panel before it
 * sends, the server in any case.
 */
export function parseInput<C extends Call>(call: C, entries: Entries): ParsedInput<InputOf<C>>;
export function parseInput(call: Call, entries: Entries): ParsedInput<unknown> {
  const schema = call.input ?? nothingAsked;
  const gathered = gather(schema, entries);
  if (!gathered.ok) return gathered;
  const result = z.safeParse(schema, gathered.value, { error: ordinaryMessage });
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, fields: fieldFaults(result.error.issues) };
}

/** A form as its entries: a list becomes a repeated name, what is undefined is left out. */
export const formEntries = (
  form: Readonly<Record<string, string | readonly string[] | undefined>>,
): [string, string][] =>
  Object.entries(form).flatMap(([name, value = []]) =>
    (typeof value === "string" ? [value] : value).map((one): [string, string] => [name, one]),
  );

/** Entries by name: a list where the schema wants one, else one value; a second one is wrong input. */
function gather(schema: z.ZodMiniObject, entries: Entries): ParsedInput<Record<string, string | string[]>> {
  const sent = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > fieldsMax) {
      const message = { key: "main.too_many_fields", values: { maximum: fieldsMax } } as const;
      return { ok: false, fields: [{ input: name, message }] };
    }
    const values = sent.get(name);
    if (values) values.push(value);
    else sent.set(name, [value]);
  }
  const fields: FieldFault[] = [];
  const value: [string, string | string[]][] = [];
  for (const [name, values] of sent) {
    const isList = Object.hasOwn(schema.shape, name) && wantsList(schema.shape[name]!);
    if (!isList && values.length > 1) fields.push({ input: name, message: "main.repeated_field" });
    value.push([name, isList ? values : values[0]!]);
  }
  // `fromEntries` defines its properties, so a field called __proto__ is a field like any other.
  return fields.length > 0 ? { ok: false, fields } : { ok: true, value: Object.fromEntries(value) };
}

/** Looks through what only wraps a schema. */
function wantsList(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodMiniArray) return true;
  if (schema instanceof z.ZodMiniPipe) return wantsList(schema.def.in);
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault) {
    return wantsList(schema.def.innerType);
  }
  return false;
}

/** The message of an issue whose schema names none. */
function ordinaryMessage(issue: z.core.$ZodRawIssue): MessageKey {
  if (issue.input === undefined) return "main.required";
  switch (issue.code) {
    case "too_small":
      if (issue.origin === "string") return issue.minimum === 1 ? "main.required" : "main.too_short";
      return issue.origin === "array" ? "main.too_few" : "main.too_small";
    case "too_big":
      if (issue.origin === "string") return "main.too_long";
      return issue.origin === "array" ? "main.too_many_values" : "main.too_big";
    case "invalid_value":
      return "main.not_an_option";
    case "unrecognized_keys":
      return "main.unknown_field";
    default:
      return "main.invalid_value";
  }
}

/** One fault a field: the first. Correcting it shows the next. */
function fieldFaults(issues: readonly z.core.$ZodIssue[]): FieldFault[] {
  const faults = new Map<string, Message>();
  for (const issue of issues) {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [String(issue.path[0] ?? "")];
    for (const name of names) if (!faults.has(name)) faults.set(name, messageOf(issue));
  }
  return [...faults].map(([input, message]) => ({ input, message }));
}

function messageOf(issue: z.core.$ZodIssue): Message {
  // The last branch is the one that says what a value may be; those before it take special cases such as "".
  if (issue.code === "invalid_union") {
    const branch = issue.errors.at(-1)?.[0];
    if (branch) return messageOf(branch);
  }
  const key = isMessageKey(issue.message) ? issue.message : "main.invalid_value";
  const values = valuesOf(issue);
  return values && key !== "main.required" ? { key, values } : key;
}

function valuesOf(issue: z.core.$ZodIssue): MessageValues | undefined {
  if (issue.code === "too_big") return { maximum: Number(issue.maximum) };
  if (issue.code === "too_small") return { minimum: Number(issue.minimum) };
  const values: unknown = issue.code === "custom" ? issue.params?.["values"] : undefined;
  return isMessageValues(values) ? values : undefined;
}
