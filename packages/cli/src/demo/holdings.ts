/** The demo: its holdings in every state, four users, and what each zone holds besides its default records. */
import {
  type PermissionKey,
  type Permissions,
  type RecordDraft,
  type RecordType,
  permissionKeys,
} from "@atrio/contract";
import type { Platform } from "@atrio/server/features/platform/store.ts";
import type { HoldingWanted } from "@atrio/server/features/holding/store.ts";

export const mainHolding = "atrio.test";

export const platform: Omit<Platform, "nameServers"> = {
  hostmaster: "hostmaster.atrio.test",
  webIpv4: "192.0.2.10",
  webIpv6: "2001:db8::10",
  mailHosts: ["mx1.atrio.test", "mx2.atrio.test"],
  imapSslHost: "imap.atrio.test",
  smtpSslHost: "smtp.atrio.test",
  autoconfigHost: "panel.atrio.test",
  spf: "v=spf1 a mx ~all",
};

const days = 86_400_000;
const inDays = (count: number): Date => new Date(Date.now() + count * days);

export interface DemoRecord extends RecordDraft {
  readonly type: RecordType;
}
export interface DemoHolding extends HoldingWanted {
  readonly records: readonly DemoRecord[];
  /** Whose brand it is parked in; else the default one's. */
  readonly company?: string;
}

const record = (
  type: RecordType,
  zona: string,
  value: string,
  more: Pick<RecordDraft, "ttl" | "priority"> = {},
): DemoRecord => ({
  type,
  zona,
  value,
  ...more,
});

/** All nine types; the name servers and mail hosts that every zone names live here. */
const mainRecords: readonly DemoRecord[] = [
  record("A", "ns1", "192.0.2.1"),
  record("AAAA", "ns1", "2001:db8::1"),
  record("A", "ns2", "192.0.2.2"),
  record("AAAA", "ns2", "2001:db8::2"),
  record("A", "mx1", "192.0.2.25"),
  record("AAAA", "mx1", "2001:db8::25"),
  record("A", "mx2", "192.0.2.26"),
  record("A", "imap", "192.0.2.27"),
  record("A", "smtp", "192.0.2.28"),
  record("A", "panel", "192.0.2.29"),
  record("A", "blog", "192.0.2.40", { ttl: "3600" }),
  record("AAAA", "blog", "2001:db8::40", { ttl: "3600" }),
  record("ANAME", "shop", "blog.atrio.test"),
  record("CAA", "@", '0 issue "letsencrypt.org"'),
  record("CAA", "@", '0 iodef "mailto:security@atrio.test"'),
  record("CNAME", "docs", "blog.atrio.test"),
  record("CNAME", "status", "blog.atrio.test", { ttl: "86400" }),
  record("MX", "lists", "mx1.atrio.test", { priority: "10" }),
  record("NS", "lab", "ns1.atrio.test"),
  record("NS", "lab", "ns2.atrio.test"),
  record("SRV", "_sip._tls", "10 5061 sip.atrio.test", { priority: "10" }),
  record("A", "sip", "192.0.2.60"),
  record("TXT", "@", "atrio-site-verification=4f7c2a9b1d"),
  record("A", "*.preview", "192.0.2.41", { ttl: "600" }),
];

/** Small sites differ a little, as they do. */
function exampleRecords(number: number, name: string): DemoRecord[] {
  const host = 100 + number;
  return [
    record("TXT", "@", `atrio-site-verification=${host}`),
    ...(number % 2 === 0 ? [record("A", "api", `192.0.2.${host}`, { ttl: "3600" })] : []),
    ...(number % 3 === 0 ? [record("CNAME", "tienda", `www.${name}`)] : []),
    ...(number % 4 === 0 ? [record("CAA", "@", '0 issue "letsencrypt.org"')] : []),
    ...(number % 5 === 0 ? [record("SRV", "_sip._tcp", `10 5060 api.${name}`, { priority: "10" })] : []),
  ];
}

const hosting = (
  reference: string,
  records: readonly DemoRecord[],
  expiresAt: Date,
  hasMail = true,
): DemoHolding => ({
  reference,
  domainExpiresAt: expiresAt,
  serviceKind: "hosting",
  serviceExpiresAt: expiresAt,
  hasMail,
  records,
});

/** A registry that takes key data and has new owners approved: `registry domain approve`. */
export const keyTld = { name: "llaves.test", mode: "key", owner_change: "trade" } as const;

export const demoHoldings = (): DemoHolding[] => [
  hosting(mainHolding, mainRecords, inDays(300)),
  {
    reference: "parked.test",
    domainExpiresAt: inDays(120),
    serviceKind: "parking",
    serviceExpiresAt: inDays(120),
    hasMail: false,
    records: [record("TXT", "@", "v=spf1 -all")],
    company: "Cierzo Hosting",
  },
  hosting("expired.test", [record("A", "old", "192.0.2.99")], inDays(-20)),
  ...Array.from({ length: 24 }, (_, i) => {
    const name = `example-${String(i + 1).padStart(2, "0")}.test`;
    return hosting(name, exampleRecords(i + 1, name), inDays(15 + i * 14), i % 3 !== 2);
  }),
  hosting(`taller.${keyTld.name}`, [record("TXT", "@", "v=spf1 -all")], inDays(340), false),
];

const allOf = (keys: readonly PermissionKey[], level: "read" | "write"): Partial<Permissions> =>
  Object.fromEntries(keys.map((key) => [key, level]));
const mailKeys = permissionKeys.filter((key) => key.startsWith("servicemail"));

export interface DemoUser {
  readonly username: string;
  readonly permissions: Partial<Permissions>;
  /** Whether the permissions are on every holding, or on the main one only. */
  readonly everywhere: boolean;
}

export const demoUsers: readonly DemoUser[] = [
  { username: "owner", permissions: allOf(permissionKeys, "write"), everywhere: true },
  { username: "viewer", permissions: allOf(permissionKeys, "read"), everywhere: false },
  { username: "dns", permissions: { service_dnszone: "write" }, everywhere: false },
  { username: "mail", permissions: allOf(mailKeys, "write"), everywhere: false },
];
