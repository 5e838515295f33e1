/** Handlers without their call's own types: what the adapter, which serves all calls alike, sees of them. */
import type { Call, KeyLevels } from "@atrio/contract";
import type { Change, Read } from "../db/handles.ts";
import type {
  Exchange,
  FileOutcome,
  Granted,
  News,
  Outcome,
  RefusedOutcome,
  SessionUser,
} from "./handler.ts";

export interface ErasedContext {
  readonly params: Readonly<Record<string, number>>;
  readonly input: unknown;
  readonly user: SessionUser | null;
  readonly holding: Granted<KeyLevels> | null;
  readonly http: Exchange;
  readonly read?: Read;
  readonly change?: Change;
}
export type ErasedAfter = () => Promise<News & { readonly data?: unknown }>;
export type ErasedOutcome =
  | (Omit<Outcome<Call>, "data" | "after"> & { readonly data: unknown; readonly after?: ErasedAfter })
  | RefusedOutcome
  | FileOutcome;
export type ErasedRun = (context: ErasedContext) => Promise<ErasedOutcome>;
export type ErasedHandler = ErasedRun | { readonly prepare: (context: ErasedContext) => Promise<ErasedRun> };
