import type { GlueRecord } from "@atrio/contract";
import { api } from "../../../../api/client.ts";
import { explain } from "../../explain.ts";
import { announce } from "../domain-changes.ts";
import { refreshDomain } from "../domain-queries.ts";

export async function deleteGlue(id: number, { id: gid }: GlueRecord): Promise<void> {
  try {
    announce(id, await api.glueDelete({ params: { id, gid } }));
  } catch (error) {
    explain(error);
    await refreshDomain(id);
  }
}
