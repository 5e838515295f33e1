/** What must hold between addresses: the database's own rules (migration 0021), in the words of the form. */
import type { Message } from "@atrio/contract";
import { DatabaseError } from "pg";
import { refuse } from "../../http/refuse.ts";
import { type MailLimits, named } from "./service.ts";

interface Wanted {
  readonly address: string;
  readonly limits: MailLimits;
  /** Of the form that asks for it; a rule about another field is told without one. */
  readonly fields: readonly ("name" | "target" | "quota")[];
}
interface Rule {
  readonly field: Wanted["fields"][number] | null;
  /** What is there already stands in the way; the rest is wrong input. */
  readonly stands: boolean;
  readonly message: (wanted: Wanted) => Message;
}

const maximum = (count: number | null) => ({ maximum: count ?? 0 });

/** RFC 5321, 4.5.3.1.3 */
const tooLong: Rule = {
  field: "name",
  stands: false,
  message: () => ({ key: "mail.address_long", values: { maximum: 254 } }),
};

const rules: Readonly<Record<string, Rule>> = {
  mailbox_address_check: tooLong,
  alias_address_check: tooLong,
  mail_address_pkey: {
    field: "name",
    stands: true,
    message: (wanted) => ({ key: "mail.exists", values: named(wanted.address) }),
  },
  mail_loop: {
    field: "target",
    stands: false,
    message: (wanted) => ({ key: "mail.loop", values: named(wanted.address) }),
  },
  mail_too_far: {
    field: "target",
    stands: false,
    message: (wanted) => ({ key: "mail.too_far", values: named(wanted.address) }),
  },
  mail_mailboxes_max: {
    field: null,
    stands: true,
    message: ({ limits }) => ({ key: "mail.mailboxes_max", values: maximum(limits.mailboxesMax) }),
  },
  mail_aliases_max: {
    field: null,
    stands: true,
    message: ({ limits }) => ({ key: "mail.aliases_max", values: maximum(limits.aliasesMax) }),
  },
  mail_quota: { field: "quota", stands: false, message: () => "mail.quota" },
};

/** Runs statements that change an address; a rule that says no becomes a refusal. */
export async function withMailRules<T>(wanted: Wanted, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = error instanceof DatabaseError ? (error.constraint ?? "") : "";
    if (!Object.hasOwn(rules, constraint)) throw error;
    const { field, stands, message } = rules[constraint]!;
    return field !== null && wanted.fields.includes(field)
      ? refuse(stands ? "conflict" : "invalid", { fields: { [field]: message(wanted) }, cause: error })
      : refuse("conflict", { message: message(wanted), cause: error });
  }
}

/**
 * Names that others take for the domain's own voice (RFC 2142), and by which certificate authorities ask whether a domain is
 * whose it seems (CA/Browser Forum, Baseline Requirements, 3.2.2.4.4, and what they asked before).
 */
const reservedNames: ReadonlySet<string> = new Set([
  "abuse",
  "admin",
  "administrator",
  "hostmaster",
  "mailer-daemon",
  "noc",
  "postmaster",
  "root",
  "security",
  "ssladmin",
  "ssladministrator",
  "sslwebmaster",
  "sysadmin",
  "webmaster",
]);

interface MayWrite {
  readonly permissions: { readonly servicemail: string };
}

/** They are given by who has the mail of the service in hand. */
export const isReservedFor = ({ permissions }: MayWrite, localPart: string): boolean =>
  reservedNames.has(localPart) && permissions.servicemail !== "write";

export function refuseReserved(holding: MayWrite, localPart: string): void {
  if (isReservedFor(holding, localPart))
    refuse("invalid", { fields: { name: { key: "mail.reserved", values: { name: localPart } } } });
}

/** Nor are they read, led elsewhere or taken away by who has only mailboxes or aliases: certificates are issued by their mail. */
export function guardReserved(holding: MayWrite, address: string): void {
  if (isReservedFor(holding, address.slice(0, address.lastIndexOf("@")))) refuse("forbidden");
}
