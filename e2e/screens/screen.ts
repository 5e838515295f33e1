/** One screen, and the ways to it that several share. */
import type { Page } from "playwright-core";
import { holdingId } from "../holding-id.ts";
import type { Username } from "../product.ts";

export interface Screen {
  /** Name of its page and of its pictures. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Nobody: what is seen before signing in. */
  readonly user: Username | null;
  /** The screen ends the session that it is given. */
  readonly endsSession?: true;
  /** Resolves when the screen is drawn; with the page it is on, where that is another. */
  readonly open: (page: Page) => Promise<Page | void>;
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).waitFor();

export const at =
  (path: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(path);
    await heading(page);
  };

export const ofHolding =
  (rest: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(`/admin/${await holdingId(page, "atrio.test")}/${rest}`);
    await heading(page);
  };

export const press = (page: Page, name: RegExp) => page.getByRole("button", { name }).first().click();
export const dialog = (page: Page) => page.getByRole("dialog").waitFor();
