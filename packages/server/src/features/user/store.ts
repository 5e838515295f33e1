/** Users of the panel, as the operator's commands make them. What a user may do is a grant per holding. */
import type { Permissions } from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";

export interface PanelUser {
  readonly id: number;
  readonly holdingId: number;
  readonly username: string;
  readonly disabledAt: Date | null;
  readonly lastLoginAt: Date | null;
}

export interface ListedUser extends PanelUser {
  /** The domain name the user signs in with. */
  readonly reference: string;
}

const columns = ({ db }: Read) =>
  db
    .selectFrom("atrio.panel_user as u")
    .innerJoin("atrio.holding as h", "h.id", "u.holding_id")
    .select([
      "u.id",
      "u.holding_id as holdingId",
      "u.username",
      "u.disabled_at as disabledAt",
      "u.last_login_at as lastLoginAt",
      "h.reference",
    ]);

/** All users, or those who sign in with one domain name. */
export function listUsers(read: Read, reference?: string): Promise<ListedUser[]> {
  const all = columns(read).orderBy("h.reference").orderBy("u.username");
  return (reference === undefined ? all : all.where("h.reference", "=", reference)).execute();
}

export const findUser = (read: Read, reference: string, username: string): Promise<ListedUser | undefined> =>
  columns(read).where("h.reference", "=", reference).where("u.username", "=", username).executeTakeFirst();

/** Of those who sign in with this holding's name: who may do something with another one. */
export const listUsersWithMore = (read: Read, holdingId: number): Promise<ListedUser[]> =>
  columns(read)
    .where("u.holding_id", "=", holdingId)
    .where((where) =>
      where.exists(
        where
          .selectFrom("atrio.holding_grant as g")
          .whereRef("g.user_id", "=", "u.id")
          .where("g.holding_id", "<>", holdingId),
      ),
    )
    .orderBy("u.username")
    .execute();

const journaled = (
  change: Change,
  user: Pick<PanelUser, "holdingId" | "username">,
  act: string,
  before: unknown,
  after: unknown,
) => change.record({ holdingId: user.holdingId, area: "user", act, item: user.username, before, after });

export async function addUser(
  change: Change,
  holdingId: number,
  username: string,
  passwordHash: string,
): Promise<number> {
  const { id } = await change.db
    .insertInto("atrio.panel_user")
    .values({ holding_id: holdingId, username, password_hash: passwordHash })
    .returning("id")
    .executeTakeFirstOrThrow();
  await journaled(change, { holdingId, username }, "userAdd", null, { username });
  return id;
}

/** From now on the user signs in with the name of this holding. */
export async function moveUser(
  change: Change,
  user: ListedUser,
  to: { readonly holding: { readonly id: number; readonly reference: string }; readonly username: string },
): Promise<void> {
  const { holding, username } = to;
  await change.db
    .updateTable("atrio.panel_user")
    .set({ holding_id: holding.id, username })
    .where("id", "=", user.id)
    .execute();
  const before = `${user.username}@${user.reference}`;
  await journaled(change, user, "userMove", before, `${username}@${holding.reference}`);
}

const endSessions = (change: Change, userId: number) =>
  change.db.deleteFrom("atrio.session").where("user_id", "=", userId).execute();

/** The user's sessions end: whoever knew the old password is out. */
export async function setPassword(change: Change, user: PanelUser, passwordHash: string): Promise<void> {
  await change.db
    .updateTable("atrio.panel_user")
    .set({ password_hash: passwordHash })
    .where("id", "=", user.id)
    .execute();
  await change.db.deleteFrom("atrio.known_device").where("user_id", "=", user.id).execute();
  await endSessions(change, user.id);
  await journaled(change, user, "userPassword", null, null);
}

/** A disabled user is out at once and cannot come back in. */
export async function setDisabled(change: Change, user: PanelUser, disabled: boolean): Promise<void> {
  await change.db
    .updateTable("atrio.panel_user")
    .set({ disabled_at: disabled ? sql`now()` : null })
    .where("id", "=", user.id)
    .execute();
  if (disabled) await endSessions(change, user.id);
  const was = user.disabledAt !== null;
  await journaled(change, user, disabled ? "userDisable" : "userEnable", { disabled: was }, { disabled });
}

export async function readGrant(
  { db }: Read,
  userId: number,
  holdingId: number,
): Promise<Partial<Permissions>> {
  const row = await db
    .selectFrom("atrio.holding_grant")
    .select((read) => read.ref("permissions").$castTo<Partial<Permissions>>().as("permissions"))
    .where("user_id", "=", userId)
    .where("holding_id", "=", holdingId)
    .executeTakeFirst();
  return row?.permissions ?? {};
}

/** The whole of what the user may do with one holding; disabled keys are left out, nothing at all is no row. */
export async function setGrant(
  change: Change,
  user: PanelUser,
  holding: { readonly id: number; readonly reference: string },
  permissions: Partial<Permissions>,
): Promise<void> {
  const before = await readGrant(change, user.id, holding.id);
  const after = Object.fromEntries(Object.entries(permissions).filter(([, level]) => level !== "disabled"));
  const json = sql<string>`${JSON.stringify(after)}::jsonb`;
  const row = change.db
    .deleteFrom("atrio.holding_grant")
    .where("user_id", "=", user.id)
    .where("holding_id", "=", holding.id);
  if (Object.keys(after).length === 0) await row.execute();
  else
    await change.db
      .insertInto("atrio.holding_grant")
      .values({ user_id: user.id, holding_id: holding.id, permissions: json })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "holding_id"]).doUpdateSet({ permissions: json }),
      )
      .execute();
  await change.record({
    holdingId: holding.id,
    area: "grant",
    act: "grant",
    item: user.username,
    before,
    after,
  });
}
