import { query } from "../../api/query.ts";

/** What the user may do with a holding, and what it is; loaded before any of its pages is drawn. */
export const holdingQuery = (id: number) => query("permissionGet", { params: { id } });
