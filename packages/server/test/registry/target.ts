/** What the conformance suite of registries is run on, and how it looks at it. */
import assert from "node:assert/strict";
import {
  type Outcome,
  type RegistryBackend,
  type RegistryContact,
  RegistryError,
  type RegistryErrorKind,
} from "../../src/registry/backend.ts";

export interface Target {
  readonly backend: RegistryBackend;
  readonly tlds: {
    /** Has everything, DNSSEC by DS data; limits as in `limits`. */
    readonly full: string;
    /** DNSSEC by key data. */
    readonly key: string;
    /** A new owner waits for approval. */
    readonly trade: string;
    /** No locks, privacy, auth codes or DNSSEC; the registrant is the only contact and stays who it is. */
    readonly sparse: string;
  };
  /** The registry's own word on what is pending. */
  settle: (domain: string, approved: boolean, reason?: string) => Promise<void>;
  /** The registry itself forbids transfers, or changes. */
  prohibit: (domain: string, what: "transfer" | "update") => Promise<void>;
  close: () => Promise<void>;
}

export const limits = { nameservers: 4, secDns: 3, hosts: 3 };
export const account = "operator";
export const done: Outcome = { state: "done" };
/** Hosts of another registry. */
export const outside = ["ns1.example.net", "ns2.example.net"];
export const refOf = (name: string) => ({ name, remoteId: null });
export const inAYear = (): Date => new Date(Math.floor(Date.now() / 1000 + 365 * 86_400) * 1000);

export const person: RegistryContact = {
  organization: null,
  firstName: "Ana",
  lastName: "Ruiz",
  identificationNumber: "12345678Z",
  email: "ana@customer.test",
  phone: "+34.612345678",
  address: "Calle Mayor 1",
  postalCode: "28013",
  city: "Madrid",
  state: "Madrid",
  country: "ES",
};

let names = 0;
/** A name that nobody has registered. */
export const newName = (tld: string): string => `d${++names}-${process.pid}.${tld}`;

export class Conformance {
  readonly target: Target;
  readonly backend: RegistryBackend;

  constructor(target: Target) {
    this.target = target;
    this.backend = target.backend;
  }

  /** A registered domain with a registrant. */
  async domain(tld = this.target.tlds.full): Promise<string> {
    const name = newName(tld);
    const wanted = { name, expiresAt: inAYear(), nameservers: [], contacts: { registrant: person }, account };
    assert.deepEqual(await this.backend.create(wanted), done);
    return name;
  }

  info(name: string) {
    return this.backend.info(refOf(name));
  }

  /** As after a reply that was lost: the second time it succeeds too, and nothing becomes otherwise. */
  async twice(name: string, write: () => Promise<Outcome>): Promise<void> {
    assert.deepEqual(await write(), done);
    const state = await this.info(name);
    assert.deepEqual(await write(), done);
    assert.deepEqual(await this.info(name), state);
  }

  /** Refused for this reason, naming this field, and everything is as it was. */
  async refused(
    name: string,
    kind: RegistryErrorKind,
    write: () => Promise<unknown>,
    field?: string,
  ): Promise<void> {
    const before = await this.info(name);
    await assert.rejects(write, (error) => {
      assert.ok(error instanceof RegistryError, String(error));
      assert.equal(error.kind, kind, error.message);
      if (field !== undefined)
        assert.ok(
          error.fields.some((one) => one.name === field),
          `${field} is not among ${JSON.stringify(error.fields)}`,
        );
      return true;
    });
    assert.deepEqual(await this.info(name), before);
  }
}
