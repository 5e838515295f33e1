/**
 * What this tab remembers across a reload. All of it belongs to one user: whoever signs in next in the same tab finds
 * nothing of it (session.ts). Where the browser refuses storage the tab forgets, and works.
 */
function attempt<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

/** Who was last signed in here. */
export const ownerKey = "_owner";
export const ownerOf = ({ user, domainName }: { user: string; domainName: string }): string =>
  `${user}@${domainName}`;

export const tabStorage = {
  get(key: string): unknown {
    return attempt((storage): unknown => JSON.parse(storage.getItem(key) ?? "null"));
  },
  set(key: string, value: unknown): void {
    attempt((storage) => storage.setItem(key, JSON.stringify(value)));
  },
  remove(key: string): void {
    attempt((storage) => storage.removeItem(key));
  },
  clear(): void {
    attempt((storage) => storage.clear());
  },
};
