/** Which site a message of PHP's is about: the one in whose folder the file lies that it names. */
import type { Read } from "../../db/handles.ts";

/** How PHP ends its messages; the beginning of one whose end was cut off; what FPM says of a script. */
const places = [
  /^.* in \/home(?<path>\/.*?) on line \d+\s*$/s,
  / in \/home(?<path>\/[^\n]*?):\d+$/m,
  /, script '\/home(?<path>\/[^'\n]*)'/,
];

function fileOf(message: string): string | undefined {
  for (const place of places) {
    const path = place.exec(message)?.groups?.["path"];
    if (path !== undefined) return path;
  }
  return undefined;
}

/** The folder, what it is in, and so on up to `/`. */
function* foldersOf(path: string): Generator<string> {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
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
  return (message) => {
    const path = fileOf(message);
    if (path === undefined) return "";
    for (const folder of foldersOf(path)) {
      const host = hosts.get(folder);
      if (host !== undefined) return host;
    }
    return "";
  };
}
