import type { Kysely } from "kysely";
import { inChange } from "../../db/change.ts";
import type { Actor } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import { countAct } from "./attempts.ts";

/** Each makes us ask servers that a customer names. */
const perUser = { max: 60, minutes: 10 };

export async function countQuestions(
  db: Kysely<DB>,
  actor: Actor,
  about: "nameserver" | "dnssec",
): Promise<void> {
  await inChange(db, actor, async (change) => {
    await countAct(change, [{ subject: `${about}:user:${actor.userId}`, ...perUser }]);
    change.unchanged();
  });
}
