import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { type FieldValues, fillFields, readFields } from "./form-fields.ts";
import { tabStorage } from "../session/tab-storage.ts";
import { peekPart } from "./kept.ts";
import { useKeptPart } from "./useKept.ts";

const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "string");
/** Of a form whose page the user left. */
const leftKey = (name: string): string => `_left ${name}`;
const isFieldValues = (value: unknown): value is FieldValues => Array.isArray(value) && value.every(isPair);

/**
 * Keeps what is typed in a form's own fields over a reload (kept.ts), with `isLeft` also while the user is on another page.
 * True: it was filled with what was kept.
 */
export function useKeptFields(
  name: string,
  form: RefObject<HTMLFormElement | null>,
  isDirty: () => boolean,
  isLeft = false,
): boolean {
  const [kept] = useState(() => {
    const values = peekPart(name) ?? (isLeft ? tabStorage.get(leftKey(name)) : null);
    return isFieldValues(values) ? values : null;
  });
  const read = () => (form.current && isDirty() ? readFields(form.current) : undefined);
  useKeptPart(name, read);
  const leave = useEffectEvent(() => {
    const values = isLeft ? read() : undefined;
    if (values) tabStorage.set(leftKey(name), values);
  });
  // A layout effect ends while the fields are still there.
  useLayoutEffect(() => {
    tabStorage.remove(leftKey(name));
    return () => leave();
  }, [name]);
  useEffect(() => {
    if (form.current && kept) fillFields(form.current, kept);
  }, [form, kept]);
  return kept !== null;
}
