/** What goes over the vault's socket: one JSON object a line, answered in order. Bytes are base64. */
import { maxSealedBytes } from "./keys.ts";

export const operations = ["seal", "open", "rewrap"] as const;
export type Operation = (typeof operations)[number];
export const isOperation = (name: string | undefined): name is Operation =>
  operations.some((operation) => operation === name);

export interface Request {
  readonly op: Operation;
  readonly context: string;
  readonly data: string;
}
/** `ping` is answered without touching a key: that is how readiness is asked. */
export type Ping = { readonly op: "ping" };
export type Reply = { readonly data: string } | { readonly error: "malformed" | "does-not-open" };

/** A text field of an object that came over the socket. */
export function textField(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === "string" ? found : undefined;
}

/** The longest line either side takes: the longest sealed secret in base64, and the rest of the object. */
export const maxLineBytes = Math.ceil(maxSealedBytes / 3) * 4 + 512;

/** Calls `onLine` for every whole line; false as soon as a line is too long. */
export function lineReader(
  onLine: (line: string) => void,
  maxBytes = maxLineBytes,
): (chunk: Buffer | string) => boolean {
  let held: Buffer[] = [];
  let length = 0;
  return (chunk) => {
    let rest = Buffer.from(chunk);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      if (length + end > maxBytes) return false;
      onLine(Buffer.concat([...held, rest.subarray(0, end)]).toString("utf8"));
      held = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    held.push(rest);
    length += rest.length;
    return length <= maxBytes;
  };
}
