/** The demo's sites: what they are said to be, and their first pages, which their own PHP and nginx then serve. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Change } from "@atrio/server/db/handles.ts";
import { applyWeb } from "@atrio/server/jobs/queue.ts";
import { asCustomer } from "@atrio/server/web/as-customer.ts";
import { type Operator, asOperator } from "../database.ts";
import type { Plan } from "../services/plan.ts";
import { readDemoAccess } from "../services/ready.ts";
import { mainHolding } from "./holdings.ts";

const gib = 1024 ** 3;
const patienceSeconds = 60;

const startPage = `<?php
$visits = sys_get_temp_dir() . '/visits';
file_put_contents($visits, '1', FILE_APPEND);
?>
<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Imprenta Atrio</title>
<style>
  body { max-width: 40rem; margin: 12vh auto; padding: 0 1.5rem; font: 1.125rem/1.6 system-ui, sans-serif; color: #1c2330 }
  h1 { font-size: 2.25rem; line-height: 1.2 }
  small { color: #5b6678 }
</style>
</head>
<body>
<h1>Imprenta Atrio</h1>
<p>Carteles, tarjetas y libros, impresos en el barrio desde 1987.</p>
<p><small>PHP <?= PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION ?> · <?= htmlspecialchars($_SERVER['HTTP_HOST']) ?> · visitas: <?= filesize($visits) ?></small></p>
</body>
</html>
`;
const shopPage = `<!doctype html>
<html lang="es"><meta charset="utf-8"><title>Tienda</title><h1>Tienda</h1><p>Abrimos el lunes.</p></html>
`;
const pages: readonly (readonly [path: string, text: string])[] = [
  ["public_html/index.php", startPage],
  ["tienda/index.html", shopPage],
];

async function say(change: Change, holdingId: number): Promise<number> {
  const { db } = change;
  await db
    .updateTable("atrio.web_service")
    .set({ space_bytes: 10 * gib, traffic_bytes: 200 * gib, databases_max: 10, database_bytes: 2 * gib })
    .where("holding_id", "=", holdingId)
    .execute();
  await db
    .insertInto("atrio.subdomain")
    .values({ holding_id: holdingId, name: "tienda", folder: "/tienda" })
    .execute();
  const redirection = (name: string, path: string, url: string, type: string) => ({
    holding_id: holdingId,
    name,
    path,
    url,
    type,
  });
  await db
    .insertInto("atrio.redirection")
    .values([
      redirection("catalogo", "", `https://tienda.${mainHolding}/catalogo-2026`, "301"),
      redirection("", "/horario", `https://www.${mainHolding}/#horario`, "302"),
    ])
    .execute();
  await change.record({
    holdingId,
    area: "web",
    act: "demo",
    item: mainHolding,
    before: null,
    after: { sites: 3, redirections: 2 },
  });
  return applyWeb(change, holdingId);
}

/** Its folders are there then. */
async function untilApplied({ db }: Operator, job: number): Promise<void> {
  for (let second = 0; second < patienceSeconds * 5; second += 1) {
    const row = await db.selectFrom("atrio.job").select("state").where("id", "=", job).executeTakeFirst();
    if (row?.state === "done") return;
    if (row?.state === "failed") break;
    await sleep(200);
  }
  throw new Error("The demo's sites were not made: atrio logs worker");
}

/** Returns what was done, in a few words. */
export function fillSites({ home }: Plan): Promise<string> {
  return asOperator(home, async (operator) => {
    if (!readDemoAccess(home)) return "the database has holdings of its own and is left alone";
    const holding = await operator.db
      .selectFrom("atrio.holding")
      .select("id")
      .where("reference", "=", mainHolding)
      .executeTakeFirst();
    const isThere = await operator.db
      .selectFrom("atrio.journal")
      .select("id")
      .where("area", "=", "web")
      .where("act", "=", "demo")
      .executeTakeFirst();
    if (!holding || isThere) return "is there already";
    await untilApplied(operator, await operator.change((change) => say(change, holding.id)));
    for (const [path, input] of pages)
      await asCustomer({
        directory: join(home.web, "srv"),
        holdingId: holding.id,
        command: ["/bin/dd", "status=none", `of=/home/${path}`],
        input,
      });
    return `${pages.length} pages`;
  });
}
