/** A mailbox read by IMAP over TLS, as a mail program does. */
import { setTimeout as sleep } from "node:timers/promises";
import { ImapFlow } from "imapflow";
import type { Ready } from "../installation.ts";
import { password } from "./installation.ts";

/** Signed in; the caller signs out. What the server says to a wrong password is an error. */
export async function signIn(ready: Ready, address: string, secret = password): Promise<ImapFlow> {
  const client = new ImapFlow({
    ...ready.services.imaps,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user: address, pass: secret },
    logger: false,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

export async function withMailbox<T>(
  ready: Ready,
  address: string,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const client = await signIn(ready, address);
  try {
    return await work(client);
  } finally {
    await client.logout().catch(() => {});
  }
}

/** The subjects in a folder, oldest first. */
export const subjectsIn = (ready: Ready, address: string, folder = "INBOX"): Promise<string[]> =>
  withMailbox(ready, address, async (client) => {
    const { exists } = await client.mailboxOpen(folder);
    if (exists === 0) return [];
    const messages = await client.fetchAll("1:*", { envelope: true });
    return messages.map(({ envelope }) => envelope?.subject ?? "");
  });

/** Waits until the folder holds exactly these, in any order. */
export async function untilSubjects(
  ready: Ready,
  address: string,
  wanted: readonly string[],
  folder = "INBOX",
  timeoutSeconds = 30,
): Promise<void> {
  let found: string[] = [];
  for (const deadline = Date.now() + timeoutSeconds * 1000; Date.now() < deadline; await sleep(100)) {
    found = await subjectsIn(ready, address, folder);
    if (found.toSorted().join("\n") === [...wanted].toSorted().join("\n")) return;
  }
  throw new Error(`${folder} of ${address} holds ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}.`);
}
