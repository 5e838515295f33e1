/** What the installation offers to every customer: its name servers, web addresses and mail hosts. */
import { isIP } from "node:net";
import type { Change, Read } from "../../db/handles.ts";

export interface NameServer {
  readonly position: number;
  readonly name: string;
  readonly address: string;
  readonly port: number;
}

export interface Platform {
  readonly hostmaster: string;
  readonly webIpv4: string | null;
  readonly webIpv6: string | null;
  readonly mailHosts: readonly string[];
  readonly imapSslHost: string;
  readonly smtpSslHost: string;
  /** Where mail programs are told their settings; empty: nowhere. */
  readonly autoconfigHost: string;
  readonly spf: string;
  readonly nameServers: readonly NameServer[];
}

/** PostgreSQL shows a host address of an inet with or without its prefix length. */
const withoutPrefix = (address: string | null): string | null => address?.replace(/\/\d+$/, "") ?? null;

const listNameServers = async ({ db }: Read): Promise<NameServer[]> => {
  const rows = await db.selectFrom("atrio.name_server").selectAll().orderBy("position").execute();
  return rows.map(({ position, name, address, port }) => ({
    position,
    name,
    address: withoutPrefix(address) ?? "",
    port,
  }));
};

export async function readPlatform(read: Read): Promise<Platform> {
  const row = await read.db.selectFrom("atrio.platform").selectAll().executeTakeFirstOrThrow();
  return {
    hostmaster: row.hostmaster,
    webIpv4: withoutPrefix(row.web_ipv4),
    webIpv6: withoutPrefix(row.web_ipv6),
    mailHosts: row.mail_hosts,
    imapSslHost: row.imap_ssl_host,
    smtpSslHost: row.smtp_ssl_host,
    autoconfigHost: row.autoconfig_host,
    spf: row.spf,
    nameServers: await listNameServers(read),
  };
}

export interface MissingService {
  readonly service: string;
  /** What to install, by Debian's names. */
  readonly packages: string;
}

/** A fact about the machine, not a change of anybody's: it has no journal entry. */
export async function setMissingServices({ db }: Read, missing: readonly MissingService[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("atrio.missing_service").execute();
    if (missing.length > 0)
      await transaction
        .insertInto("atrio.missing_service")
        .values([...missing])
        .execute();
  });
}

const record = (change: Change, act: string, before: unknown, after: unknown) =>
  change.record({ holdingId: null, area: "platform", act, item: null, before, after });

/** Records that the panel keeps follow at once: triggers of the DNS tables see to it. */
export async function changePlatform(change: Change, wanted: Partial<Platform>): Promise<void> {
  const before = await readPlatform(change);
  const { nameServers, ...row } = wanted;
  if (Object.keys(row).length > 0)
    await change.db
      .updateTable("atrio.platform")
      .set({
        hostmaster: row.hostmaster,
        web_ipv4: row.webIpv4,
        web_ipv6: row.webIpv6,
        mail_hosts: row.mailHosts && [...row.mailHosts],
        imap_ssl_host: row.imapSslHost,
        smtp_ssl_host: row.smtpSslHost,
        autoconfig_host: row.autoconfigHost,
        spf: row.spf,
      })
      .execute();
  if (nameServers) await replaceNameServers(change, nameServers);
  await record(change, "platformSet", before, { ...before, ...wanted });
}

async function replaceNameServers({ db }: Change, wanted: readonly NameServer[]): Promise<void> {
  const kept = wanted.map(({ position }) => position);
  await db.deleteFrom("atrio.name_server").where("position", "not in", kept).execute();
  for (const { position, ...rest } of wanted)
    await db
      .insertInto("atrio.name_server")
      .values({ position, ...rest })
      .onConflict((conflict) => conflict.column("position").doUpdateSet(rest))
      .execute();
}

const isLoopback = (address: string): boolean =>
  isIP(address) === 6 ? address === "::1" : address.startsWith("127.");

/**
 * Where this machine's own name servers are asked. A row that says another machine's address is the operator's and is
 * left alone; without rows, names are made up that `atrio platform set` replaces.
 */
export async function setNameServerAddress(
  read: Read,
  inChange: (work: (change: Change) => Promise<void>) => Promise<void>,
  position: number,
  { address, port }: { readonly address: string; readonly port: number },
): Promise<void> {
  const before = (await listNameServers(read)).find((row) => row.position === position);
  if (before && (!isLoopback(before.address) || (before.address === address && before.port === port))) return;
  const after = { position, name: before?.name ?? `ns${position}.atrio.test`, address, port };
  await inChange(async (change) => {
    await change.db
      .insertInto("atrio.name_server")
      .values(after)
      .onConflict((conflict) => conflict.column("position").doUpdateSet({ address, port }))
      .execute();
    await record(change, "nameServerAddress", before ?? null, after);
  });
}

export const transferKeyName = "atrio-axfr";

/** The secret that this machine's name servers share for zone transfers. */
export async function setTransferKey({ db }: Read, secret: string): Promise<void> {
  await db
    .insertInto("atrio.dns_tsig")
    .values({ name: transferKeyName, secret })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ secret }))
    .execute();
}
