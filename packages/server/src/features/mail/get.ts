/** What concerns the mail of a service as a whole. */
import type { MailService } from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import type { Granted, Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { CompanyReader } from "../config/company.ts";
import { type MailPorts, clientSettings } from "./client-settings.ts";
import { requireMail } from "./service.ts";

type MayRead = Granted<{
  servicemail?: "read" | "write";
  servicemail_accounts?: "read" | "write";
  servicemail_alias?: "read" | "write";
}>;

const services = ["postfix", "dovecot", "rspamd", "policyd", "roundcube", "nginx"] as const;

type Limits = Omit<MailService, "client" | "webmail" | "missingServices">;

async function readLimits({ db }: Read, { id }: MayRead): Promise<Limits> {
  const row = await db
    .selectFrom("atrio.mail_service as s")
    .select([
      "quota_bytes as quota",
      "mailboxes_max as mailboxesMax",
      "aliases_max as aliasesMax",
      "recipients_per_hour as recipientsPerHour",
      sql<number>`(select coalesce(sum(m.quota_bytes), 0)::bigint from atrio.mailbox m
                    where m.holding_id = s.holding_id and m.deleted_at is null)`.as("allotted"),
      sql<number>`coalesce((select n.recipients from atrio.mail_sending n
                             where n.holding_id = s.holding_id and n.hour = date_trunc('hour', now())), 0)`.as(
        "recipientsThisHour",
      ),
    ])
    .where("s.holding_id", "=", id)
    .executeTakeFirst();
  return row ?? refuse("notFound");
}

interface Installation {
  readonly company: CompanyReader;
  readonly ports: MailPorts;
  /** The webmail's address; undefined where there is none. */
  readonly webmail: string | undefined;
}

export const mailHandlers = ({ company, ports, webmail = "" }: Installation) =>
  ({
    mailGet: async ({ read, holding, http }) => {
      requireMail(holding);
      const limits = await readLimits(read, holding);
      const missingServices = await read.db
        .selectFrom("atrio.missing_service")
        .select(["service", "packages"])
        .where("service", "in", services)
        .orderBy("service")
        .execute();
      const client = clientSettings(await company.forHost(http.host), holding.reference, ports);
      return { data: { mail: { ...limits, client, webmail: webmail || null, missingServices } } };
    },
  }) satisfies Handlers<"mailGet">;
