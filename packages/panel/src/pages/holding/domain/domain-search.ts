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

interface Open {
  readonly dialog?: DomainDialog | undefined;
  readonly item?: DomainItem | undefined;
}

/** Links are typed by people too: what makes no sense opens nothing. */
export const readDialog = (search: { readonly dialog?: unknown; readonly item?: unknown }): Open => ({
  dialog: dialogs.find((dialog) => dialog === search.dialog),
  item: search.item === "new" ? "new" : Number.isSafeInteger(search.item) ? Number(search.item) : undefined,
});
