/** Carries an order to the registry. Every write is "make it so" (registry/backend.ts), so an order can be carried out again. */
import type { Kysely } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import {
  type AuthCode,
  type Capabilities,
  type DomainRef,
  type DomainState,
  type Host,
  type Outcome,
  type RegistryBackend,
  RegistryError,
} from "../registry/backend.ts";
import type { MirroredDomain } from "../registry/mirror.ts";
import type { Orders } from "../registry/order.ts";
import { type Vault, VaultUnavailable } from "../vault/client.ts";
import { openCode, openShownCode } from "./auth-code.ts";
import { sameNames } from "../registry/same.ts";
import type { Kept } from "./mirror.ts";
import type { Order, Wish } from "./queue.ts";

export interface Work {
  readonly db: Kysely<DB>;
  readonly backend: RegistryBackend;
  readonly capabilities: Capabilities;
  readonly domain: MirroredDomain;
  readonly vault: Vault;
}

export interface Performed {
  readonly outcome: Outcome;
  readonly authCode?: AuthCode;
  /** The installation's name servers, as they were read: they may be others by now. */
  readonly defaults?: readonly string[];
}

export const refOf = ({ name, remoteId }: MirroredDomain): DomainRef => ({ name, remoteId });

export async function defaultNameServers(db: Kysely<DB>): Promise<string[]> {
  const rows = await db.selectFrom("atrio.name_server").select("name").orderBy("position").execute();
  return rows.map(({ name }) => name);
}

const refusesNameServers = (error: unknown): boolean =>
  error instanceof RegistryError &&
  error.fields.length > 0 &&
  error.fields.every(({ name }) => name.startsWith("nameservers"));

/**
 * A domain is registered even where the registry takes none of its name servers yet: those of the installation may lie in
 * this very domain, and are given their addresses after it.
 */
async function create(work: Work, { account, contacts }: Orders["create"]): Promise<Performed> {
  const { db, backend, domain } = work;
  const { mode, names } = domain.nameservers;
  const defaults = mode === "default" ? await defaultNameServers(db) : undefined;
  const nameservers = defaults ?? names;
  const wanted = { name: domain.name, expiresAt: new Date(domain.expiresAt), account, contacts };
  try {
    return { outcome: await backend.create({ ...wanted, nameservers }), ...(defaults && { defaults }) };
  } catch (error) {
    if (!refusesNameServers(error)) throw error;
    return { outcome: await backend.create({ ...wanted, nameservers: [] }) };
  }
}

async function setNameServers(work: Work, wanted: Orders["nameservers"]): Promise<Performed> {
  const { db, backend, domain } = work;
  const defaults = wanted.mode === "default" ? await defaultNameServers(db) : undefined;
  const names = wanted.mode === "default" ? (defaults ?? []) : wanted.nameservers;
  const outcome = await backend.setNameservers(refOf(domain), names, domain.hosts);
  return { outcome, ...(defaults && { defaults }) };
}

function hostsAfter({ hosts }: MirroredDomain, order: Wish): readonly Host[] | undefined {
  if (order.kind !== "putHost" && order.kind !== "deleteHost") return undefined;
  const others = hosts.filter(({ name }) => name !== order.wanted.name);
  return order.kind === "putHost" ? [...others, order.wanted] : others;
}

/** Where hosts are attributes of a delegation, only name servers are known to the registry. */
async function setHostAttribute({ backend, domain }: Work, order: Wish, name: string): Promise<Performed> {
  const { names } = domain.nameservers;
  if (!names.includes(name)) return { outcome: { state: "done" } };
  if (order.kind === "deleteHost") throw new RegistryError("inUse", "glue.in_use");
  const hosts = hostsAfter(domain, order) ?? domain.hosts;
  return { outcome: await backend.setNameservers(refOf(domain), names, hosts) };
}

