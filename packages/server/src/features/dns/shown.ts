/** Whether a name server shows what was committed. What it says is compared in the form the panel stores. */
import { joinCaa, joinedText, parseIpv6, textOfStrings, type RecordType } from "@atrio/contract";
import type { Answer, DecodedPacket } from "dns-packet";
import type { Asker } from "./name-server.ts";

/** A record as it is stored (and kept in the journal). */
export interface ExpectedRecord {
  readonly name: string;
  readonly type: RecordType;
  readonly value: string;
  readonly priority: number | null;
  /** 0: the name server's default. */
  readonly ttl: number;
}

/** What a change must look like from outside. */
export interface Expectation {
  readonly zone: string;
  /** The serial of the commit: this one or a later one must be shown. */
  readonly serial: number;
  /** Records that must be in their set, and records that must have left it. Both empty: the serial says it all. */
  readonly shown: readonly ExpectedRecord[];
  readonly gone: readonly ExpectedRecord[];
}

/** The addresses found behind an ANAME's target, if any; null while it was not asked yet. */
export type AddressLookup = (zone: string, aname: ExpectedRecord) => Promise<readonly string[] | null>;

/** What to look for, and where to find out what an ANAME stands for. */
export type Search = Expectation & { readonly addressesOf: AddressLookup };

interface Rdata {
  readonly value: string;
  readonly priority: number | null;
}

const lower = (name: string) => name.toLowerCase();
function txt(data: string | Buffer | (string | Buffer)[]): string {
  const strings = [data].flat().map((part) => Buffer.from(part));
  return textOfStrings(strings) ?? Buffer.concat(strings).toString("utf8");
}
const ipv6 = (address: string) => {
  const parsed = parseIpv6(address);
  return parsed.ok ? parsed.value : address;
};

/** Types that customers don't edit; one they come to edit needs a case of its own below, or this doesn't compile. */
const unread = (_type: Exclude<Answer["type"], RecordType>): null => null;

/** An answer's data as the panel stores it; null for types that customers don't edit. */
export function readRdata(answer: Answer): Rdata | null {
  switch (answer.type) {
    case "A":
      return { value: answer.data, priority: null };
    case "AAAA":
      return { value: ipv6(answer.data), priority: null };
    case "CNAME":
    case "NS":
      return { value: lower(answer.data), priority: null };
    case "MX":
      return { value: lower(answer.data.exchange), priority: answer.data.preference ?? 0 };
    case "SRV": {
      const { weight = 0, port, target, priority = 0 } = answer.data;
      return { value: `${weight} ${port} ${lower(target)}`, priority };
    }
    case "CAA": {
      const { flags = 0, tag, value } = answer.data;
      return { value: joinCaa({ flag: String(flags), tag, value }), priority: null };
    }
    case "TXT":
      return { value: txt(answer.data), priority: null };
    default:
      return unread(answer.type);
  }
}

/** All sections: a delegation and its addresses stand in authority and additional. */
const recordsOf = (reply: DecodedPacket, name: string, type: Answer["type"]): Answer[] =>
  [reply.answers, reply.authorities, reply.additionals]
    .flatMap((section) => section ?? [])
    .filter((answer) => answer.type === type && lower(answer.name) === name);

/** Which differences count: at our own name servers all do, at others' neither TTLs nor how a text is cut into strings. */
interface Exactness {
  readonly withTtl: boolean;
  readonly withStrings: boolean;
}

function holds(
  answers: readonly Answer[],
  record: ExpectedRecord,
  { withTtl, withStrings }: Exactness,
): boolean {
  const valueOf = withStrings || record.type !== "TXT" ? (value: string) => value : joinedText;
  return answers.some((answer) => {
    const data = readRdata(answer);
    if (!data || valueOf(data.value) !== valueOf(record.value) || data.priority !== record.priority)
      return false;
    return !withTtl || record.ttl === 0 || ("ttl" in answer && answer.ttl === record.ttl);
  });
}

/** a ≥ b where serials wrap round at 2^32 (RFC 1982). */
export const reachesSerial = (a: number, b: number): boolean => (a - b) >>> 0 < 0x8000_0000;

export async function showsSerial(
  asker: Asker,
  { zone, serial }: Pick<Expectation, "zone" | "serial">,
  signal: AbortSignal,
): Promise<boolean> {
  const reply = await asker.ask({ name: zone, type: "SOA" }, signal);
  const soa = reply.answers?.find((answer) => answer.type === "SOA" && lower(answer.name) === zone);
  if (!reply.flag_aa || soa?.type !== "SOA") return false;
  return reachesSerial(soa.data.serial ?? 0, serial);
}

/** Name servers show an ANAME as the addresses of its target: all of them, and none of an earlier target's. */
async function showsAddresses(
  asker: Asker,
  name: string,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const replies = await Promise.all(
    (["A", "AAAA"] as const).map(async (type) =>
      recordsOf(await asker.ask({ name, type }, signal), name, type),
    ),
  );
  const shown = new Set(replies.flat().map((answer) => readRdata(answer)?.value));
  return shown.size === addresses.length && addresses.every((address) => shown.has(address));
}

async function showsAname(asker: Asker, expected: Search, record: ExpectedRecord, signal: AbortSignal) {
  const addresses = await expected.addressesOf(expected.zone, record);
  return addresses !== null && showsAddresses(asker, record.name, addresses, signal);
}

async function showsRecord(
  asker: Asker,
  record: ExpectedRecord,
  type: Exclude<RecordType, "ANAME">,
  present: boolean,
  signal: AbortSignal,
  exactly: Exactness = { withTtl: present, withStrings: true },
): Promise<boolean> {
  const { name } = record;
  const reply = await asker.ask({ name, type }, signal);
  return holds(recordsOf(reply, name, type), record, exactly) === present;
}

/** Whether a record is there, for however long it may be kept and however its text is cut. */
export const showsData = (
  asker: Asker,
  search: Search,
  record: ExpectedRecord,
  signal: AbortSignal,
): Promise<boolean> => {
  const { type } = record;
  return type === "ANAME"
    ? showsAname(asker, search, record, signal)
    : showsRecord(asker, record, type, true, signal, { withTtl: false, withStrings: false });
};

/** The serial first, then the records themselves: a server may have one without the other in its caches. */
export async function showsAll(asker: Asker, expected: Search, signal: AbortSignal): Promise<boolean> {
  if (!(await showsSerial(asker, expected, signal))) return false;
  for (const record of expected.shown) {
    const shows =
      record.type === "ANAME"
        ? await showsAname(asker, expected, record, signal)
        : await showsRecord(asker, record, record.type, true, signal);
    if (!shows) return false;
  }
  for (const record of expected.gone) {
    const left =
      record.type === "ANAME"
        ? await showsAddresses(asker, record.name, [], signal)
        : await showsRecord(asker, record, record.type, false, signal);
    if (!left) return false;
  }
  return true;
}
