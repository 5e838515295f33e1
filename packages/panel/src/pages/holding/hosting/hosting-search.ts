import { integerOf, type RawSearch, textOf } from "../dialogs/dialog-search.ts";

/** The dialogs about one site. */
const ofSite = ["site", "settings", "delete"] as const;
/** Those about one redirection. */
const ofRedirection = ["redirection", "delete-redirection"] as const;
/** Those about the service. */
const ofService = ["php", "parking", "log", "htaccess", "new", "new-redirection"] as const;
export type SiteDialogName = (typeof ofSite)[number];
export type RedirectionDialogName = (typeof ofRedirection)[number];
export type ServiceDialogName = (typeof ofService)[number];

/** What the address says of the list of sites. */
export interface SiteSearch {
  q?: string | undefined;
  page?: number | undefined;
}

/** Links are typed by people too: what makes no sense is left out. */
export const readSiteSearch = (raw: RawSearch): SiteSearch => ({
  q: textOf(raw["q"]) || undefined,
  page: integerOf(raw["page"], 2),
});

export const hostingPages = {
  names: { one: [...ofSite, ...ofRedirection], whole: ofService },
  readSearch: readSiteSearch,
};
