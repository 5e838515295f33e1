/**
 * What Atrio asks of a registry or a registrar, whatever protocol it speaks: EPP (RFC 5730 to 5733, 5910) or a REST API
 * (docs/decisions/0014).
 *
 * Names are A-labels in lower case without a final dot. Every write is "make it so": what is so already is a success, so
 * a write whose reply was lost can be sent again. A write is done or pending; how a pending one ended is said by `status`,
 * by a message that `poll` brings, or by `info`, which then shows what was wanted. A write that throws changed nothing, but
 * where the error says `changed`, and for `unknownOutcome`: after those `info` says what is so.
 */
import type { ContactRole, DomainStatus } from "@atrio/contract";

export interface DomainRef {
  readonly name: string;
  /** What the backend knows it by, where that is not the name (numbers of REST APIs). */
  readonly remoteId: string | null;
}

export type SecDns =
  | {
      readonly kind: "ds";
      readonly keyTag: number;
      readonly algorithm: number;
      readonly digestType: number;
      /** Hexadecimal, upper case. */
      readonly digest: string;
    }
  | {
      readonly kind: "key";
      readonly flags: number;
      readonly protocol: 3;
      readonly algorithm: number;
      /** Base64. */
      readonly publicKey: string;
    };

/** A host object below the domain. At least one address. */
export interface Host {
  readonly name: string;
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
}

export interface RegistryContact {
  /** Null: an individual. */
  readonly organization: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** RFC 5733 has no field for it: an extension's, or kept by the mirror alone. */
  readonly identificationNumber: string;
  readonly email: string;
  /** "+34.600000000" (RFC 5733, 2.5). */
  readonly phone: string;
  readonly address: string;
  readonly postalCode: string;
  readonly city: string;
  readonly state: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}
export type RegistryContacts = Readonly<Partial<Record<ContactRole, RegistryContact>>>;

/** What can be asked under one top-level domain; the panel offers nothing else. */
export interface Capabilities {
  readonly dnssec: {
    /** Which of the two interfaces of RFC 5910 (section 4); never both. */
    readonly kind: SecDns["kind"] | "none";
    readonly algorithms: readonly number[];
    readonly digestTypes: readonly number[];
    readonly flags: readonly number[];
    readonly max: number;
  };
  readonly nameservers: { readonly min: number; readonly max: number };
  readonly glue: {
    /**
     * object: hosts are objects with a name (RFC 5732). attribute: their addresses are part of the delegation (RFC 5731, 1.1),
     * `putHost` and `deleteHost` are not called, and the mirror keeps those that are no name server.
     */
    readonly kind: "object" | "attribute";
    readonly ipv4: "required" | "optional";
    readonly ipv6: boolean;
    readonly maxHosts: number;
  };
  readonly locks: { readonly transfer: boolean; readonly block: boolean };
  readonly privacy: boolean;
  readonly contacts: {
    readonly roles: readonly ContactRole[];
    /** How the registrant changes: at once, after an approval or payment, or not here. */
    readonly ownerChange: "update" | "trade" | "none";
  };
  /** generate: made anew when asked for (RFC 9154); read: the registry says the one there is; sent: to the registrant. */
  readonly authCode: "generate" | "read" | "sent" | "none";
}

export interface DomainState {
  readonly remoteId: string | null;
  /** Folded from EPP's statuses and RFC 3915's grace periods (docs/decisions/0014). */
  readonly status: DomainStatus;
  readonly registeredAt: Date | null;
  readonly expiresAt: Date;
  readonly nameservers: readonly string[];
  readonly hosts: readonly Host[];
  readonly secDns: readonly SecDns[];
  readonly locks: {
    readonly transfer: boolean;
    readonly transferByRegistry: boolean;
    /** The registry itself takes no change (serverUpdateProhibited). */
    readonly updateByRegistry: boolean;
    readonly block: boolean;
  };
  readonly privacy: boolean;
  /** Only the roles that the registry holds. */
  readonly contacts: RegistryContacts;
}

export interface NewDomain {
  readonly name: string;
  /** As it is wished for: a registry that sells years (RFC 5731) gives the nearest number of them, and `info` says the date. */
  readonly expiresAt: Date;
  readonly nameservers: readonly string[];
  readonly contacts: RegistryContacts;
  /** The account it belongs to, where the registry keeps accounts. */
  readonly account: string;
}

