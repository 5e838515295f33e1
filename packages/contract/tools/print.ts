/** `node packages/contract/tools/print.ts`: writes openapi.json, permissions.txt and docs/errors.md anew. */
import { writeFileSync } from "node:fs";
import { printed, repository } from "./printed.ts";

for (const [path, text] of Object.entries(printed())) {
  writeFileSync(new URL(path, repository), text);
  console.log(path);
}
