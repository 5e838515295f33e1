/**
 * Typed text survives a reload: the user's own, the one after signing in again, or because another tab changed the
 * language. Open dialogs and forms are registered while they are mounted; when the page goes, all of them are written to
 * the tab's storage, under the address and the user; after the reload each takes its part once.
 *
 * Never written: passwords and files (form-fields.ts leaves them out), anything after signing out. Never given out: to
 * another user, at another address, or after half an hour, when it is deleted.
 */
import { tabStorage } from "../session/tab-storage.ts";

const storageKey = "_kept";
const longestMs = 30 * 60_000;
const mostBytes = 100_000;

type Parts = Readonly<Record<string, unknown>>;
interface Kept {
  readonly user: string;
  readonly address: string;
  readonly at: number;
  readonly parts: Parts;
}

/** What each mounted part holds now; undefined while nothing was changed in it. */
const mounted = new Map<string, () => unknown>();
/** Taken before the reload, when the session was found to be over: what happens to the page after that changes nothing. */
let frozen: Pick<Kept, "address" | "parts"> | null = null;
/** Domain and name of who is signed in, once known. */
let owner: string | null = null;
let offered: Kept | null = null;

const addressNow = (): string => location.pathname + location.search;
const bytesOf = (value: unknown): number => new Blob([JSON.stringify(value)]).size;

function snapshot(): Pick<Kept, "address" | "parts"> {
  let room = mostBytes;
  const entries: [string, unknown][] = [];
  for (const [name, read] of mounted) {
    const value = read();
    if (value === undefined) continue;
    const bytes = bytesOf({ [name]: value });
    if (bytes > room) continue;
    room -= bytes;
    entries.push([name, value]);
  }
  return { address: addressNow(), parts: Object.fromEntries(entries) };
}

/** `read` is asked when the page is about to go. Returns how to leave. */
export function registerPart(name: string, read: () => unknown): () => void {
  mounted.set(name, read);
  return () => {
    if (mounted.get(name) === read) mounted.delete(name);
  };
}

export function freezeParts(): void {
  frozen ??= snapshot();
}

function keepParts(): void {
  const typed = frozen ?? snapshot();
  if (owner !== null && Object.keys(typed.parts).length > 0)
    tabStorage.set(storageKey, { user: owner, at: Date.now(), ...typed } satisfies Kept);
  // A page that came back out of the browser's cache left its parts there when it went.
  else tabStorage.remove(storageKey);
}

/** Of a user who signs out nothing stays in the tab, and nothing is written when the page goes. */
export function forgetParts(): void {
  owner = null;
  tabStorage.clear();
}

const isKept = (value: unknown): value is Kept =>
  value instanceof Object &&
  "user" in value &&
  "address" in value &&
  "at" in value &&
  typeof value.at === "number" &&
  "parts" in value &&
  value.parts instanceof Object;

/** On the login page, where it may wait for somebody who never comes. */
export function forgetInTime(): void {
  const kept = tabStorage.get(storageKey);
  const leftMs = isKept(kept) ? kept.at + longestMs - Date.now() : 0;
  setTimeout(() => tabStorage.remove(storageKey), leftMs);
}

/** At the start of a page, once it is known who is signed in. From here on it lies in no storage until the page goes. */
export function offerParts(user: string): void {
  owner = user;
  addEventListener("pagehide", keepParts);
  const kept = tabStorage.get(storageKey);
  tabStorage.remove(storageKey);
  if (isKept(kept) && kept.user === user) offered = kept;
}

/** What was kept of this part, if anything; it stays on offer until `takePart`, as a page may be drawn twice. */
export function peekPart(name: string): unknown {
  if (offered === null || offered.address !== addressNow()) return undefined;
  return Date.now() - offered.at > longestMs ? undefined : offered.parts[name];
}

export function takePart(name: string): void {
  if (offered === null) return;
  const { [name]: _taken, ...parts } = offered.parts;
  offered = { ...offered, parts };
}
