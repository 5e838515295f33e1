const dialogs = [
  "nameservers",
  "glue",
  "dnssec",
  "authcode",
  "transferkey",
  "registrant",
  "admin",
  "billing",
  "tech",
] as const;
/** The dialogs of the page, as its address names them. */
export type DomainDialog = (typeof dialogs)[number];

/** What the dialog is about, where it is one of several: its id, or a new one. */
export type DomainItem = number | "new";

/** What is open in it. */
export interface DialogItem {
  readonly item?: DomainItem | undefined;
  /** The question whether to delete the one with this id. */
  readonly delete?: number | undefined;
}
export interface OpenDialog extends DialogItem {
  readonly dialog?: DomainDialog | undefined;
}

const idOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? Number(value) : undefined;

/** Links are typed by people too: what makes no sense opens nothing. */
export const readDialog = (search: Readonly<Record<string, unknown>>): OpenDialog => ({
  dialog: dialogs.find((dialog) => dialog === search["dialog"]),
  item: search["item"] === "new" ? "new" : idOf(search["item"]),
  delete: idOf(search["delete"]),
});
