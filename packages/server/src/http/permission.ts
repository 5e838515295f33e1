import {
  allows,
  type HoldingNeeds,
  type KeyLevels,
  type Level,
  permissionKeys,
  permissionMap,
  type Permissions,
} from "@atrio/contract";
import { sql } from "kysely";
import type { Change } from "../db/handles.ts";
import type { Granted, proof, SessionUser } from "./handler.ts";
import { refuse } from "./refuse.ts";
import type { GrantRow } from "./session.ts";

const everyKey = (level: Level): Permissions =>
  permissionMap.parse(Object.fromEntries(permissionKeys.map((key) => [key, level])));
const nothingAllowed = everyKey("disabled");
const everythingAllowed = everyKey("write");

/** All 19 keys; one that is not stored is disabled. */
export function allPermissions(stored: Readonly<Record<string, string>>): Permissions {
  const permissions = { ...nothingAllowed };
  for (const key of permissionKeys) {
    const level = stored[key];
    if (level === "read" || level === "write") permissions[key] = level;
  }
  return permissions;
}

/** Not exported: whoever holds one got it from a check in this file. */
class CheckedHolding<L extends KeyLevels> implements Granted<L> {
  declare readonly [proof]: L;
  readonly id: number;
  readonly reference: string;
  readonly permissions: Permissions;
  readonly domainExpireTs: number | null;
  readonly serviceExpireTs: number | null;
  readonly serviceKind: "hosting" | "parking" | null;
  readonly hasMail: boolean;

  constructor(holding: Omit<GrantRow, "permissions">, permissions: Permissions) {
    this.id = holding.id;
    this.reference = holding.reference;
    this.permissions = permissions;
    this.domainExpireTs = holding.domainExpireTs;
    this.serviceExpireTs = holding.serviceExpireTs;
    this.serviceKind = holding.serviceKind;
    this.hasMail = holding.hasMail;
  }
}

/**
 * The permission check of every call. No grant: the holding is not there for this user (120), which is the same answer
 * for foreign and missing ones. A grant that falls short: 110.
 */
export function demand(grant: GrantRow | null, needs: HoldingNeeds): Granted<KeyLevels> {
  if (!grant) refuse("notFound");
  const permissions = allPermissions(grant.permissions);
  if (!allows(permissions, needs)) refuse("forbidden");
  return new CheckedHolding(grant, permissions);
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
  if (!permissions && !(await isAlive(change, user))) refuse("sessionEnded");
  return demand(permissions && { ...holding, permissions }, needs);
}

async function isAlive({ db }: Change, { sessionId }: SessionUser): Promise<boolean> {
  const session = await db
    .selectFrom("atrio.session")
    .select("id")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return session !== undefined;
}

/** A holding for the operator's commands, which answer to nobody's grant. */
export const grantedToOperator = <L extends KeyLevels>(holding: Omit<GrantRow, "permissions">): Granted<L> =>
  new CheckedHolding<L>(holding, everythingAllowed);
