/**
 * How the authority is shown that a name is ours to serve: by a record where the world asks our name servers, else by what the
 * site answers. Nothing is ordered for a name that leads elsewhere: it would fail, and be counted.
 */
import { Resolver } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Message } from "@atrio/contract";
import { type NameServer, openAsker } from "../features/dns/name-server.ts";
import { readRdata } from "../features/dns/shown.ts";
import { Fault } from "./fault.ts";
import type { DueName, OwnServers } from "./store.ts";

export type Way = "dns-01" | "http-01";

const timeoutMilliseconds = 3_000;
const livePatienceMilliseconds = 30_000;
const askAgainMilliseconds = 100;

function makeResolver(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: timeoutMilliseconds, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** Null: nobody says. */
const orNull = (question: Promise<string[]>): Promise<string[] | null> =>
  question.catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENODATA" || code === "ENOTFOUND" ? [] : null;
  });

async function isDelegatedToUs(resolver: Resolver, zone: string, own: OwnServers): Promise<boolean> {
  const names = (await orNull(resolver.resolveNs(zone))) ?? [];
  const ours = new Set(own.nameServers.map(({ name }) => name));
  return names.length > 0 && names.every((name) => ours.has(name.toLowerCase()));
}

const elsewhere = (told: Message): Fault => new Fault(told, { isCheap: true });

export async function chooseWay(
  { host, zone }: Pick<DueName, "host" | "zone">,
  own: OwnServers,
  resolvers: readonly string[],
): Promise<Way> {
  const resolver = makeResolver(resolvers);
  if (zone !== null && (await isDelegatedToUs(resolver, zone, own))) return "dns-01";
  if (host.startsWith("*.")) throw elsewhere({ key: "acme.wildcard", values: { host } });
  const answers = await Promise.all([orNull(resolver.resolve4(host)), orNull(resolver.resolve6(host))]);
  const found = answers.flatMap((answer) => answer ?? []);
  if (found.length === 0)
    throw elsewhere({ key: answers.includes(null) ? "acme.silent" : "acme.no_address", values: { host } });
  const foreign = found.filter((address) => !own.addresses.includes(address));
  if (own.addresses.length === 0 || foreign.length === 0) return "http-01";
  const values = { host, found: foreign.join(", "), ours: own.addresses.join(", ") };
  throw elsewhere({ key: "acme.elsewhere", values });
}

async function untilShown(
  server: NameServer,
  name: string,
  value: string,
  signal: AbortSignal,
): Promise<void> {
  const asker = await openAsker(server);
  try {
    for (;;) {
      const { answers = [] } = await asker.ask({ name, type: "TXT" }, signal);
      if (answers.some((answer) => readRdata(answer)?.value === value)) return;
      await sleep(askAgainMilliseconds, undefined, { signal });
    }
  } finally {
    asker.close();
  }
}

/** The authority may ask any of them. */
export async function untilLive(
  servers: readonly NameServer[],
  name: string,
  value: string,
  signal: AbortSignal,
): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(livePatienceMilliseconds)]);
  for (const server of servers)
    await untilShown(server, name, value, patience).catch(() => {
      throw new Fault({ key: "acme.not_live", values: { name, server: server.name } });
    });
}
