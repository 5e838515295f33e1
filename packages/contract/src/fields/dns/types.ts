/** Constants of the DNS zone (specification 2, section 9). */
export const recordTypes = ["A", "AAAA", "ANAME", "CAA", "CNAME", "MX", "NS", "SRV", "TXT"] as const;
export type RecordType = (typeof recordTypes)[number];

/** Seconds. 0 is the name server's default. */
export const ttls = [0, 600, 1800, 3600, 21600, 43200, 86400] as const;
export const defaultTtl = 0;

export const priorities = [0, 1, 5, 10, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;
export const defaultPriority = 20;

export const caaTags = ["issue", "issuewild", "iodef"] as const;
export type CaaTag = (typeof caaTags)[number];

export const srvProtocols = ["_tcp", "_udp", "_tls"] as const;
/** What the form offers; any other service is typed. */
export const srvServices = [
  "sip",
  "sips",
  "http",
  "https",
  "ftp",
  "tftpd",
  "scp",
  "smtp",
  "pop3",
  "pop3s",
  "imap",
  "imaps",
  "named",
  "ldap",
  "ssh",
  "dhcp",
  "radius",
] as const;

const typesWithPriority: ReadonlySet<RecordType> = new Set(["MX", "SRV"]);
export const hasPriority = (type: RecordType): boolean => typesWithPriority.has(type);

/** What a value parser knows besides the text: full names, canonical. */
export interface ValueContext {
  readonly name: string;
  readonly zoneName: string;
}
