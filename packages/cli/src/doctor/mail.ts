/** Mail: the certificate that programs are shown, what waits in Postfix's queue, the keys it is signed with, its records. */
import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { harmless } from "@atrio/server/harmless.ts";
import type { Client } from "pg";
import { withClient } from "../client.ts";
import { messageOf } from "../failure.ts";
import type { Home } from "../home.ts";
import { ownerUrl } from "../install/database.ts";
import { type Check, type Finding, fine, wrong } from "./check.ts";

const run = promisify(execFile);
const answerMs = 10_000;
const outputBytes = 2 ** 28;

/** Long enough to have another issued. */
const renewalDays = 14;
const dayMs = 86_400_000;
const dateOf = (time: Date): string => time.toISOString().slice(0, 10);

/** `names`: those that mail programs are told. */
export function judgeCertificate(pem: string, names: readonly string[], now: Date): Finding[] {
  const certificate = new X509Certificate(pem);
  const { validFromDate: from, validToDate: to } = certificate;
  const renew = "Have it renewed, then run: atrio up";
  if (from > now) return [wrong(`it is good from ${dateOf(from)} on only`, "Is the clock right?")];
  if (to < now) return [wrong(`it ended on ${dateOf(to)}: mail programs refuse it`, renew)];
  const others = names.filter((name) => certificate.checkHost(name) === undefined);
  return [
    to.getTime() - now.getTime() < renewalDays * dayMs
      ? wrong(`it ends on ${dateOf(to)}`, renew)
      : fine(`it is good until ${dateOf(to)}`),
    ...others.map((name) =>
      wrong(
        `it is not for ${name}, which mail programs are told`,
        "Have it issued for that name too, or tell them another: atrio platform set, atrio company set",
      ),
    ),
  ];
}

const ask = <T>(home: Home, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(ownerUrl(home), answerMs, work);

async function toldNames(home: Home): Promise<string[]> {
  const { rows } = await ask(home, (client) =>
    client.query<{ name: string }>(
      `select imap_ssl_host as name from atrio.platform union select smtp_ssl_host from atrio.platform
       union select imap_ssl_host from atrio.company union select smtp_ssl_host from atrio.company`,
    ),
  );
  return rows.map(({ name }) => name).filter(Boolean);
}

const certificate: Check = {
  title: "Certificate of mail",
  async look(home, { names, settings }) {
    if (!names.includes("dovecot")) return [];
    const own = settings.mail.certificate;
    try {
      const pem = readFileSync(join(home.tls, "cert.pem"), "utf8");
      if (!own)
        return [
          ...judgeCertificate(pem, [], new Date()),
          fine(`it signs itself, and mail programs warn: mail.certificate in ${home.settings} names one`),
        ];
      if (readFileSync(own.cert, "utf8") !== pem)
        return [wrong(`${own.cert} is another than the one in use`, "Run: atrio up")];
      return judgeCertificate(pem, await toldNames(home), new Date());
    } catch (error) {
      return [
        wrong(`it cannot be looked at: ${messageOf(error)}`, "atrio status; atrio up makes or takes it"),
      ];
    }
  },
};

/** A message as `postqueue -j` shows it. */
interface Waiting {
  readonly arrival_time: number;
  readonly recipients: readonly { readonly address: string; readonly delay_reason?: string }[];
}
const patienceSeconds = 3600;
const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();
const messages = (count: number): string => (count === 1 ? "one message waits" : `${count} messages wait`);

/** Servers of others may be away for days; what is for mailboxes here has no reason to wait. */
export function judgeQueue(waiting: readonly Waiting[], ours: ReadonlySet<string>, now: Date): Finding {
  const late = waiting.flatMap(({ arrival_time: since, recipients }) => {
    const first = recipients.find(({ address }) => ours.has(domainOf(address)));
    return first && since < now.getTime() / 1000 - patienceSeconds ? [first] : [];
  });
  const [first] = late;
  if (!first)
    return fine(waiting.length === 0 ? "nothing waits" : `${messages(waiting.length)}, none for long here`);
  return wrong(
    harmless(
      `${messages(late.length)} for mailboxes here for longer than an hour: ${first.address}: ${first.delay_reason ?? "not tried yet"}`,
    ),
    "atrio logs postfix, atrio logs dovecot",
  );
}

const queue: Check = {
  title: "Mail that waits",
  async look(home, { names }) {
    if (!names.includes("postfix")) return [];
    try {
      const options = { cwd: "/", timeout: answerMs, maxBuffer: outputBytes };
      const { stdout } = await run("/usr/sbin/postqueue", ["-c", join(home.etc, "postfix"), "-j"], options);
      const waiting = stdout
        .split("\n")
        .filter(Boolean)
        .map((line): Waiting => JSON.parse(line));
      const domains = new Set(waiting.flatMap((one) => one.recipients.map((to) => domainOf(to.address))));
      const { rows } = await ask(home, (client) =>
        client.query<{ reference: string }>(
          "select reference from atrio.holding where has_mail and reference = any ($1)",
          [[...domains]],
        ),
      );
      return [judgeQueue(waiting, new Set(rows.map(({ reference }) => reference)), new Date())];
    } catch (error) {
      return [wrong(`the queue cannot be asked: ${messageOf(error)}`, "atrio status, atrio logs postfix")];
    }
  },
};

/** A key is made within seconds of the service; what is sent until then is put off. */
const keys: Check = {
  title: "DKIM keys",
  async look(home, { names }) {
    if (!names.includes("policyd")) return [];
    try {
      const { rows } = await ask(home, (client) =>
        client.query<{ reference: string }>(
          `select reference from atrio.holding h
            where has_mail and created_at < now() - interval '5 minutes'
              and not exists (select from atrio.dkim_key k where k.holding_id = h.id) order by reference`,
        ),
      );
      const [first] = rows;
      if (!first) return [fine("each domain with mail has its own")];
      const others = rows.length === 1 ? "" : ` and ${rows.length - 1} more`;
      return [wrong(`none for ${first.reference}${others}: what they send is put off`, "atrio logs policyd")];
    } catch (error) {
      return [wrong(`they cannot be counted: ${messageOf(error)}`, "atrio status, atrio logs postgres")];
    }
  },
};

/** What a change of the platform asks of all zones. */
interface Due {
  readonly left: number;
  readonly isLate: boolean;
}
export function judgeZones(due: Due | undefined): Finding {
  if (!due) return fine("all zones say what the platform has");
  const text = `${due.left} zones are still to follow the platform`;
  return due.isLate ? wrong(`${text}, for longer than an hour`, "atrio logs worker") : fine(text);
}

const records: Check = {
  title: "Records of mail",
  async look(home) {
    try {
      const { rows } = await ask(home, (client) =>
        client.query<Due>(
          `select (select count(*)::int from atrio.dns_zone z where z.id > d.zone_done and z.id <= d.zone_last) as left,
                  d.asked_at < now() - interval '1 hour' as "isLate"
             from atrio.mail_records_due d order by d.id limit 1`,
        ),
      );
      return [judgeZones(rows[0])];
    } catch (error) {
      return [wrong(`they cannot be counted: ${messageOf(error)}`, "atrio status, atrio logs postgres")];
    }
  },
};

export const mailChecks: readonly Check[] = [certificate, queue, keys, records];
