/** Which site a message of PHP or Apache is about: the one in whose folder the file lies that it names. */
import type { Read } from "../../db/handles.ts";

/** The last that it names, before such an end. Scripts write what they like: no pattern may look at a text again and again. */
function fileBefore(end: RegExp, text: string): string | undefined {
  const named = text.lastIndexOf(" in /home/");
  if (named === -1) return undefined;
  const path = text.slice(named + " in /home".length);
  const length = path.search(end);
  return length === -1 ? undefined : path.slice(0, length);
}

/** What Apache says of a .htaccess file, or of one that it gives to nobody: `AH01630: client denied …: /home/shop/x`. */
const apacheFile = /^(?:AH\d{5}: [^/\n]{0,200})?\/home(?<path>\/[^\n:]*)/;

/** How PHP ends its messages; the beginning of one whose end was cut off; what FPM says of a script. */
function fileOf(message: string): string | undefined {
  const whole = fileBefore(/ on line \d+\s*$/, message);
  if (whole !== undefined) return whole;
  for (const line of message.split("\n")) {
    const path = fileBefore(/:\d+$/, line);
    if (path !== undefined) return path;
  }
  const ofApache = apacheFile.exec(message)?.groups?.["path"];
  if (ofApache !== undefined) return ofApache;
  return /, script '\/home(?<path>\/[^'\n]*)'/.exec(message)?.groups?.["path"];
}

/** The folder, what it is in, and so on up to `/`; none longer than any site's. */
function* foldersOf(path: string, longest: number): Generator<string> {
  for (let end = path.lastIndexOf("/", longest); end > 0; end = path.lastIndexOf("/", end - 1))
    yield path.slice(0, end);
  yield "/";
}

/** One folder may have several names: the domain itself is the shortest, one of all names (`*`) comes last. */
const rank = (host: string): number => host.length + (host.startsWith("*") ? 1000 : 0);

/** Empty where the message names no file of a site. */
export type FindHost = (message: string) => string;

export async function failedSites({ db }: Read, holdingId: number): Promise<FindHost> {
  const sites = await db
    .selectFrom("atrio.subdomain")
    .select(["host", "folder"])
    .where("holding_id", "=", holdingId)
    .execute();
  const byRank = sites.toSorted((one, other) => rank(other.host) - rank(one.host));
  const hosts = new Map(byRank.map(({ folder, host }) => [folder, host]));
  const longest = Math.max(0, ...sites.map(({ folder }) => folder.length));
  return (message) => {
    const path = fileOf(message);
    if (path === undefined) return "";
    for (const folder of foldersOf(path, longest)) {
      const host = hosts.get(folder);
      if (host !== undefined) return host;
    }
    return "";
  };
}
