/** After the commit: what the mail server itself says of an address, in the words of the reply. */
import type { Message } from "@atrio/contract";
import { randomUUID } from "node:crypto";
import { type MailServer, type SmtpReply, askMailServer } from "./ask-server.ts";
import { led } from "./news.ts";
import { shownAddress } from "./service.ts";

/** The reply waits no longer. What is committed is in force as soon as the server answers. */
const patienceMilliseconds = 2_000;
const longestText = 200;

/** Null: it cannot be asked. */
const asked = (server: MailServer | undefined, address: string): Promise<SmtpReply | null> =>
  server
    ? askMailServer(server, address, AbortSignal.timeout(patienceMilliseconds)).catch(() => null)
    : Promise.resolve(null);

const takes = ({ code }: SmtpReply) => code < 300;
const refuses = ({ code }: SmtpReply) => code >= 500;

/** Of an address that is there; `seen` where more than that is told. */
export async function proveTaken(
  server: MailServer | undefined,
  address: string,
  seen?: Message,
): Promise<Message> {
  const reply = await asked(server, address);
  const values = { address: shownAddress(address) };
  if (reply && takes(reply)) return seen ?? { key: "mail.taken", values };
  if (reply && refuses(reply)) {
    const text = `${reply.code} ${reply.text}`.slice(0, longestText);
    return { key: "mail.not_taken", values: { ...values, text } };
  }
  return "mail.waits";
}

/** Of an address that is gone; `caught` where another takes what is for nobody. */
export async function proveGone(
  server: MailServer | undefined,
  address: string,
  caught: boolean,
): Promise<Message> {
  const reply = await asked(server, address);
  const values = { address: shownAddress(address) };
  if (reply && refuses(reply)) return { key: "mail.gone", values };
  if (reply && takes(reply)) return { key: caught ? "mail.caught" : "mail.still_taken", values };
  return "mail.waits";
}

/** Of the catch-all: what becomes of mail for a name that nobody has. */
export async function proveCatchAll(
  server: MailServer | undefined,
  address: string,
  targets: readonly string[],
): Promise<Message> {
  const reply = await asked(server, `${randomUUID()}${address}`);
  if (targets.length === 0) return reply && refuses(reply) ? "mail.catch_all_off" : "mail.waits";
  return reply && takes(reply) ? led(address, targets) : "mail.waits";
}
