import { type DialogAddress, integerOf, type RawSearch, textOf } from "../dialogs/dialog-search.ts";

/** The dialogs about one mailbox. */
const ofMailbox = ["password", "reveal", "quota", "forward", "autoresponder", "delete"] as const;
/** Those about one alias. */
const ofAlias = ["alias", "delete-alias"] as const;
/** Those about the mail of the whole domain. */
const ofDomain = ["new", "deleted", "catch-all", "settings", "dns"] as const;
export type MailboxDialogName = (typeof ofMailbox)[number];
export type AliasDialogName = (typeof ofAlias)[number];
export type DomainDialogName = (typeof ofDomain)[number];
export type MailDialogAddress = DialogAddress<MailboxDialogName | AliasDialogName, DomainDialogName>;

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
/** Links are typed by people too: what makes no sense is left out. */
export const readMailSearch = (raw: RawSearch): MailSearch => ({
  q: textOf(raw["q"]) || undefined,
  type: mailKinds.find((kind) => kind === raw["type"]),
  page: integerOf(raw["page"], 2),
});

export const mailPage = {
  names: { one: [...ofMailbox, ...ofAlias], whole: ofDomain },
  readSearch: readMailSearch,
};
