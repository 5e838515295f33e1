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

/** Links are typed by people too: what makes no sense opens nothing. */
export const readDialog = (search: { readonly dialog?: unknown }): DomainDialog | undefined =>
  dialogs.find((dialog) => dialog === search.dialog);
