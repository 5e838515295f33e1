/** The .htaccess files of a service, found and read as its customer; and which patterns PCRE2 takes for none. */
import { asCustomer } from "./as-customer.ts";

export interface RulesPlace {
  /** That of all services. */
  readonly directory: string;
  readonly holdingId: number;
  readonly signal?: AbortSignal | undefined;
}

export interface FoundRules {
  /** Below the customer's home: `/public_html/.htaccess`. */
  readonly path: string;
  /** As find tells it: `f`, `l` for a link, `d` for a folder. */
  readonly kind: string;
  /** Whether everybody may read it, nginx too. */
  readonly isReadable: boolean;
  /** Undefined where it is none that nginx reads. */
  readonly content: Buffer | undefined;
}
export interface Found {
  readonly files: FoundRules[];
  /** There are more, or it took too long. */
  readonly more: boolean;
}

const longestSeconds = 20;
const mostFiles = 2000;
const mostBytes = 8_000_000;
/** Nginx reads no larger ones, and serves nothing deeper where there are rules (stack/web/htaccess.js). */
const largest = 16_384;
const deepest = 32;

/**
 * For each file its kind, mode and path, and then what it says, which for other files than such as nginx reads is nothing; pipes are
 * none. Names that begin with a dot are not served. No link is followed, and nothing is opened but files.
 */
const find = `
  { nice -n 10 timeout -s KILL ${longestSeconds} find "$@" -mindepth 1 -maxdepth ${deepest} -xdev \\
      -name .htaccess -type f,l,d -prune -printf '%y %s %m %p\\0' \\( -type f -size -${largest + 1}c -perm -o+r -exec base64 -w0 {} \\; -o -true \\) -printf '\\0' \\
      -o -type d -name '.?*' ! -name .well-known -prune
    printf '\\0end %s\\0' $?; } 2>/dev/null | head -z -n ${2 * mostFiles} | head -c ${mostBytes}`;
const killedStatus = 137;

/** Without those that lie in others and are found with them. */
function outermost(folders: readonly string[]): string[] {
  const all = [...new Set(folders.map((folder) => (folder === "/" ? "" : folder)))];
  return all.filter(
    (folder) =>
      !all.some(
        (other) =>
          other !== folder && folder.startsWith(`${other}/`) && !folder.slice(other.length).includes("/."),
      ),
  );
}

function foundOf(head: string, content: string): FoundRules {
  const [, kind = "", size, mode = "", path = ""] = /^(\S) (\d+) (\d+) \/home(.*)$/s.exec(head) ?? [];
  const isReadable = (Number.parseInt(mode, 8) & 0o4) !== 0;
  const isRead = kind === "f" && isReadable && Number(size) <= largest;
  return { path, kind, isReadable, content: isRead ? Buffer.from(content, "base64") : undefined };
}

/** `folders`: those of the sites. */
export async function findRules(place: RulesPlace, folders: readonly string[]): Promise<Found> {
  if (folders.length === 0) return { files: [], more: false };
  const said = await asCustomer({
    ...place,
    command: ["/bin/sh", "-c", find, "sh", ...outermost(folders).map((folder) => `/home${folder}`)],
    timeoutMilliseconds: (longestSeconds + 10) * 1000,
    maxBytes: mostBytes,
    seesAll: true,
  });
  const records = said.split("\0");
  const end = records.findLastIndex((record) => record.startsWith("end "));
  // the last record before the end is empty, or what was cut off
  const whole = (end < 0 ? records : records.slice(0, end)).slice(0, -1);
  const files: FoundRules[] = [];
  for (let i = 0; i + 1 < whole.length; i += 2) files.push(foundOf(whole[i]!, whole[i + 1]!));
  return { files, more: end < 0 || records[end] === `end ${killedStatus}` };
}

export const mostPatterns = 2000;
const longestForPatterns = 10;
/** As njs compiles them: bytes, by the same library. */
const compile = `while IFS= read -r pattern; do LC_ALL=C grep -qP -e "$pattern" </dev/null; echo $?; done`;
const compileAll = `nice -n 10 timeout -s KILL ${longestForPatterns} /bin/sh -c '${compile}'; exit 0`;
/** It keeps only the group that is no customer's: what reads customers' patterns looks into no files. */
const withoutRights = ["/usr/bin/setpriv", "--inh-caps=-all", "--ambient-caps=-all", "--"] as const;
const noPattern = "2";

export interface TriedPatterns {
  /** What PCRE2 takes for none. */
  readonly none: ReadonlySet<string>;
  /** Not all were tried. */
  readonly more: boolean;
}

/** Of these patterns, each of one line; of many, or such as take long, only the first are tried. */
export async function notPatterns(place: RulesPlace, patterns: ReadonlySet<string>): Promise<TriedPatterns> {
  const asked = [...patterns].slice(0, mostPatterns);
  if (asked.length === 0) return { none: new Set(), more: false };
  const said = await asCustomer({
    ...place,
    command: [...withoutRights, "/bin/sh", "-c", compileAll],
    input: asked.map((pattern) => `${pattern}\n`).join(""),
    timeoutMilliseconds: (longestForPatterns + 10) * 1000,
    seesAll: true,
  });
  const statuses = said.split("\n").slice(0, -1);
  return {
    none: new Set(asked.filter((_, index) => statuses[index] === noPattern)),
    more: statuses.length < patterns.size,
  };
}
