import type es from "./messages/es.json";

export const languages = ["es", "en"] as const;
export type Language = (typeof languages)[number];

/** A key of the shared catalogues (`messages/es.json`, `messages/en.json`), with the values its ICU text names. */
export type MessageKey = keyof typeof es;
export type Message = MessageKey | { readonly key: MessageKey; readonly values: MessageValues };
export type MessageValues = Readonly<Record<string, string | number>>;

const keyShape = /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/;
/** Tells a key from a sentence; that it is in the catalogues is seen to where it is written, by its type. */
export const isMessageKey = (text: string): text is MessageKey => keyShape.test(text);

export const isMessageValues = (values: unknown): values is MessageValues =>
  typeof values === "object" &&
  values !== null &&
  Object.values(values).every((value) => typeof value === "string" || typeof value === "number");
