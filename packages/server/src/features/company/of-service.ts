/** Whose brand the parking page of a service is in. */
import type { Change, Read } from "../../db/handles.ts";
import { applyWeb } from "../../jobs/queue.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Undefined where nobody is said: it is the default company's. */
export const readCompanyOfService = ({ db }: Read, holdingId: number): Promise<Named | undefined> =>
  db
    .selectFrom("atrio.web_service as w")
    .innerJoin("atrio.company as c", "c.id", "w.company_id")
    .select(["c.id", "c.name"])
    .where("w.holding_id", "=", holdingId)
    .executeTakeFirst();

/** Null: the default company's. */
export async function setCompanyOfService(
  change: Change,
  { id, reference }: { readonly id: number; readonly reference: string },
  company: Named | null,
): Promise<void> {
  const before = await readCompanyOfService(change, id);
  await change.db
    .updateTable("atrio.web_service")
    .set({ company_id: company?.id ?? null })
    .where("holding_id", "=", id)
    .execute();
  await applyWeb(change, id);
  await change.record({
    holdingId: id,
    area: "web",
    act: "webSet",
    item: reference,
    before: { company: before?.name ?? null },
    after: { company: company?.name ?? null },
  });
}
