/** What concerns the mail of a service as a whole. */
import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { CompanyReader } from "../config/company.ts";
import { type MailPorts, clientSettings } from "./client-settings.ts";
import { readLimits, readUse, requireMail } from "./service.ts";

const services = ["postfix", "dovecot", "rspamd", "policyd", "roundcube", "nginx"] as const;

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
      const limits = (await readLimits(read, holding.id)) ?? refuse("notFound");
      const { allotted, recipientsThisHour } = await readUse(read, holding.id);
      const missingServices = await read.db
        .selectFrom("atrio.missing_service")
        .select(["service", "packages"])
        .where("service", "in", services)
        .orderBy("service")
        .execute();
      const client = clientSettings(await company.forHost(http.host), holding.reference, ports);
      const mail = {
        ...limits,
        allotted,
        recipientsThisHour,
        client,
        webmail: webmail || null,
        missingServices,
      };
      return { data: { mail } };
    },
  }) satisfies Handlers<"mailGet">;
