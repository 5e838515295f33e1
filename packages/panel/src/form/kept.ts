/**
 * What is typed survives a reload that the user did not ask for: after signing in again, or because another tab changed
 * the language. Open dialogs and forms are registered while they are mounted; before the reload all of them are written
 * to the tab's storage, under the address and the user; after it each takes its part once.
 *
 * Never written: passwords and files (form-fields.ts leaves them out). Never given out: to another user, at another
 * address, or after half an hour, when it is deleted.
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
let frozen: { address: string; parts: Parts } | null = null;
/** Domain and name of who is signed in, once known. */
let owner: string | null = null;
let offered: Kept | null = null;

const addressNow = (): string => location.pathname + location.search;
const bytesOf = (value: unknown): number => new Blob([JSON.stringify(value)]).size;

function snapshot(): Parts {
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
  return Object.fromEntries(entries);
}

/** `read` is asked when the page is about to go. Returns how to leave. */
export function registerPart(name: string, read: () => unknown): () => void {
  mounted.set(name, read);
  return () => {
    if (mounted.get(name) === read) mounted.delete(name);
  };
}

export function freezeParts(): void {
  frozen ??= { address: addressNow(), parts: snapshot() };
}

/** Loads the page again, with what is typed in it. */
export function reloadKeeping(): void {
  const { address, parts } = frozen ?? { address: addressNow(), parts: snapshot() };
  if (owner !== null && Object.keys(parts).length > 0)
    tabStorage.set(storageKey, { user: owner, address, at: Date.now(), parts } satisfies Kept);
  location.reload();
}

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" &&
  value !== null &&
  "user" in value &&
  "address" in value &&
  "at" in value &&
  typeof value.at === "number" &&
  "parts" in value &&
  typeof value.parts === "object" &&
  value.parts !== null;

/** On the login page, where it may wait for somebody who never comes. */
export function forgetInTime(): void {
  const kept = tabStorage.get(storageKey);
  const leftMs = isKept(kept) ? kept.at + longestMs - Date.now() : 0;
  setTimeout(() => tabStorage.remove(storageKey), leftMs);
}

/** At the start of a page, once it is known who is signed in. From here on it lies in no storage. */
export function offerParts(user: string): void {
  owner = user;
  const kept = tabStorage.get(storageKey);
  tabStorage.remove(storageKey);
  if (isKept(kept) && kept.user === user) offered = kept;
}

/** What was kept of this part, if anything; it stays on offer until `takePart`, as a page may be drawn twice. */
export function peekPart(name: string): unknown {
  if (offered === null || offered.address !== addressNow()) return undefined;
  if (Date.now() - offered.at > longestMs) return undefined;
  return Object.hasOwn(offered.parts, name) ? offered.parts[name] : undefined;
}

export function takePart(name: string): void {
  if (offered === null) return;
  const { [name]: _taken, ...parts } = offered.parts;
  offered = { ...offered, parts };
}
