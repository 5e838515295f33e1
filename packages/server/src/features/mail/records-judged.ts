/** Whether what a name server says does for mail what our record would do. */
import type { MailRecord, RecordType } from "@atrio/contract";

/** What DNS has to say. */
export type WantedRecord = Omit<MailRecord, "state" | "found">;
export type Verdict = Pick<MailRecord, "state" | "found">;

/** A record of an answer, as the panel stores its data. */
export interface Said {
  readonly type: RecordType;
  readonly value: string;
  readonly priority: number | null;
}
/** What one server says; null: nothing. */
export type Says = (name: string, type: RecordType) => readonly Said[] | null;

/** What our servers are reached by. */
export interface Ours {
  readonly domain: string;
  readonly mailHosts: readonly string[];
  readonly webIpv4: string | null;
}

const shown = ({ type, value, priority }: Said): string =>
  [...(type === "CNAME" || type === "A" ? [type] : []), ...(priority === null ? [] : [priority]), value].join(
    " ",
  );

const judge = (candidates: readonly Said[], isRight: boolean): Verdict => {
  if (isRight) return { state: "right", found: [] };
  return { state: candidates.length === 0 ? "missing" : "other", found: candidates.map(shown) };
};

/** RFC 7208, 4.6.1: what lets a server send. */
const passes = (record: string): string[] =>
  record
    .toLowerCase()
    .split(/ +/)
    .slice(1)
    .map((term) => term.replace(/^\+/, ""))
    .filter((term) => term !== "all" && !/^[-~?]|=/.test(term));

/** `a` and `mx` let our servers send where they lead to them; what else our record names must be there too. */
function letsUsSend(
  theirs: string,
  wanted: string,
  { domain, mailHosts, webIpv4 }: Ours,
  says: Says,
): boolean {
  if (theirs === wanted) return true;
  const terms = new Set(passes(theirs));
  const byName = new Set(["a", "mx"]);
  const named = passes(wanted).filter((term) => !byName.has(term));
  if (named.length > 0) return named.every((term) => terms.has(term));
  const has = (term: string) => terms.has(term) || terms.has(`${term}:${domain}`);
  const leads = (type: "A" | "MX", values: readonly string[]) =>
    says(domain, type)?.some(({ value }) => values.includes(value)) ?? false;
  return (
    mailHosts.some((host) => terms.has(`a:${host}`)) ||
    (has("mx") && leads("MX", mailHosts)) ||
    (has("a") && webIpv4 !== null && leads("A", [webIpv4]))
  );
}

/** The tags of a DKIM or DMARC record (RFC 6376, 3.2). */
function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(";").map((tag): [string, string] => {
    const at = tag.indexOf("=");
    return [tag.slice(0, Math.max(at, 0)).trim().toLowerCase(), tag.slice(at + 1).replaceAll(/\s/g, "")];
  });
  return new Map(pairs);
}

const isSpf = ({ value }: Said): boolean => /^v=spf1( |$)/i.test(value);
const isDmarc = ({ value }: Said): boolean => /^v\s*=\s*DMARC1\s*;/.test(value);
const isPolicy = (value: string): boolean => /^(none|quarantine|reject)$/i.test(tagsOf(value).get("p") ?? "");

function judgeText(record: WantedRecord, said: readonly Said[], ours: Ours, says: Says): Verdict {
  const texts = said.filter(({ type }) => type === "TXT");
  const [first] = texts;
  if (record.purpose === "dkim") {
    const key = tagsOf(record.value).get("p");
    return judge(texts, texts.length === 1 && tagsOf(first!.value).get("p") === key);
  }
  // More than one is none (RFC 7208, 4.5; RFC 7489, 6.6.3).
  const [one, ...others] = texts.filter(record.purpose === "spf" ? isSpf : isDmarc);
  if (!one) return judge(record.purpose === "spf" ? [] : texts, false);
  const isEnough =
    record.purpose === "spf" ? letsUsSend(one.value, record.value, ours, says) : isPolicy(one.value);
  return judge([one, ...others], others.length === 0 && isEnough);
}

/** Which type tells of a record: an alias is told with the addresses, which may stand in its place. */
export const askedType = ({ type }: WantedRecord): RecordType => (type === "CNAME" ? "A" : type);

/** Of a service port and host: what weighs how much is the owner's to say. */
const destination = ({ type, value }: Pick<Said, "type" | "value">): string =>
  type === "SRV" ? value.slice(value.indexOf(" ") + 1) : value;

/** null: this server says nothing of it. */
export function judgeRecord(record: WantedRecord, ours: Ours, says: Says): Verdict | null {
  const said = says(record.name, askedType(record));
  if (!said) return null;
  if (record.type === "TXT") return judgeText(record, said, ours, says);
  const leads = (one: Said) => one.type === record.type && destination(one) === destination(record);
  const candidates = record.type === "CNAME" ? said : said.filter(({ type }) => type === record.type);
  return judge(candidates, candidates.some(leads));
}

const order: readonly Verdict["state"][] = ["other", "missing", "right"];

/** Each server counts: who asks the one that says otherwise goes by that. */
export function worstOf(verdicts: readonly (Verdict | null)[]): Verdict {
  for (const state of order) {
    const verdict = verdicts.find((one) => one?.state === state);
    if (verdict) return verdict;
  }
  return { state: "unknown", found: [] };
}
