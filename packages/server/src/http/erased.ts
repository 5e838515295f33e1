/** Handlers without their call's own types: what the adapter, which serves all calls alike, sees of them. */
import type { Call, KeyLevels } from "@atrio/contract";
import type { Change, Read } from "../db/handles.ts";
import type { Exchange, FileOutcome, Granted, Outcome, RefusedOutcome, SessionUser } from "./handler.ts";

export interface ErasedContext {
  readonly params: Readonly<Record<string, number>>;
  readonly input: unknown;
  readonly user: SessionUser | null;
  readonly holding: Granted<KeyLevels> | null;
  readonly http: Exchange;
  readonly read?: Read;
  readonly change?: Change;
}
export type ErasedOutcome =
  | (Omit<Outcome<Call>, "data"> & { readonly data: unknown })
  | RefusedOutcome
  | FileOutcome;
export type ErasedRun = (context: ErasedContext) => Promise<ErasedOutcome>;
export type ErasedHandler = ErasedRun | { readonly prepare: (context: ErasedContext) => Promise<ErasedRun> };
