import { useSuspenseQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api, onSessionEnd } from "../api/client.ts";
import { isSessionEnd } from "../api/errors.ts";
import { listenToEvents } from "../api/events.ts";
import { query, queryClient } from "../api/query.ts";
import { forgetParts, freezeParts, offerParts } from "../form/kept.ts";
import { paths } from "../paths.ts";
import { tellTabs } from "./channel.ts";
import { ownerKey, ownerOf, tabStorage } from "./tab-storage.ts";

const infoQuery = { ...query("userInfo"), staleTime: Infinity };
export const useUser = () => useSuspenseQuery(infoQuery).data;

let isExpired = false;
let stopListening: (() => void) | undefined;
const listeners = new Set<() => void>();
/** An ended session is news only to a tab that had one: at the start it just means nobody is signed in. */
function expire(): void {
  if (isExpired || queryClient.getQueryData(infoQuery.queryKey) === undefined) return;
  isExpired = true;
  stopListening?.();
  freezeParts();
  for (const listener of listeners) listener();
}
onSessionEnd(expire);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** True: the dialog to sign in again is open. */
export const useSessionExpired = (): boolean => useSyncExternalStore(subscribe, () => isExpired);

let owner: string | null = null;
/** Whether the session is still this page's user's: another tab may have ended it, or signed in as another user. */
async function isOurs(): Promise<boolean> {
  try {
    const { data } = await api.userInfo();
    if (ownerOf(data) === owner) return true;
    location.reload();
    return false;
  } catch (error) {
    return !isSessionEnd(error);
  }
}

/** Of another user than the last one in this tab nothing is left. */
function claimTab(user: string): void {
  if (owner === user) return;
  owner = user;
  const last = tabStorage.get(ownerKey);
  if (last !== null && last !== user) tabStorage.clear();
  tabStorage.set(ownerKey, user);
  offerParts(user);
  // It restores the focus by itself: the first load has no room for more.
  if (tabStorage.get("_focus")) void import("../shell/kept-focus.ts");
}

/** Whether somebody is signed in; from then on the push channel is open. */
export async function isSignedIn(): Promise<boolean> {
  try {
    const user = ownerOf(await queryClient.ensureQueryData(infoQuery));
    claimTab(user);
    stopListening ??= listenToEvents(user, isOurs);
  } catch (error) {
    if (isSessionEnd(error)) return false;
    throw error;
  }
  return true;
}

export async function signOut(): Promise<void> {
  stopListening?.();
  await api.userLogout().catch((error: unknown) => {
    if (!isSessionEnd(error)) throw error;
  });
  forgetParts();
  tellTabs({ type: "user.logout" });
  location.assign(paths.login);
}
