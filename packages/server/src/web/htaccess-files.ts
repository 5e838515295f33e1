/** The .htaccess files of a service, found as one that may look into all of its folders. */
import { asCustomer } from "./as-customer.ts";

export interface RulesPlace {
  /** That of all services. */
  readonly directory: string;
  readonly holdingId: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Found {
  /** Below /home, as Apache sees them too. */
  readonly paths: readonly string[];
  /** There are more, or it took too long. */
  readonly more: boolean;
}

const longestSeconds = 20;
const mostFiles = 2000;
const mostBytes = 8_000_000;
const deepest = 64;

/**
 * Takes files to look for and, behind `--`, folders to search. No link is followed and nothing is opened; a pipe would have its
 * reader wait. Names that begin with a dot are not served.
 */
const find = `
  while [ "$1" != -- ]; do [ ! -f "$1" ] || printf '%s\\0' "$1"; shift; done
  shift
  { nice -n 10 timeout -s KILL ${longestSeconds} find "$@" -mindepth 1 -maxdepth ${deepest} -xdev \\
      -name .htaccess -type f,l,d -prune -print0 -o -type d -name '.?*' ! -name .well-known -prune
    printf 'end %s\\0' $?; } 2>/dev/null | head -z -n ${mostFiles + 1} | head -c ${mostBytes}`;
const killedStatus = 137;

const isBelowAny = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path.startsWith(`${folder}/`));

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

/** Rules in the folders that a site's folder lies in are followed too. */
const rulesAbove = (folder: string): string[] => {
  const names = folder.split("/").filter((name) => name !== "");
  return names.map((_, depth) => ["/home", ...names.slice(0, depth), ".htaccess"].join("/"));
};

/** `folders`: those of the sites. */
export async function findRules(place: RulesPlace, folders: readonly string[]): Promise<Found> {
  if (folders.length === 0) return { paths: [], more: false };
  const searched = outermost(folders).map((folder) => `/home${folder}`);
  const above = new Set(folders.flatMap(rulesAbove).filter((path) => !isBelowAny(path, searched)));
  const said = await asCustomer({
    ...place,
    command: ["/bin/sh", "-c", find, "sh", ...above, "--", ...searched],
    timeoutMilliseconds: (longestSeconds + 10) * 1000,
    maxBytes: mostBytes,
    seesAll: true,
  });
  // what stands behind the last NUL was cut off
  const records = said.split("\0").slice(0, -1);
  const end = records.findLastIndex((record) => record.startsWith("end "));
  const paths = (end < 0 ? records.slice(0, mostFiles) : records.slice(0, end)).toSorted();
  return { paths, more: end < 0 || records[end] === `end ${killedStatus}` };
}
