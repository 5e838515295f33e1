import type { Kysely, Transaction } from "kysely";
import type { DB } from "./schema.gen.ts";

/** Who is at work: written into every journal row. */
export interface Actor {
  readonly source: "panel" | "command" | "system";
  readonly userId: number | null;
  readonly username: string | null;
  readonly ip: string | null;
  readonly requestId: string | null;
}

/** One journal row: `before` and `after` have the same shape for every feature, null where there is none. */
export interface JournalEntry {
  readonly holdingId: number | null;
  readonly area: string;
  readonly act: string;
  readonly item: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Reading: statements on a read-only connection. Functions that only look take this and cannot write. */
export interface Read {
  readonly db: Kysely<DB>;
}

/**
 * Changing: one transaction that holds the rows, their journal entry and their job. It exists only inside a call
 * marked `changes` (or a command), so a read-only call cannot reach a write.
 */
export interface Change extends Read {
  readonly db: Transaction<DB>;
  readonly actor: Actor;
  /** The caller doesn't wait until the daemons show the change, so a burst may be passed on to them as one. */
  readonly isAsync: boolean;
  /** Appends to the journal; returns the entry's id. */
  record(entry: JournalEntry): Promise<number>;
  /** Says that what was wanted was there already. A change that neither records nor says so is refused at commit. */
  unchanged(): void;
}
