/** The named fields of a form as text, and back. What must never be stored is left out: passwords, files, hidden fields. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type FieldValues = readonly (readonly [name: string, value: string])[];

const texts = new Set(["text", "email", "tel", "url", "search", "number", "textarea", "select-one"]);
const ticks = new Set(["checkbox", "radio"]);

/** A password that is shown is a text field: ui/PasswordField marks it. */
const isSecret = (field: Field): boolean => field.type === "password" || "secret" in field.dataset;
const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

const fieldsOf = (form: HTMLFormElement): Field[] =>
  Array.from(form.elements)
    .filter(isField)
    .filter((field) => field.name !== "" && !isSecret(field));

export const hasSecrets = (form: HTMLFormElement): boolean =>
  Array.from(form.elements).filter(isField).some(isSecret);

export const readFields = (form: HTMLFormElement): FieldValues =>
  fieldsOf(form).flatMap((field): [string, string][] => {
    if (texts.has(field.type)) return [[field.name, field.value]];
    return isTick(field) && field.checked ? [[field.name, field.value]] : [];
  });

const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ticks.has(field.type);

/** As if typed, so that what React keeps of the fields follows. */
function type(field: Field, value: string): void {
  const prototype: object = Object.getPrototypeOf(field);
  // React overrides `value` on the element itself to see what it wrote; the prototype's setter is the browser's own.
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

export function fillFields(form: HTMLFormElement, values: FieldValues): void {
  const left = values.map(([name, value]) => ({ name, value, isUsed: false }));
  const take = (name: string, wanted?: string) => {
    const found = left.find(
      (one) => !one.isUsed && one.name === name && (wanted === undefined || one.value === wanted),
    );
    if (found) found.isUsed = true;
    return found;
  };
  for (const field of fieldsOf(form)) {
    if (isTick(field)) {
      const isTicked = take(field.name, field.value) !== undefined;
      if (field.checked !== isTicked && (isTicked || field.type === "checkbox")) field.click();
    } else if (texts.has(field.type)) {
      const kept = take(field.name);
      if (kept && kept.value !== field.value) type(field, kept.value);
    }
  }
}
