/** A panel with a DNS zone and two name servers that answer from its database. */
import { textStrings } from "@atrio/contract";
import type { Answer, Question } from "dns-packet";
import { type Kysely, sql } from "kysely";
import type { DB } from "../src/db/schema.gen.ts";
import { type Answers, type FakeNameServer, soa, startNameServer } from "./fake-name-server.ts";
import { makeApp, type TestApp } from "./helpers/app.ts";
import type { TestUser } from "./helpers/user.ts";

export const webIpv4 = "192.0.2.10";
const webIpv6 = "2001:db8::10";

export interface DnsPanel {
  readonly panel: TestApp;
  readonly servers: readonly FakeNameServer[];
  /** While it is set, the second server says nothing. */
  silence(silent: boolean): void;
  /** The second server knows nothing of this name, though its serial is up to date; null: it knows all. */
  hide(name: string | null): void;
  addZone(reference: string): Promise<TestZone>;
  stop(): Promise<void>;
}
export interface TestZone {
  readonly id: number;
  readonly name: string;
  readonly writer: TestUser;
}

interface Row {
  readonly type: string;
  readonly value: string;
  readonly priority: number | null;
  readonly ttl: number;
}

function answerOf(name: string, { type, value, priority, ttl }: Row): Answer | null {
  const [first = "", second = "", third = ""] = value.split(" ");
  switch (type) {
    case "A":
    case "AAAA":
    case "CNAME":
    case "NS":
      return { type, name, ttl, data: value };
    case "MX":
      return { type, name, ttl, data: { preference: priority ?? 0, exchange: value } };
    case "SRV":
      return {
        type,
        name,
        ttl,
        data: { priority: priority ?? 0, weight: Number(first), port: Number(second), target: third },
      };
    case "CAA":
      return {
        type,
        name,
        ttl,
        data: { flags: Number(first), tag: "issue", value: value.split('"')[1] ?? "" },
      };
    case "TXT":
      return { type, name, ttl, data: textStrings(value).map((string) => Buffer.from(string)) };
    default:
      return null;
  }
}

/** What dnsd found behind an ANAME of this name. */
const behindAname = (db: Kysely<DB>, name: string, type: string) =>
  db
    .selectFrom("atrio.dns_aname_address as a")
    .innerJoin("atrio.dns_record as r", "r.id", "a.record_id")
    .select([sql.lit(type).as("type"), sql<string>`host(a.address)`.as("value"), "r.priority", "r.ttl"])
    .where("r.name", "=", name)
    .where(sql<boolean>`family(a.address) = ${type === "A" ? 4 : type === "AAAA" ? 6 : 0}`);

async function fromDatabase(db: Kysely<DB>, { name, type }: Question): Promise<Answers> {
  if (type === "SOA") {
    const zone = await db
      .selectFrom("atrio.dns_zone")
      .select("serial")
      .where("name", "=", name)
      .executeTakeFirst();
    return zone ? { answers: [soa(name, zone.serial)] } : {};
  }
  const rows = await db
    .selectFrom("atrio.dns_record")
    .select(["type", "value", "priority", "ttl"])
    .where("name", "=", name)
    .where("type", "in", [type, "CNAME"])
    .unionAll(behindAname(db, name, type))
    .execute();
  return { answers: rows.flatMap((row) => answerOf(name, row) ?? []) };
}

export async function makeDnsPanel(given: Parameters<typeof makeApp>[0] = {}): Promise<DnsPanel> {
  const panel = await makeApp(given);
  const { db } = panel;
  let silent = false;
  let hidden: string | null = null;
  const answerAsSecond = (question: Question) => {
    if (silent) return null;
    return question.name === hidden ? {} : fromDatabase(db, question);
  };
  const servers = [
    await startNameServer((question) => fromDatabase(db, question)),
    await startNameServer(answerAsSecond),
  ];
  for (const [at, { address, port }] of servers.entries())
    await db
      .insertInto("atrio.name_server")
      .values({ position: at + 1, name: `ns${at + 1}.atrio.test`, address, port })
      .execute();
  await db
    .updateTable("atrio.platform")
    .set({ web_ipv4: webIpv4, web_ipv6: webIpv6, mail_hosts: ["mx1.atrio.test", "mx2.atrio.test"] })
    .execute();
  return {
    panel,
    servers,
    silence: (wanted) => void (silent = wanted),
    hide: (name) => void (hidden = name),
    async addZone(reference) {
      const { id } = await panel.addHolding(reference);
      return { id, name: reference, writer: await panel.asUser({ [id]: { service_dnszone: "write" } }) };
    },
    async stop() {
      await panel.stop();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

/** The zone as it is stored, one line a record: `www CNAME example.test`. */
export async function linesOf({ db }: TestApp, zone: TestZone): Promise<string[]> {
  const rows = await db
    .selectFrom("atrio.dns_record")
    .selectAll()
    .where("holding_id", "=", zone.id)
    .execute();
  const lines = rows.map(({ name, type, value, priority, ttl, system, dynamic }) =>
    [
      name === zone.name ? "@" : name.slice(0, -zone.name.length - 1),
      type,
      ...(priority === null ? [] : [priority]),
      value,
      ...(ttl === 0 ? [] : [`ttl=${ttl}`]),
      ...(system ? ["system"] : []),
      ...(dynamic === null ? [] : [`dynamic=${dynamic}`]),
    ].join(" "),
  );
  return lines.toSorted();
}

export const defaultLines = (zone: string): string[] => [
  `@ A ${webIpv4} dynamic=web_ipv4`,
  `@ AAAA ${webIpv6} dynamic=web_ipv6`,
  "@ MX 10 mx1.atrio.test dynamic=mail",
  "@ MX 20 mx2.atrio.test dynamic=mail",
  "@ NS ns1.atrio.test system dynamic=name_server",
  "@ NS ns2.atrio.test system dynamic=name_server",
  "@ TXT v=spf1 a mx ~all dynamic=spf",
  "_dmarc TXT v=DMARC1; p=none dynamic=dmarc",
  `www CNAME ${zone}`,
];

/** Journal rows and unfinished jobs: what must not grow where nothing was changed. */
export async function traces({ db }: TestApp): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from atrio.journal where area = 'dns') as journal, (select count(*) from atrio.job) as jobs,
           (select array_agg(serial order by id) from atrio.dns_zone) as serials`.execute(db);
  return rows[0];
}
