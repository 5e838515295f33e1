/** The dialogs about one site, by the name that opens them in the address: `?site=3`. */
const ofSite = ["site", "settings", "delete"] as const;
/** Those about one redirection. */
const ofRedirection = ["redirection", "delete-redirection"] as const;
/** Those about the service; the text after the `=` is theirs. */
const ofService = ["php", "parking", "log", "htaccess", "new", "new-redirection"] as const;
export type SiteDialogName = (typeof ofSite)[number];
export type RedirectionDialogName = (typeof ofRedirection)[number];
export type ServiceDialogName = (typeof ofService)[number];

export type OpenDialog =
  | { readonly about: "site"; readonly name: SiteDialogName; readonly item: number }
  | { readonly about: "redirection"; readonly name: RedirectionDialogName; readonly item: number }
  | { readonly about: "service"; readonly name: ServiceDialogName; readonly text: string };

/** What the address says of the list of sites. */
export interface SiteSearch {
  q?: string | undefined;
  page?: number | undefined;
}
/** As the address has it. */
export type DialogAddress = Partial<
  Record<SiteDialogName | RedirectionDialogName, number> & Record<ServiceDialogName, string>
>;

export const noDialog: Readonly<Record<string, undefined>> = Object.fromEntries(
  [...ofSite, ...ofRedirection, ...ofService].map((name) => [name, undefined]),
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
export const readSiteSearch = (raw: Raw): SiteSearch => ({
  q: textOf(raw["q"]) || undefined,
  page: integerOf(raw["page"], 2),
});

export function readDialog(raw: Raw): OpenDialog | undefined {
  for (const name of ofSite) {
    const item = integerOf(raw[name], 1);
    if (item !== undefined) return { about: "site", name, item };
  }
  for (const name of ofRedirection) {
    const item = integerOf(raw[name], 1);
    if (item !== undefined) return { about: "redirection", name, item };
  }
  const name = ofService.find((one) => raw[one] !== undefined);
  return name && { about: "service", name, text: raw[name] === true ? "" : (textOf(raw[name]) ?? "") };
}
