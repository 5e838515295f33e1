import type es from "./messages/es.json" with { type: "json" };

export const languages = ["es", "en"] as const;
export type Language = (typeof languages)[number];

/** A key of the shared catalogues (`messages/es.json`, `messages/en.json`), with the values its ICU text names. */
export type MessageKey = keyof typeof es;
export type Message = MessageKey | { readonly key: MessageKey; readonly values: MessageValues };
export type MessageValues = Readonly<Record<string, string | number>>;
