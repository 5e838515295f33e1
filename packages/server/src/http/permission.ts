import {
  allows,
  type HoldingNeeds,
  type KeyLevels,
  type Level,
  levels,
  permissionKeys,
  type Permissions,
} from "@atrio/contract";
import { sql } from "kysely";
import type { Change } from "../db/handles.ts";
import type { Granted, SessionUser } from "./handler.ts";
import { refuse } from "./refuse.ts";
import type { GrantRow } from "./session.ts";

/** All 19 keys; one that is not stored is disabled. */
export function allPermissions(stored: Readonly<Record<string, string>>): Permissions {
  const levelOf = (level: string | undefined): Level => levels.find((one) => one === level) ?? "disabled";
  return Object.fromEntries(permissionKeys.map((key) => [key, levelOf(stored[key])])) as Permissions;
}

/**
 * The permission check of every call. No grant: the holding is not there for this user (120), which is the same answer
 * for foreign and missing ones. A grant that falls short: 110.
 */
export function demand(grant: GrantRow | null, needs: HoldingNeeds): Granted<KeyLevels> {
  if (!grant) refuse("notFound");
  const permissions = allPermissions(grant.permissions);
  if (!allows(permissions, needs)) refuse("forbidden");
  // The check above is what the type's proof stands for.
  return { ...grant, permissions } as Granted<KeyLevels>;
}

/**
 * The same check inside the change's transaction, with the grant and the session held still until it ends: a right
 * that is taken away while the change waits is seen, one taken later waits for the commit.
 */
export async function demandLocked(
  change: Change,
  user: SessionUser,
  holding: Granted<KeyLevels>,
  needs: HoldingNeeds,
): Promise<Granted<KeyLevels>> {
  const { rows } = await sql<{ permissions: Record<string, string> | null }>`
    select atrio.lock_grant(${user.sessionId}, ${holding.id}) as permissions`.execute(change.db);
  const permissions = rows[0]?.permissions ?? null;
  return demand(permissions && { ...holding, permissions }, needs);
}

/** A holding for the operator's commands, which answer to nobody's grant. */
export function grantedToOperator<L extends KeyLevels>(holding: Omit<GrantRow, "permissions">): Granted<L> {
  const permissions = Object.fromEntries(permissionKeys.map((key) => [key, "write"])) as Permissions;
  return { ...holding, permissions } as Granted<L>;
}
