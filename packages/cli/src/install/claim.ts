/**
 * A database belongs to one home. Its id stands in the database and, because roles and their passwords belong to the whole
 * server, in the comment of a role of that server too.
 */
import { transferKeyName } from "@atrio/server/features/platform/store.ts";
import type { ClientBase } from "pg";
import { Failure } from "../failure.ts";
import type { Home } from "../home.ts";
import { installationId } from "./installations.ts";
import { readTsigSecret } from "./secrets.ts";

const claimed = "atrio_worker";
const commentBegins = "installation ";

const refusal = (what: string, id: string): Failure =>
  new Failure(
    `${what} belongs to another installation${id && ` (${id})`}. Nothing was changed.`,
    'Use the home of that installation, or another PostgreSQL. A home that was moved or restored: "Whose database it is" in docs/operating.md.',
    78,
  );

async function first(client: ClientBase, text: string): Promise<string | undefined> {
  const { rows } = await client.query<{ found: string | null }>(text);
  return rows[0]?.found ?? undefined;
}

const isThere = async (client: ClientBase, table: string): Promise<boolean> =>
  (await first(client, `select to_regclass('${table}')::text as found`)) !== undefined;

/** From before databases had an id: the home's secret of zone transfers is in it. */
async function requireSameSecret(client: ClientBase, home: Home): Promise<void> {
  if (!(await isThere(client, "atrio.dns_tsig"))) return;
  const secret = await first(
    client,
    `select secret as found from atrio.dns_tsig where name = '${transferKeyName}'`,
  );
  if (secret !== undefined && secret !== readTsigSecret(home)) throw refusal("The database", "");
}

/** Refuses the database that has another's id. Returns whether it has one. */
export async function refuseOther(client: ClientBase, home: Home): Promise<boolean> {
  if (!(await isThere(client, "atrio.installation"))) return false;
  const known = await first(client, "select id::text as found from atrio.installation");
  if (known !== undefined && known !== installationId(home)) throw refusal("The database", known);
  return known !== undefined;
}

/** Refuses the database of another installation, by its owner. Changes nothing. */
export async function requireOwnDatabase(client: ClientBase, home: Home): Promise<void> {
  if (!(await refuseOther(client, home))) await requireSameSecret(client, home);
}

/** Refuses a server whose roles are those of another installation. Changes nothing. */
export async function requireOwnServer(client: ClientBase, home: Home): Promise<void> {
  const comment = await first(
    client,
    `select shobj_description(oid, 'pg_authid') as found from pg_roles where rolname = '${claimed}'`,
  );
  if (!comment?.startsWith(commentBegins)) return;
  const id = comment.slice(commentBegins.length);
  if (id !== installationId(home)) throw refusal("The PostgreSQL server of DATABASE_URL", id);
}

/** Said on the server, by whoever made the roles. */
export const claimServer = (client: ClientBase, home: Home): Promise<unknown> =>
  client.query(
    `comment on role ${claimed} is ${client.escapeLiteral(`${commentBegins}${installationId(home)}`)}`,
  );

/** Said in the database, by its owner, when it has the table. Of two homes that come at once the second is refused. */
export async function claimDatabase(client: ClientBase, home: Home): Promise<void> {
  await client.query("insert into atrio.installation (id) values ($1) on conflict do nothing", [
    installationId(home),
  ]);
  await requireOwnDatabase(client, home);
}