/** Roles that the registry does not hold are the mirror's alone. */
async function setContacts(work: Work, { contacts }: Orders["contacts"]): Promise<Performed> {
  const { roles } = work.capabilities.contacts;
  const held = Object.entries(contacts).filter(([role]) => roles.some((one) => one === role));
  if (held.length === 0) return { outcome: { state: "done" } };
  return { outcome: await work.backend.setContacts(refOf(work.domain), Object.fromEntries(held)) };
}

async function newCode({ backend, domain }: Work): Promise<string> {
  const made = await backend.authCode(refOf(domain));
  if ("code" in made) return made.code;
  throw new RegistryError("unsupported", "domain.transfer_needs_code");
}

const isWrongCode = (error: unknown): boolean => error instanceof RegistryError && error.kind === "auth";

/** Without a code, by the one that is shown: a new one would void it, also where the transfer is refused. */
async function transfer(work: Work, { account, sealedAuthCode }: Orders["transfer"]): Promise<Performed> {
  const { db, backend, domain, vault } = work;
  const by = (code: string) => plainly(backend.transfer(refOf(domain), code, account));
  if (sealedAuthCode !== null) return by(await openCode(vault, domain.holdingId, sealedAuthCode));
  const shown = await openShownCode(db, vault, domain.holdingId);
  if (shown !== undefined)
    try {
      return await by(shown);
    } catch (error) {
      if (!isWrongCode(error)) throw error;
    }
  return by(await newCode(work));
}

async function makeAuthCode({ backend, domain }: Work): Promise<Performed> {
  return { outcome: { state: "done" }, authCode: await backend.authCode(refOf(domain)) };
}

async function plainly(outcome: Promise<Outcome>): Promise<Performed> {
  return { outcome: await outcome };
}

/** What of an order that is done the mirror alone knows. */
export function keptOf(
  order: Wish,
  domain: MirroredDomain,
  { nameservers: said }: DomainState,
  defaults = said,
): Kept {
  const { mode } = domain.nameservers;
  if (order.kind === "create") {
    // one that was registered before keeps what it had
    const isOther = said.length > 0 && mode === "default" && !sameNames(said, defaults);
    return { nameServerMode: isOther ? "keep" : mode, contacts: order.wanted.contacts };
  }
  if (order.kind === "nameservers") return { nameServerMode: order.wanted.mode };
  if (order.kind === "contacts") return { contacts: order.wanted.contacts };
  return { hosts: hostsAfter(domain, order) };
}

function carry(work: Work, order: Wish): Promise<Performed> {
  const { backend, domain } = work;
  const ref = refOf(domain);
  const isAttribute = work.capabilities.glue.kind === "attribute";
  switch (order.kind) {
    case "create":
      return create(work, order.wanted);
    case "nameservers":
      return setNameServers(work, order.wanted);
    case "transferLock":
      return plainly(backend.setLock(ref, "transfer", order.wanted.on));
    case "block":
      return plainly(backend.setLock(ref, "block", order.wanted.on));
    case "privacy":
      return plainly(backend.setPrivacy(ref, order.wanted.on));
    case "dnssec":
      return plainly(backend.updateDnssec(ref, order.wanted));
    case "putHost":
      return isAttribute
        ? setHostAttribute(work, order, order.wanted.name)
        : plainly(backend.putHost(ref, order.wanted));
    case "deleteHost":
      return isAttribute
        ? setHostAttribute(work, order, order.wanted.name)
        : plainly(backend.deleteHost(ref, order.wanted.name));
    case "contacts":
      return setContacts(work, order.wanted);
    case "authCode":
      return makeAuthCode(work);
    case "transfer":
      return transfer(work, order.wanted);
    case "refresh":
  }
  return Promise.resolve({ outcome: { state: "done" } });
}

/** The vault's absence is a registry's: nothing was done, and it is said so. */
export async function perform(work: Work, order: Order): Promise<Performed> {
  try {
    return await carry(work, order);
  } catch (error) {
    if (error instanceof VaultUnavailable)
      throw new RegistryError("temporary", "main.unavailable", { cause: error });
    throw error;
  }
}
