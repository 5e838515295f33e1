/**
 * Up to Chromium 150 a part of the application that failed to come fails for as long as the document lives, however often it is
 * asked for. So where one fails a second time and the server has it, the document is loaded again; what is typed in forms stays (kept.ts).
 */
export function reloadForFailedParts(): void {
  const failed = new Set<string>();
  window.addEventListener("vite:preloadError", ({ payload }) => {
    const [url] = /https?:\S+/.exec(payload.message) ?? [];
    if (url === undefined) return;
    if (failed.has(url)) void reloadIfServed(url);
    failed.add(url);
  });
}

async function reloadIfServed(url: string): Promise<void> {
  const reply = await fetch(url).catch(() => null);
  if (reply?.ok) location.reload();
}
