/** Why a line of a .htaccess file, or all of one, is not followed; and how its customer is told. */
import type { MessageKey } from "@atrio/contract";
import * as z from "zod/mini";

/** As stack/web/htaccess-*.js names them; those from `link` on are of a file as a whole. */
const messages = {
  unknown: "htaccess.unknown",
  section: "htaccess.section",
  section_rewrite: "htaccess.section_rewrite",
  phpSetting: "htaccess.php_setting",
  https: "htaccess.https",
  handler: "htaccess.handler",
  access: "htaccess.access",
  address: "htaccess.address",
  environment: "htaccess.environment",
  value: "htaccess.value",
  option: "htaccess.option",
  header: "htaccess.header",
  proxy: "htaccess.proxy",
  flag: "htaccess.flag",
  syntax: "htaccess.syntax",
  pattern: "htaccess.pattern",
  closed: "htaccess.closed",
  negative: "htaccess.negative",
  long: "htaccess.long",
  link: "htaccess.link",
  no_file: "htaccess.no_file",
  large: "htaccess.large",
  unreadable: "htaccess.unreadable",
} as const satisfies Record<string, MessageKey>;

export type Reason = keyof typeof messages;
export const isReason = (name: string): name is Reason => Object.hasOwn(messages, name);
export const messageOf = (reason: Reason): MessageKey => messages[reason];

/** As it is stored. */
export interface StoredProblem {
  /** Below the customer's home: `/public_html/.htaccess`. */
  readonly file: string;
  /** Null: the file as a whole. */
  readonly line: number | null;
  readonly directive: string;
  readonly reason: Reason;
}

export const storedProblems = z.array(
  z.object({
    file: z.string(),
    line: z.nullable(z.int()),
    directive: z.string(),
    reason: z.enum(Object.keys(messages).filter(isReason)),
  }),
);
