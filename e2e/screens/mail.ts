/** The mail of a domain: its page, its dialogs, and the webmail. */
import type { Locator, Page } from "playwright-core";
import { holdingId } from "../holding-id.ts";
import { dialog, ofHolding, type Screen } from "./screen.ts";

type Part = (page: Page) => Locator;

/** Drawn when the dialog is, and this part of what it loads. */
const withDialog = (search: string, loaded?: Part) => async (page: Page) => {
  await ofHolding(`mail/?${search}`)(page);
  await dialog(page);
  await loaded?.(page).first().waitFor();
};

/** A dialog about one of the demo's mailboxes. */
const ofMailbox = (name: string, which: string, loaded?: Part) => async (page: Page) => {
  const list = await page.request.get(`/api/service/${await holdingId(page, "atrio.test")}/correo/list/`);
  const { data }: { data: { correo: { id: number; user: string }[] } } = await list.json();
  const found = data.correo.find(({ user }) => user === `${name}@atrio.test`);
  await withDialog(`${which}=${found?.id}`, loaded)(page);
};

async function openList(page: Page): Promise<void> {
  await ofHolding("mail/")(page);
  await page.getByRole("row").nth(1).waitFor();
}

export const mail: readonly Screen[] = [
  {
    id: "mail",
    title: "Mail",
    text: "Mailboxes and aliases in one list: how full each is, where its mail goes, and what becomes of mail for addresses that do not exist.",
    user: "owner",
    open: openList,
  },
  {
    id: "mail-new",
    title: "New mailbox or alias",
    text: "The server proves it: the notice after saving says what the mail server answered to a letter for the new address.",
    user: "owner",
    open: withDialog("new=account"),
  },
  {
    id: "mail-forward",
    title: "Forward of a mailbox",
    text: "What happens to what arrives, in three plain choices. A target that would lead back is refused beside its field.",
    user: "owner",
    open: ofMailbox("pedidos", "forward"),
  },
  {
    id: "mail-quota",
    title: "Space of a mailbox",
    text: "What it holds, what it may hold at most, and what the other mailboxes of the service were given.",
    user: "owner",
    open: ofMailbox("ventas", "quota"),
  },
  {
    id: "mail-autoresponder",
    title: "Automatic reply",
    text: "When it answers is said in words before it is saved.",
    user: "owner",
    open: ofMailbox("soporte", "autoresponder", (page) => page.getByRole("switch")),
  },
  {
    id: "mail-deleted",
    title: "Deleted mailboxes",
    text: "A deleted mailbox is kept for 30 days with its mail, and restored by a press.",
    user: "owner",
    open: withDialog("deleted=", (page) => page.getByText("becas@atrio.test")),
  },
  {
    id: "mail-settings",
    title: "Settings of mail programs",
    text: "Servers, ports and user name, each copied by a press; programs that ask for them find them by themselves. A phone reads a code instead.",
    user: "owner",
    open: withDialog("settings=", (page) => page.getByText("imap.atrio.test")),
  },
  {
    id: "mail-records",
    title: "DNS records of mail",
    text: "What the domain's DNS has to say for its mail, beside what it says now.",
    user: "owner",
    open: withDialog("dns=", (page) => page.getByText(/v=spf1/)),
  },
  {
    id: "webmail",
    title: "Webmail",
    text: "Opened from the list without the mailbox's password, in a tab and an origin of its own.",
    user: "owner",
    open: async (page) => {
      await openList(page);
      const opened = page.waitForEvent("popup");
      await page.getByRole("button", { name: /^Webmail (de|of) info@/ }).click();
      const webmail = await opened;
      await webmail.locator("#messagelist tbody tr").first().waitFor();
      return webmail;
    },
  },
];
