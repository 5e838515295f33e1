/** What the DNS of a domain has to say for its mail to arrive and to be believed, and what it says. */
import type { MailRecord, RecordType } from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import type { Handlers } from "../../http/handler.ts";
import { TurnsById } from "../../http/turns.ts";
import type { Reach } from "../nameserver/candidate.ts";
import { readPlatform } from "../platform/store.ts";
import { askServer, findAuthority } from "./records-asked.ts";
import { type WantedRecord, askedType, judgeRecord, worstOf } from "./records-judged.ts";
import { requireMail } from "./service.ts";

/** In all: looking servers up, then asking them. */
const askMilliseconds = 1_900;
/** Each asks servers that a customer chose. */
const turnsPerUser = { atOnce: 2, waitingMax: 20, retryAfterSeconds: 20 };

/** By what the panel keeps of a zone's records (0023). */
const purposes: Readonly<Record<string, MailRecord["purpose"]>> = {
  mail: "mx",
  spf: "spf",
  dkim: "dkim",
  dmarc: "dmarc",
  imap: "client",
  smtp: "client",
  autoconfig: "client",
};

async function wantedRecords({ db }: Read, holdingId: number): Promise<WantedRecord[]> {
  const { rows } = await sql<Omit<WantedRecord, "purpose"> & { readonly dynamic: string }>`
    select d.name, d.type, d.value, d.priority, d.dynamic
      from atrio.dns_zone z, atrio.dns_zone_defaults(z.id) with ordinality d
     where z.holding_id = ${holdingId} and d.dynamic = any (${Object.keys(purposes)}::text[])
     order by d.ordinality`.execute(db);
  return rows.map(({ dynamic, name, type, value, priority }) => {
    return { purpose: purposes[dynamic]!, name, type, value, priority };
  });
}

interface Domain {
  readonly id: number;
  readonly reference: string;
}

async function look(read: Read, domain: Domain, reach: Reach) {
  const signal = AbortSignal.timeout(askMilliseconds);
  const { reference } = domain;
  const wanted = await wantedRecords(read, domain.id);
  const { mailHosts, webIpv4 } = await readPlatform(read);
  const ours = { domain: reference, mailHosts, webIpv4 };
  const { isOurs, servers } = await findAuthority(read, domain, reach, signal);
  const apex = (["A", "MX"] as const).map((type): { name: string; type: RecordType } => {
    return { name: reference, type };
  });
  const questions = [...apex, ...wanted.map((record) => ({ name: record.name, type: askedType(record) }))];
  const said = await Promise.all(servers.map((server) => askServer(server, questions, signal)));
  const records = wanted.map((record): MailRecord => {
    const verdicts = said.map((says) => judgeRecord(record, ours, says));
    return Object.assign(record, worstOf(verdicts));
  });
  return { zoneIsOurs: isOurs, records };
}

export function mailRecordHandlers(reach: Reach) {
  const turns = new TurnsById(turnsPerUser);
  return {
    mailRecords: async ({ read, holding, user }) => {
      requireMail(holding);
      return { data: await turns.take(user.id, () => look(read, holding, reach)) };
    },
  } satisfies Handlers<"mailRecords">;
}
