import type { Readable } from "node:stream";
import type {
  Call,
  CallName,
  Calls,
  HoldingNeeds,
  InputOf,
  KeyLevels,
  Language,
  Message,
  PathParams,
  Permissions,
  ReplyInputOf,
} from "@atrio/contract";
import type { Change, Read } from "../db/handles.ts";
import type { Refused } from "./refuse.ts";

export declare const proof: unique symbol;

/**
 * A holding on which the caller was found to have what the call needs. Store functions demand
 * `Granted<{ service_dnszone: "write" }>` in place of a bare id, so the check cannot be left out.
 * Only http/permission.ts makes one (and `grantedToOperator` for commands).
 */
export interface Granted<out L extends KeyLevels> {
  readonly id: number;
  readonly reference: string;
  readonly permissions: Permissions;
  /** Unix seconds; null where there is no domain / no service. */
  readonly domainExpireTs: number | null;
  readonly serviceExpireTs: number | null;
  readonly serviceKind: "hosting" | "parking" | null;
  readonly hasMail: boolean;
  readonly [proof]: L;
}

type LevelsOf<N> = N extends { all: infer L extends KeyLevels }
  ? L
  : N extends { any: infer L extends KeyLevels }
    ? Partial<L>
    : KeyLevels;

export interface SessionUser {
  readonly id: number;
  readonly username: string;
  readonly sessionId: number;
  /** The holding whose domain name the user signs in with. */
  readonly holdingId: number;
}

/** What a handler may know and do about the HTTP exchange itself. */
export interface Exchange {
  readonly ip: string;
  /** By which the panel was reached, with its port: chooses the company. */
  readonly host: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** True when the browser came over TLS: the session cookie is then `__Host-session`. */
  readonly secure: boolean;
  /** Asked by a page of our own, as far as the browser tells. */
  readonly sameOrigin: boolean;
  /** As every change must: for reads that make what they show. */
  readonly keepsHeaderRule: boolean;
  readonly language: Language;
  /** The caller asked for the reply at the commit (`Prefer: respond-async`, RFC 7240). */
  readonly prefersAsync: boolean;
  cookie(name: string): string | undefined;
  /** Without an age it goes when the browser closes. */
  setCookie(name: string, value: string, maxAgeSeconds?: number): void;
  clearCookie(name: string): void;
  header(name: string, value: string): void;
}

interface Context<C extends Call> {
  readonly params: PathParams<C>;
  readonly input: InputOf<C>;
  /** Public calls do not look at the session. */
  readonly user: C["needs"] extends "public" ? null : SessionUser;
  readonly holding: C["needs"] extends HoldingNeeds ? Granted<LevelsOf<C["needs"]>> : null;
  readonly http: Exchange;
}
export interface ReadContext<C extends Call> extends Context<C> {
  readonly read: Read;
}
export interface ChangeContext<C extends Call> extends Context<C> {
  readonly change: Change;
}

/** What is said beside the data. `info` is translated where the reply is written. */
export interface News {
  readonly info?: Message;
  /** Id of the atrio.job row that finishes the change. */
  readonly job?: number;
}
export interface Outcome<C extends Call> extends News {
  readonly data: ReplyInputOf<C>;
  /**
   * `info` and `job` beside it are the reply of a caller who prefers not to wait for it.
   *
   * Runs after the commit, before the reply: asks the daemons what they see and says so. Where the commit was an order to a
   * registry, `data` is what came of it, and a refusal is the registry's.
   */
  readonly after?: () => Promise<News & { readonly data?: ReplyInputOf<C> }>;
}
/** Commits what was recorded (a failed sign-in leaves its traces), then answers with the refusal. */
export interface RefusedOutcome {
  readonly refused: Refused;
}
/** The reply of a call marked `file`. */
export interface FileOutcome {
  readonly stream: Readable;
  /** Beside the call's own content type. */
  readonly headers?: Readonly<Record<string, string>>;
}

type ContextOf<C extends Call> = C extends { readonly changes: true } ? ChangeContext<C> : ReadContext<C>;
type OutcomeOf<C extends Call> = C extends { readonly file: string }
  ? FileOutcome
  : C extends { readonly changes: true }
    ? Outcome<C> | RefusedOutcome
    : Outcome<C>;

export type Handler<C extends Call> = (context: ContextOf<C>) => Promise<OutcomeOf<C>>;

/**
 * A change with slow work that must not hold a transaction open (hashing a password, asking another server): `prepare`
 * does it and returns the handler that the transaction then runs.
 */
export interface PreparedHandler<C extends Call> {
  readonly prepare: (context: ReadContext<C>) => Promise<Handler<C>>;
}
export type AnyHandler<C extends Call> =
  | Handler<C>
  | (C extends { readonly changes: true } ? PreparedHandler<C> : never);

/** A handler for each call of the contract that is not on the pending list: one missing does not compile. */
export type Handlers<Names extends CallName> = { readonly [N in Names]: AnyHandler<Calls[N]> };
