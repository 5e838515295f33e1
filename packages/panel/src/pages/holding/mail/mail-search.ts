/** The dialogs about one mailbox, by the name that opens them in the address: `?delete=3`. */
const ofMailbox = ["password", "reveal", "quota", "forward", "autoresponder", "delete"] as const;
/** Those about one alias. */
const ofAlias = ["alias", "delete-alias"] as const;
/** Those about the mail of the whole domain; the text after the `=` is theirs. */
const ofDomain = ["new", "deleted", "catch-all", "settings", "dns"] as const;
export type MailboxDialogName = (typeof ofMailbox)[number];
export type AliasDialogName = (typeof ofAlias)[number];
export type DomainDialogName = (typeof ofDomain)[number];

export type OpenDialog =
  | { readonly about: "mailbox"; readonly name: MailboxDialogName; readonly item: number }
  | { readonly about: "alias"; readonly name: AliasDialogName; readonly item: number }
  | { readonly about: "domain"; readonly name: DomainDialogName; readonly text: string };

/** Specification 1, section 3: "Mail item types". */
export const mailKinds = ["account", "alias"] as const;
export type MailKind = (typeof mailKinds)[number];

export interface MailFilter {
  q?: string | undefined;
  type?: MailKind | undefined;
}
/** What the address says of the page: the filter, the page of the list. */
export interface MailSearch extends MailFilter {
  page?: number | undefined;
}
/** As the address has it. */
export type DialogAddress = Partial<
  Record<MailboxDialogName | AliasDialogName, number> & Record<DomainDialogName, string>
>;

const names = [...ofMailbox, ...ofAlias, ...ofDomain];
export const noDialog: Readonly<Record<string, undefined>> = Object.fromEntries(
  names.map((name) => [name, undefined]),
);

/** The router reads `?q=10` as a number. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;
const integerOf = (value: unknown, least: number): number | undefined => {
  const number = Number(textOf(value));
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
};

type Raw = Readonly<Record<string, unknown>>;

/** Links are typed by people too: what makes no sense is left out. */
export const readMailSearch = (raw: Raw): MailSearch => ({
  q: textOf(raw["q"]) || undefined,
  type: mailKinds.find((kind) => kind === raw["type"]),
  page: integerOf(raw["page"], 2),
});

export function readDialog(raw: Raw): OpenDialog | undefined {
  for (const name of ofMailbox) {
    const item = integerOf(raw[name], 1);
    if (item !== undefined) return { about: "mailbox", name, item };
  }
  for (const name of ofAlias) {
    const item = integerOf(raw[name], 1);
    if (item !== undefined) return { about: "alias", name, item };
  }
  const name = ofDomain.find((one) => raw[one] !== undefined);
  return name && { about: "domain", name, text: raw[name] === true ? "" : (textOf(raw[name]) ?? "") };
}
