/**
 * The building blocks of inputs. A form carries strings only, so each block takes a string and says exactly which
 * strings it takes; nothing is coerced (`0x10`, `1e3`, ` 7` and `+7` are no integers). Where a block names no message,
 * parse-input.ts chooses one by the kind of issue.
 */
import * as z from "zod/mini";
import { parseFolder } from "./fields/folder.ts";
import type { Result } from "./fields/result.ts";
import type { Message, MessageKey } from "./message.ts";

/** Anything but tab and line ends below U+0020, and DEL. */
const control = /(?![\t\n\r])\p{Cc}/u;
const printable = z.refine<string>((text) => !control.test(text), { error: key("main.control_character") });

/** A message in a schema, checked to be a key of the catalogues. */
export function key(name: MessageKey): MessageKey {
  return name;
}

/** An issue as zod takes it; the values of its message travel in `params`, where parse-input.ts finds them. */
export const issueOf = (message: Message, input: unknown, path: PropertyKey[] = []) => ({
  code: "custom" as const,
  input,
  path,
  message: typeof message === "string" ? message : message.key,
  params: typeof message === "string" ? {} : { values: message.values },
});

/** Text that a parser of `fields/` turns into its canonical form. */
export const parsedBy = <T>(parse: (text: string) => Result<T>, maxLength = 1024) =>
  z.pipe(
    z.string().check(z.minLength(1), z.maxLength(maxLength)),
    z.transform((typed, context): T => {
      const result = parse(typed);
      if (result.ok) return result.value;
      context.issues.push(issueOf(result.error, typed));
      return z.NEVER;
    }),
  );

/** Text that must be there: spaces around it are cut, nothing but spaces is nothing. */
export const text = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength), printable);

/** Text that may be left out; an empty field means the same. */
export const optionalText = (maxLength: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(maxLength), printable));

/** An optional field whose empty form means "not given": browsers send `ipv6=` for an empty field. */
export const blankable = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.union([
      z.pipe(
        z.literal(""),
        z.transform(() => undefined),
      ),
      schema,
    ]),
  );

const integerPattern = /^(?:0|[1-9]\d{0,14})$/;
export const integer = (minimum: number, maximum: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(integerPattern, key("main.not_an_integer"))), z.transform(Number)),
    z.int().check(z.gte(minimum), z.lte(maximum)),
  );

/** One of a list of integers, as DNSSEC's code points are. */
export const integerOf = <const T extends readonly number[]>(values: T) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(integerPattern, key("main.not_an_integer"))), z.transform(Number)),
    z.literal<T[number][]>([...values]),
  );

/** The id of another item, sent as a field. */
export const id = integer(1, Number.MAX_SAFE_INTEGER);

/** `1` or `0`. */
export const bit = z.pipe(
  z.enum(["0", "1"]),
  z.transform((value) => value === "1"),
);

/** The wanted state of a toggle: a repeated call then flips nothing (contract, "Transport"). */
export const toggle = z.strictObject({ value: z.optional(bit) });

/** A checkbox that must be ticked, in the spellings that forms use. */
export const ticked = (message: MessageKey) => z.enum(["1", "on", "true"], { error: message });

export const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email(key("main.not_an_email")));

/** A password of an FTP account, database or mailbox; the daemons behind them take printable ASCII alike. */
export const servicePassword = z
  .string()
  .check(z.minLength(8), z.maxLength(128), z.regex(/^[\x20-\x7e]*$/, key("main.password_characters")));

/** A folder below the holding's own. */
export const folder = parsedBy(parseFolder);

/** What a captcha widget hands over; empty where the installation asks for none. */
export const captchaResponse = z.optional(z.string().check(z.maxLength(8192)));
