import type { Page } from "playwright-core";

/** The call is sent on only when it is let go. */
export async function hold(page: Page, call: string | RegExp): Promise<() => Promise<unknown>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await promise;
    await route.continue();
  });
  return () => {
    const answered = page.waitForResponse(call);
    resolve();
    return answered;
  };
}
