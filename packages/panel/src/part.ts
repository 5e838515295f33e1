/**
 * Parts of the application that come when they are first wanted. Up to Chromium 150 one that failed to come fails for as long as the
 * document lives, however often it is asked for.
 */

const reachServer = () => fetch("", { method: "HEAD" });

/**
 * Fetches a part; one that never came is not asked for where the server can't be reached. A browser without a network says it is
 * offline, and reaches a server on its own machine all the same.
 */
export function part<T>(load: () => Promise<T>): () => Promise<T> {
  let hasCome = false;
  return async () => {
    if (!hasCome && !navigator.onLine) await reachServer();
    const loaded = await load();
    hasCome = true;
    return loaded;
  };
}

/** Where a part fails a second time and the server answers, the document is loaded again; what is typed in forms stays (kept.ts). */
export function reloadForFailedParts(): void {
  const failed = new Set<string>();
  addEventListener("vite:preloadError", ({ payload: { message } }) => {
    if (failed.has(message)) void reachServer().then(() => location.reload(), Boolean);
    failed.add(message);
  });
}
