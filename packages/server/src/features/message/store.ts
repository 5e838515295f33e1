/** What customers write, put where the mailer finds it. */
import { randomUUID } from "node:crypto";
import type { Language } from "@atrio/contract";
import type { Change } from "../../db/handles.ts";

export interface NewMessage {
  readonly kind: "contact" | "request";
  readonly companyId: number;
  /** Null where nobody is signed in. */
  readonly userId: number | null;
  readonly domain: string;
  readonly username: string;
  readonly name: string | null;
  readonly email: string;
  /** Null where the form has none. */
  readonly subject: string | null;
  readonly contents: string;
  readonly language: Language;
  readonly ip: string;
}

/** Returns what the message is called in the journal and in its Message-ID: the API can't read the row again. */
export async function storeMessage(change: Change, message: NewMessage): Promise<string> {
  const uuid = randomUUID();
  const { companyId, userId, ...rest } = message;
  await change.db
    .insertInto("atrio.message")
    .values({ uuid, company_id: companyId, user_id: userId, ...rest })
    .execute();
  return uuid;
}
