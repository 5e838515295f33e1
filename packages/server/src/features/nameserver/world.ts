/** Host names of the world, by the system's resolvers: what to say of those that have no address, and why. */
import { Resolver } from "node:dns/promises";
import type { Message } from "@atrio/contract";
import { toUnicode } from "@atrio/contract";
import type { NameServer } from "../dns/name-server.ts";

export type Place = Pick<NameServer, "address" | "port">;
/** Where a host answers questions, or why it cannot be a name server. */
export type Found = { readonly places: readonly Place[] } | { readonly error: Message };
export type LookUp = (name: string, signal?: AbortSignal) => Promise<Found>;

const deadline = 3_000;
const dnsPort = 53;

export const placesAt = (addresses: readonly string[]): Place[] =>
  addresses.map((address) => ({ address, port: dnsPort }));

type Answer = { readonly values: readonly string[] } | { readonly code: string };

const answerOf = (question: Promise<string[]>): Promise<Answer> =>
  question.then(
    (values) => ({ values }),
    (error: unknown) => ({ code: error instanceof Error && "code" in error ? String(error.code) : "" }),
  );

const valuesOf = (answer: Answer): readonly string[] => ("values" in answer ? answer.values : []);
const isCode = (answer: Answer, code: string): boolean => "code" in answer && answer.code === code;

function cutOff(resolver: Resolver, signal: AbortSignal): void {
  if (signal.aborted) resolver.cancel();
  else signal.addEventListener("abort", () => resolver.cancel(), { once: true });
}

/** The name servers of a zone of the world; none where nobody says. */
export async function nameServersOf(zone: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: deadline / 4, tries: 2 });
  const answer = answerOf(resolver.resolveNs(zone));
  cutOff(resolver, signal);
  return valuesOf(await answer).toSorted();
}

/** The texts at a name of the world, aliases followed; null where nobody says. */
export async function textsOf(
  name: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<string[] | null> {
  const resolver = new Resolver({ timeout: deadline / 4, tries: 1 });
  if (servers) resolver.setServers(servers);
  const texts = resolver.resolveTxt(name).then((parts) => parts.map((strings) => strings.join("")));
  const answer = answerOf(texts);
  cutOff(resolver, signal);
  const said = await answer;
  const isNone = isCode(said, "ENOTFOUND") || isCode(said, "ENODATA");
  return "values" in said ? [...said.values] : isNone ? [] : null;
}

/** `servers` in place of those of the system. */
export const worldLookUp =
  (servers?: readonly string[]): LookUp =>
  async (name, signal) => {
    const resolver = new Resolver({ timeout: deadline / 2, tries: 2 });
    if (servers) resolver.setServers(servers);
    const answers = Promise.all([
      answerOf(resolver.resolve4(name)),
      answerOf(resolver.resolve6(name)),
      answerOf(resolver.resolveCname(name)),
    ]);
    cutOff(resolver, AbortSignal.any([AbortSignal.timeout(deadline), ...(signal ? [signal] : [])]));
    const [ipv4, ipv6, alias] = await answers;
    const [target] = valuesOf(alias);
    if (target !== undefined) return { error: isAlias(name, target) };
    const addresses = [...valuesOf(ipv4), ...valuesOf(ipv6)];
    if (addresses.length > 0) return { places: placesAt(addresses) };
    const isMissing = [ipv4, ipv6].some((answer) => isCode(answer, "ENOTFOUND"));
    const isEmpty = [ipv4, ipv6].every((answer) => isCode(answer, "ENODATA"));
    return { error: isMissing ? isUnknown(name) : isEmpty ? hasNoAddress(name) : isSilent(name) };
  };

const about =
  (key: "nameserver.unknown" | "nameserver.no_address" | "nameserver.silent") =>
  (name: string): Message => ({ key, values: { name: toUnicode(name) } });

export const isUnknown = about("nameserver.unknown");
export const hasNoAddress = about("nameserver.no_address");
/** Nobody says whether there is such a host: another time it may be there. */
export const isSilent = about("nameserver.silent");
/** RFC 2181, 10.3. */
export const isAlias = (name: string, target: string): Message => ({
  key: "nameserver.alias",
  values: { name: toUnicode(name), target: toUnicode(target) },
});
