import { paths } from "../paths.ts";
import { tabStorage } from "./tab-storage.ts";

const key = "_wanted";
const pathOf = (href: string): string => href.replace(/[?#].*$/, "").replace(/\/?$/, "/");
/** The page that asked for a session, so that signing in leads there. Kept in the tab, not in the address. */
export const rememberWanted = (href: string): void => {
  if (pathOf(href) !== paths.dashboard) tabStorage.set(key, href);
};
export function takeWanted(): string | null {
  const wanted = tabStorage.get(key);
  tabStorage.remove(key);
  if (typeof wanted !== "string") return null;
  const path = pathOf(wanted);
  return path.startsWith(paths.dashboard) || path === paths.legal ? wanted : null;
}
