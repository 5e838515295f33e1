import type { TextName } from "./contact-draft.ts";
import type { ContactForm } from "./use-contact-form.ts";

/** What a text field of the form is given beside its label. */
export const textProps = ({ draft, faults, change }: ContactForm, name: TextName) => ({
  name,
  value: draft[name],
  onChange: (text: string) => change({ ...draft, [name]: text }),
  validate: () => faults[name] ?? null,
  validationBehavior: "aria" as const,
  isRequired: true,
});
