/** The way into webmail: a token that the browser's form carries there, good once and for a minute. */
import { createHash, randomBytes } from "node:crypto";
import type { LoginForm } from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import { inChange } from "../../db/change.ts";
import type { Change } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Granted, Handlers, SessionUser } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { actorOf } from "../../http/run-change.ts";
import type { CompanyReader } from "../config/company.ts";
import { guardReserved } from "../mail/rules.ts";
import { requireMail } from "../mail/service.ts";
import { countAct } from "../session/attempts.ts";
import { getMailbox } from "./store.ts";

const lifeSeconds = 60;

interface WayIn {
  readonly user: SessionUser;
  /** Under whose name the webmail shows itself. */
  readonly company: string;
}

/** Returns the token, of which only a hash is stored. */
async function makeToken(
  change: Change,
  holding: Granted<{ servicemail_accounts: "write" }>,
  mailboxId: number,
  { user, company }: WayIn,
): Promise<string> {
  const { user: address } = await getMailbox(change, holding, mailboxId);
  guardReserved(holding, address);
  await countAct(change, [{ subject: `webmail:${user.id}`, max: 120, minutes: 60 }]);
  const token = randomBytes(32).toString("base64url");
  await change.db
    .insertInto("atrio.webmail_login")
    .values({
      token_hash: createHash("sha256").update(token).digest(),
      holding_id: holding.id,
      mailbox_id: mailboxId,
      session_id: user.sessionId,
      company,
      expires_at: sql<Date>`now() + make_interval(secs => ${lifeSeconds})`,
    })
    .execute();
  await change.record({
    holdingId: holding.id,
    area: "mail",
    act: "mailboxLogin",
    item: address,
    before: null,
    after: null,
  });
  return token;
}

/** `db` is the API's connection for changes, `action` the webmail's address; undefined where this installation has none. */
export const mailboxLoginHandlers = (db: Kysely<DB>, companies: CompanyReader, action: string | undefined) =>
  ({
    mailboxLogin: async ({ holding, params, user, http }) => {
      // a link or an image elsewhere may ask, but makes nothing (contract, "Transport")
      if (!http.keepsHeaderRule) return refuse("forbidden");
      requireMail(holding);
      if (action === undefined) return refuse("conflict", { message: "mail.no_webmail" });
      const { name: company } = await companies.forHost(http.host);
      const token = await inChange(db, actorOf({ user, http }), (change) =>
        makeToken(change, holding, params.cid, { user, company }),
      );
      // each mailbox at an address of its own, so that several are open side by side
      const address = new URL(`${params.cid}/`, action).href;
      const form: LoginForm = { action: address, method: "POST", fields: { token, lang: http.language } };
      return { data: { form } };
    },
  }) satisfies Handlers<"mailboxLogin">;
