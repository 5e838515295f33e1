import { aliasCalls } from "./alias.ts";
import { applicationCalls } from "./application.ts";
import { configCalls } from "./config.ts";
import { contactCalls } from "./contact.ts";
import { contactMessageCalls } from "./contact-message.ts";
import { dashboardCalls } from "./dashboard.ts";
import { databaseCalls } from "./database.ts";
import { dnsCalls } from "./dns.ts";
import { dnssecCalls } from "./dnssec.ts";
import { domainCalls } from "./domain.ts";
import { ftpCalls } from "./ftp.ts";
import { geographyCalls } from "./geography.ts";
import { glueCalls } from "./glue.ts";
import { jobCalls } from "./job.ts";
import { legalCalls } from "./legal.ts";
import { mailCalls } from "./mail.ts";
import { mailboxCalls } from "./mailbox.ts";
import { nameserverCalls } from "./nameserver.ts";
import { permissionCalls } from "./permission.ts";
import { redirectionCalls } from "./redirection.ts";
import { serviceCalls } from "./service.ts";
import { sessionCalls } from "./session.ts";
import { subdomainCalls } from "./subdomain.ts";

/** Every call of the API. The name is the handler's key, the client's argument, the cache key and the OpenAPI id. */
export const calls = {
  ...sessionCalls,
  ...configCalls,
  ...permissionCalls,
  ...dashboardCalls,
  ...jobCalls,
  ...legalCalls,
  ...contactMessageCalls,
  ...domainCalls,
  ...contactCalls,
  ...dnssecCalls,
  ...glueCalls,
  ...nameserverCalls,
  ...geographyCalls,
  ...serviceCalls,
  ...dnsCalls,
  ...redirectionCalls,
  ...ftpCalls,
  ...subdomainCalls,
  ...databaseCalls,
  ...applicationCalls,
  ...mailCalls,
  ...mailboxCalls,
  ...aliasCalls,
} as const;
export type Calls = typeof calls;
export type CallName = keyof Calls;
