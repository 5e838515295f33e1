import { type RefObject, useEffect, useState } from "react";
import { type FieldValues, fillFields, readFields } from "./form-fields.ts";
import { peekPart } from "./kept.ts";
import { useKeptPart } from "./useKept.ts";

const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "string");
const isFieldValues = (value: unknown): value is FieldValues => Array.isArray(value) && value.every(isPair);

/** Keeps what is typed in a form's own fields over a reload (kept.ts). True: it was filled with what was kept. */
export function useKeptFields(
  name: string,
  form: RefObject<HTMLFormElement | null>,
  isDirty: () => boolean,
): boolean {
  const [kept] = useState(() => {
    const values = peekPart(name);
    return isFieldValues(values) ? values : null;
  });
  useKeptPart(name, () => (form.current && isDirty() ? readFields(form.current) : undefined));
  useEffect(() => {
    if (form.current && kept) fillFields(form.current, kept);
  }, [form, kept]);
  return kept !== null;
}
