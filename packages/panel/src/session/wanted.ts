import { paths } from "../paths.ts";
import { tabStorage } from "./tab-storage.ts";

const key = "_wanted";
/** The page that asked for a session, so that signing in leads there. Kept in the tab, not in the address. */
export const rememberWanted = (href: string): void => {
  if (href !== "/" && href !== paths.dashboard) tabStorage.set(key, href);
};
export function takeWanted(): string | null {
  const wanted = tabStorage.get(key);
  tabStorage.remove(key);
  if (typeof wanted !== "string") return null;
  return wanted.startsWith(paths.dashboard) || wanted === paths.legal ? wanted : null;
}
