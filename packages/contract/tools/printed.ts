import { errorTable } from "./error-table.ts";
import { openapi } from "./openapi.ts";
import { permissionMatrix } from "./permission-matrix.ts";

/** What is printed from the contract and checked in, by path in the repository. */
export const printed = (): Record<string, string> => ({
  "openapi.json": `${JSON.stringify(openapi(), null, 2)}\n`,
  "packages/contract/permissions.txt": permissionMatrix(),
  "docs/errors.md": errorTable(),
});

export const repository = new URL("../../../", import.meta.url);
