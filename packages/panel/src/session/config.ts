import type { Config } from "@atrio/contract";
import { useSuspenseQuery } from "@tanstack/react-query";
import { forceLanguage } from "../api/client.ts";
import { query, queryClient } from "../api/query.ts";
import { language } from "../i18n/i18n.ts";
import { isColorName, isSurfaceName } from "../theme/names.ts";
import { parsed, stored, theme } from "../theme/theme.ts";

const cacheKey = "_ddcfg";
const configQuery = { ...query("configGet"), staleTime: Infinity };

function take(config: Config): void {
  const { color, surface, colorSelectable } = config.themeConfig;
  theme.useCompany({
    color: isColorName(color) ? color : "indigo",
    surface: isSurfaceName(surface) ? surface : "zinc",
    colorSelectable,
  });
  forceLanguage(config.forceLanguage ? language() : null);
  document.title ||= config.company;
  document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href =
    config.logo_mini || config.logo || "/favicon.svg";
}

/** Enough to draw with: a cache of an older version, or one that was tampered with, is fetched anew. */
const isConfig = (value: unknown): value is Config =>
  value instanceof Object &&
  "company" in value &&
  typeof value.company === "string" &&
  "captcha" in value &&
  "themeConfig" in value &&
  value.themeConfig instanceof Object;

/** The company's brand and texts as they are now, on every open page at once. */
export async function refreshConfig(): Promise<Config> {
  const config = await queryClient.fetchQuery({ ...configQuery, staleTime: 0 });
  stored.set(cacheKey, JSON.stringify(config));
  take(config);
  return config;
}

/** The company's configuration: at once as last seen, and again from the server. The first visit waits for it. */
export async function loadConfig(): Promise<void> {
  const cached = parsed(stored.get(cacheKey));
  if (!isConfig(cached)) return void (await refreshConfig());
  queryClient.setQueryData(configQuery.queryKey, cached);
  take(cached);
  refreshConfig().catch(() => {
    // The cached one serves until the server answers again; the page's own calls say what is wrong.
  });
  return undefined;
}

/** For the page that says that nothing can be loaded: the configuration may be part of that. */
export const knownCompany = (): string | undefined => queryClient.getQueryData(configQuery.queryKey)?.company;
export const useConfig = (): Config => useSuspenseQuery(configQuery).data;
