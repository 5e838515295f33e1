/** The registry that this installation keeps itself, in schema `registry`; what is in it is in the DNS at the next question. */
import { isDeepStrictEqual } from "node:util";
import { type Kysely, type Transaction, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import {
  type AuthCode,
  type Capabilities,
  type DomainRef,
  type DomainState,
  type Host,
  type Lock,
  type NewDomain,
  type Outcome,
  type RegistryBackend,
  type RegistryContacts,
  RegistryError,
  type RegistryMessage,
  type SecDns,
} from "../backend.ts";
import { randomCode } from "../random-code.ts";
import { tldOf } from "../responsible.ts";
import { sameNames } from "../same.ts";
import { codeExpiry, codeFits, hashCode } from "./auth-code.ts";
import { changeContacts, refuseRoles } from "./contacts.ts";
import { changeSecDns, readSecDns } from "./dnssec.ts";
import {
  type LocalDomain,
  deleteDomain,
  foldStatus,
  lockDomain,
  readDomain,
  refuseClosed,
  refuseKept,
  refuseLocked,
  setStatuses,
  startOf,
} from "./domain.ts";
import { delegateTo, readHosts, readNameservers, refuseCount, writeHost } from "./hosts.ts";
import { refusalOf } from "./refusal.ts";
import { capabilitiesOf, readTlds, refuseUnoffered } from "./tld.ts";

const done: Outcome = { state: "done" };

/** RFC 5731, 2.3. */
const statusesOf: Readonly<Record<Lock, readonly string[]>> = {
  transfer: ["clientTransferProhibited"],
  block: ["clientUpdateProhibited", "clientDeleteProhibited"],
};

type Work<T> = (transaction: Transaction<DB>, domain: LocalDomain, capabilities: Capabilities) => Promise<T>;

export class LocalBackend implements RegistryBackend {
  readonly id = "local";
  readonly #db: Kysely<DB>;

  constructor(db: Kysely<DB>) {
    this.#db = db;
  }

  async #transaction<T>(work: (transaction: Transaction<DB>) => Promise<T>): Promise<T> {
    try {
      return await this.#db.transaction().execute(work);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** One command at a time on a domain; it is done as a whole or not at all. */
  #change<T>(ref: DomainRef, work: Work<T>): Promise<T> {
    return this.#transaction(async (transaction) => {
      const domain = await lockDomain(transaction, ref);
      return work(transaction, domain, await capabilitiesOf(transaction, domain.tld));
    });
  }

  tlds(): Promise<Map<string, Capabilities>> {
    return this.#transaction(readTlds);
  }

  info({ name }: DomainRef): Promise<DomainState> {
    return this.#transaction(async (transaction) => {
      const domain = await readDomain(transaction, name);
      if (!domain) throw new RegistryError("notFound", "domain.gone");
      const nameservers = await readNameservers(transaction, name);
      return {
        remoteId: null,
        status: foldStatus(domain, nameservers.length > 0),
        registeredAt: domain.registeredAt,
        expiresAt: domain.expiresAt,
        nameservers,
        hosts: await readHosts(transaction, name),
        secDns: await readSecDns(transaction, name),
        locks: {
          transfer: domain.statuses.includes("clientTransferProhibited"),
          transferByRegistry: domain.statuses.includes("serverTransferProhibited"),
          updateByRegistry: domain.statuses.includes("serverUpdateProhibited"),
          block: domain.statuses.includes("clientUpdateProhibited"),
        },
        privacy: domain.private,
        contacts: domain.contacts,
      };
    });
  }

  create({ name, expiresAt, nameservers, contacts, account }: NewDomain): Promise<Outcome> {
    return this.#transaction(async (transaction) => {
      const capabilities = await capabilitiesOf(transaction, tldOf(name));
      const there = await readDomain(transaction, name);
      if (there?.account === account) return done;
      if (there) throw new RegistryError("exists", "domain.exists");
      refuseCount(nameservers.length, capabilities);
      refuseRoles(contacts, capabilities);
      await transaction
        .insertInto("registry.domain")
        .values({
          name,
          account,
          registered_at: startOf(expiresAt),
          expires_at: expiresAt,
          contacts: JSON.stringify(contacts),
        })
        .execute();
      await delegateTo(transaction, name, nameservers);
      return done;
    });
  }

  /** At once: nobody buys it back from a registry that sells nothing. */
  delete({ name }: DomainRef): Promise<Outcome> {
    return this.#transaction(async (transaction) => {
      const domain = await readDomain(transaction, name, true);
      if (!domain) return done;
      refuseKept(domain);
      await deleteDomain(transaction, name);
      return done;
    });
  }

  setNameservers(ref: DomainRef, names: readonly string[]): Promise<Outcome> {
    return this.#change(ref, async (transaction, domain, capabilities) => {
      const current = await readNameservers(transaction, domain.name);
      if (sameNames(current, names)) return done;
      refuseClosed(domain);
      refuseCount(names.length, capabilities);
      await delegateTo(transaction, domain.name, names);
      return done;
    });
  }

  setLock(ref: DomainRef, lock: Lock, on: boolean): Promise<Outcome> {
    return this.#change(ref, async (transaction, domain, { locks }) => {
      refuseUnoffered(locks[lock]);
      const words = statusesOf[lock];
      if (words.every((word) => domain.statuses.includes(word) === on)) return done;
      refuseClosed(domain, lock === "block" && !on);
      await setStatuses(transaction, domain, words, on);
      return done;
    });
  }

  setPrivacy(ref: DomainRef, on: boolean): Promise<Outcome> {
    return this.#change(ref, async (transaction, domain, { privacy }) => {
      refuseUnoffered(privacy);
      if (domain.private === on) return done;
      refuseClosed(domain);
      await transaction
        .updateTable("registry.domain")
        .set({ private: on })
        .where("name", "=", domain.name)
        .execute();
      return done;
    });
  }

  updateDnssec(
    ref: DomainRef,
    delta: { readonly add: readonly SecDns[]; readonly remove: readonly SecDns[] },
  ): Promise<Outcome> {
    return this.#change(ref, async (transaction, domain, capabilities) => {
      const before = await readSecDns(transaction, domain.name);
      await changeSecDns(transaction, domain.name, delta, capabilities);
      if (!isDeepStrictEqual(await readSecDns(transaction, domain.name), before)) refuseClosed(domain);
      return done;
    });
  }

  putHost(ref: DomainRef, host: Host): Promise<Outcome> {
    return this.#change(ref, async (transaction, domain, capabilities) => {
      const hosts = await readHosts(transaction, domain.name);
      if (hosts.some((there) => isDeepStrictEqual(there, host))) return done;
      refuseClosed(domain);
      await writeHost(transaction, domain, host, capabilities);
      return done;
    });
  }

  deleteHost(ref: DomainRef, name: string): Promise<Outcome> {
    return this.#change(ref, async (transaction, domain) => {
      const host = await transaction
        .selectFrom("registry.host")
        .select("name")
        .where("name", "=", name)
        .where("superordinate", "=", domain.name)
        .forUpdate()
        .executeTakeFirst();
      if (!host) return done;
      refuseClosed(domain);
      const users = await sql`select from registry.delegation where host = ${name} limit 1`.execute(
        transaction,
      );
      if (users.rows.length > 0) throw new RegistryError("inUse", "glue.in_use");
      await transaction.deleteFrom("registry.host").where("name", "=", name).execute();
      return done;
    });
  }

  setContacts(ref: DomainRef, contacts: RegistryContacts): Promise<Outcome> {
    return this.#change(ref, (transaction, domain, capabilities) =>
      changeContacts(transaction, domain, contacts, capabilities),
    );
  }

  authCode(ref: DomainRef): Promise<AuthCode> {
    return this.#change(ref, async (transaction, domain, capabilities) => {
      refuseUnoffered(capabilities.authCode === "generate");
      refuseClosed(domain);
      const made = { code: randomCode(), expiresAt: codeExpiry() };
      await transaction
        .updateTable("registry.domain")
        .set({ auth_hash: hashCode(made.code), auth_expires_at: made.expiresAt, used_hash: null })
        .where("name", "=", domain.name)
        .execute();
      return made;
    });
  }

  transfer(ref: DomainRef, code: string, account: string): Promise<Outcome> {
    return this.#change(ref, async (transaction, domain) => {
      if (domain.account === account && domain.usedHash?.equals(hashCode(code))) return done;
      refuseLocked(domain);
      if (!codeFits(domain, code)) throw new RegistryError("auth", "domain.auth_code_wrong");
      await transaction
        .updateTable("registry.domain")
        .set({ account, auth_hash: null, auth_expires_at: null, used_hash: hashCode(code) })
        .where("name", "=", domain.name)
        .execute();
      return done;
    });
  }

  async status(_: DomainRef, reference: string | null): Promise<"pending" | "done" | "refused"> {
    const operation = await this.#transaction((transaction) =>
      transaction
        .selectFrom("registry.pending_operation")
        .select(sql<"pending" | "done" | "refused">`state`.as("state"))
        .where("reference", "=", reference)
        .executeTakeFirst(),
    );
    if (!operation) throw new RegistryError("notFound", "domain.registry_refused");
    return operation.state;
  }

  async poll(handle: (message: RegistryMessage) => Promise<void>): Promise<void> {
    for (;;) {
      const message = await this.#db
        .selectFrom("registry.message")
        .select(["id", "domain", "reference", sql<"done" | "refused">`state`.as("state"), "reason"])
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      if (!message) return;
      const { id, domain, reference, state, reason } = message;
      await handle({
        domain,
        ...(reference !== null && { ends: { reference, state, ...(reason !== null && { reason }) } }),
      });
      await this.#db.deleteFrom("registry.message").where("id", "=", id).execute();
    }
  }
}
