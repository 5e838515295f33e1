/** Which version of PHP the sites of a service run. */
import type { KeyLevels, Message, PhpVersion } from "@atrio/contract";
import { DatabaseError } from "pg";
import * as z from "zod/mini";
import type { Change } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { applyWeb } from "../../jobs/queue.ts";
import { behindParking, behindTraffic, standsBefore } from "./stands-before.ts";
import { type StoredService, isFrom, readService } from "./store.ts";
import { type Changed, type WebService, lockWeb, requireSites } from "./web.ts";

/** As the journal keeps it: null follows the platform's. */
export const phpPart = z.object({ phpVersion: z.nullable(z.string()) });

const tooOld = (minimum: string): Message => ({ key: "service.php_minimum", values: { minimum } });
const notHere = (version: string): Message => ({ key: "service.php_missing", values: { version } });

/** What PostgreSQL says when the platform or the machine has changed meanwhile (migrations/0031). */
const refusals: Readonly<Record<string, (version: string, stored: StoredService) => Message>> = {
  web_service_php_default: (_, { phpMinimum }) => tooOld(phpMinimum),
  web_service_php_missing: (version) => notHere(version),
};

async function withPhpRules(
  version: string,
  stored: StoredService,
  say: (message: Message) => never,
  write: () => Promise<unknown>,
): Promise<void> {
  if (!isFrom(stored.phpMinimum)(version)) say(tooOld(stored.phpMinimum));
  if (!stored.installed.includes(version)) say(notHere(version));
  try {
    await write();
  } catch (error) {
    const refusal = error instanceof DatabaseError ? refusals[error.constraint ?? ""] : undefined;
    if (!refusal) throw error;
    say(refusal(version, stored));
  }
}

async function newsOf(change: Change, holdingId: number, version: string): Promise<Message> {
  const { isSpent, isParked } = await standsBefore(change, holdingId);
  if (isSpent) return behindTraffic;
  return isParked ? behindParking : { key: "service.php_set", values: { version } };
}

export interface PhpAct {
  readonly name: "serviceSetPhp" | "serviceUndo";
  /** A rule that says no is told on its field. */
  readonly hasForm: boolean;
}

/** For who was found to have what `serviceSetPhp` needs. */
export async function writePhp(
  change: Change,
  holding: Granted<KeyLevels>,
  { name, hasForm }: PhpAct,
  before: WebService,
  phpVersion: string | null,
): Promise<Changed> {
  const stored = await readService(change, holding.id);
  // which `default` only stands for
  const version = phpVersion ?? stored.phpDefault;
  const live = await newsOf(change, holding.id, version);
  if (before.phpVersion === phpVersion) {
    change.unchanged();
    return { undo: null, job: null, live };
  }
  const say = (message: Message) =>
    hasForm ? refuse("invalid", { fields: { phpVersion: message } }) : refuse("conflict", { message });
  await withPhpRules(version, stored, say, () =>
    change.db
      .updateTable("atrio.web_service")
      .set({ php_version: phpVersion })
      .where("holding_id", "=", holding.id)
      .execute(),
  );
  const undo = await change.record({
    holdingId: holding.id,
    area: "web",
    act: name,
    item: holding.reference,
    before: { phpVersion: before.phpVersion },
    after: { phpVersion },
  });
  return { undo, job: await applyWeb(change, holding.id), live };
}

export async function setPhp(
  change: Change,
  holding: Granted<{ service: "write" }>,
  wanted: PhpVersion,
): Promise<Changed> {
  requireSites(holding);
  const before = await lockWeb(change, holding);
  const act = { name: "serviceSetPhp", hasForm: true } as const;
  return writePhp(change, holding, act, before, wanted === "default" ? null : wanted);
}
