import type { Message, MessageKey, MessageValues } from "../message.ts";

/** What a parser of one field says: the canonical value, or what is wrong with the text. Parsers never throw. */
export type Result<T> = Accepted<T> | Refused;
export interface Accepted<T> {
  readonly ok: true;
  readonly value: T;
}
export interface Refused {
  readonly ok: false;
  readonly error: Message;
}

export const accepted = <T>(value: T): Accepted<T> => ({ ok: true, value });

export const refused = (key: MessageKey, values?: MessageValues): Refused => ({
  ok: false,
  error: values ? { key, values } : key,
});

const longestQuote = 63;
/** What the user typed, short enough to be quoted in a message. */
export const quoted = (text: string): string =>
  text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
