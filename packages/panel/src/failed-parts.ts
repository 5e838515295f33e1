/**
 * Up to Chromium 150 a part of the application that failed to come fails for as long as the document lives, however often it is
 * asked for. So where one fails a second time and the server answers, the document is loaded again; what is typed in forms stays (kept.ts).
 */
export function reloadForFailedParts(): void {
  const failed = new Set<string>();
  addEventListener("vite:preloadError", ({ payload: { message } }) => {
    if (failed.has(message))
      void fetch("", { method: "HEAD" }).then(({ ok }) => ok && location.reload(), Boolean);
    failed.add(message);
  });
}