export type Lock = "transfer" | "block";

/** `reference`: what the registry calls it, where it has a name for it. */
export type Outcome =
  | { readonly state: "done" }
  | { readonly state: "pending"; readonly reference: string | null };

/** `sentTo`: the registry mailed it to the registrant, and nobody else sees it. */
export type AuthCode = { readonly code: string; readonly expiresAt: Date } | { readonly sentTo: string };

/** What a registry tells by itself: the end of something pending, or a change that is not ours. */
export interface RegistryMessage {
  readonly domain: string;
  /** The pending operation that it ends, if it ends one. */
  readonly ends?: PendingEnd;
}

export interface PendingEnd {
  /** As in the outcome. Null: the one operation of the domain that has none (RFC 5731's `trnData` names the domain alone). */
  readonly reference: string | null;
  readonly state: "done" | "refused";
  readonly reason?: string;
}

export interface RegistryBackend {
  /** "local", "epp:<account>", "dondominio". */
  readonly id: string;
  /** By top-level domain: those this backend is responsible for. Asked every minute, so what takes long is kept for a while. */
  tlds(): Promise<ReadonlyMap<string, Capabilities>>;
  /** `notFound`: there is no such domain, or it is no longer ours. */
  info(domain: DomainRef): Promise<DomainState>;
  create(domain: NewDomain): Promise<Outcome>;
  /** Gives the domain up, with its hosts (RFC 5731, 3.2.2); one that is not there is a success. Refused while blocked. */
  delete(domain: DomainRef): Promise<Outcome>;
  /** The full list. `hosts`: those below the domain, with the addresses that a delegation carries where they are attributes. */
  setNameservers(domain: DomainRef, names: readonly string[], hosts: readonly Host[]): Promise<Outcome>;
  setLock(domain: DomainRef, lock: Lock, on: boolean): Promise<Outcome>;
  setPrivacy(domain: DomainRef, on: boolean): Promise<Outcome>;
  updateDnssec(
    domain: DomainRef,
    delta: { readonly add: readonly SecDns[]; readonly remove: readonly SecDns[] },
  ): Promise<Outcome>;
  /** Makes the host, or gives it these addresses in place of its own. */
  putHost(domain: DomainRef, host: Host): Promise<Outcome>;
  deleteHost(domain: DomainRef, name: string): Promise<Outcome>;
  /** The roles given; others stay. A new registrant may take an approval. */
  setContacts(domain: DomainRef, contacts: RegistryContacts): Promise<Outcome>;
  authCode(domain: DomainRef): Promise<AuthCode>;
  /** To another account, by its auth code; refused while locked. The code is void afterwards. */
  transfer(domain: DomainRef, authCode: string, account: string): Promise<Outcome>;
  /** How a pending write stands, where the registry can be asked. */
  status?(domain: DomainRef, reference: string | null): Promise<"pending" | "done" | "refused">;
  /** Hands over what waits, oldest first, each acknowledged once `handle` has returned; it can come again. */
  poll?(handle: (message: RegistryMessage) => Promise<void>): Promise<void>;
}

export type RegistryErrorKind =
  | "input"
  | "notFound"
  | "exists"
  | "inUse"
  | "status"
  | "policy"
  | "auth"
  | "unsupported"
  | "rate"
  | "temporary"
  | "unknownOutcome";

/** Fields of a refusal, by the names of this file: "nameservers.2", "secDns", "host.ipv4", "registrant.phone". */
export interface RegistryField {
  readonly name: string;
  /** A key of the message catalogues where the backend knows one, else the registry's own words. */
  readonly message: string;
}

export class RegistryError extends Error {
  readonly kind: RegistryErrorKind;
  readonly fields: readonly RegistryField[];
  /** A part of what was asked for is done: several commands of a protocol make one write. */
  readonly changed: boolean;
  /** For the log: the server's code and transaction ids. No secrets. */
  readonly trace: Readonly<Record<string, string>>;

  constructor(
    kind: RegistryErrorKind,
    message: string,
    more: {
      readonly fields?: readonly RegistryField[];
      readonly changed?: boolean;
      readonly trace?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.fields = more.fields ?? [];
    this.changed = more.changed ?? false;
    this.trace = more.trace ?? {};
  }
}
