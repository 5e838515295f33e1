/**
 * One login role per process; none owns anything. Made by the installer as superuser (or as the user of DATABASE_URL,
 * who needs CREATEROLE), before the first migration. Settings are in force from the next connection.
 */
import { type ClientBase, escapeIdentifier, escapeLiteral } from "pg";

interface Role {
  readonly connectionLimit: number;
  readonly settings: Readonly<Record<string, string>>;
}

/** To compile a short statement, or to start workers for it (8 ms), takes longer than it saves. */
const shortStatements = { jit: "off", max_parallel_workers_per_gather: "0" };
const reader = { ...shortStatements, default_transaction_read_only: "on", statement_timeout: "5s" };

export const roleNames = [
  "atrio_api",
  "atrio_worker",
  "atrio_dnsd",
  "atrio_mailer",
  "atrio_registrar",
  "atrio_policyd",
  "atrio_webmail",
  "atrio_weblog",
  "atrio_acme",
  "pdns_ro",
  "registry_ro",
  "dovecot_ro",
  "dovecot_usage",
  "postfix_ro",
] as const;
export type RoleName = (typeof roleNames)[number];

const roles: Readonly<Record<RoleName, Role>> = {
  atrio_api: {
    connectionLimit: 40,
    settings: { ...shortStatements, statement_timeout: "5s", lock_timeout: "3s" },
  },
  atrio_worker: { connectionLimit: 20, settings: {} },
  atrio_dnsd: { connectionLimit: 5, settings: { statement_timeout: "30s" } },
  // its transaction waits while an SMTP server takes its time
  atrio_mailer: {
    connectionLimit: 5,
    settings: { statement_timeout: "30s", idle_in_transaction_session_timeout: "10min" },
  },
  // a registry may take its time, between transactions
  atrio_registrar: { connectionLimit: 20, settings: { ...shortStatements, statement_timeout: "30s" } },
  pdns_ro: { connectionLimit: 40, settings: reader },
  registry_ro: { connectionLimit: 20, settings: reader },
  atrio_policyd: { connectionLimit: 8, settings: { ...shortStatements, statement_timeout: "5s" } },
  // Roundcube's own tables are in a schema of theirs
  atrio_webmail: {
    connectionLimit: 32,
    settings: { ...shortStatements, statement_timeout: "10s", search_path: "roundcube" },
  },
  atrio_weblog: { connectionLimit: 4, settings: { ...shortStatements, statement_timeout: "30s" } },
  atrio_acme: { connectionLimit: 8, settings: { ...shortStatements, statement_timeout: "10s" } },
  dovecot_ro: { connectionLimit: 20, settings: reader },
  // usage and two queries at each sign-in, five each; twice that while Dovecot reloads
  dovecot_usage: { connectionLimit: 30, settings: { ...shortStatements, statement_timeout: "5s" } },
  postfix_ro: { connectionLimit: 20, settings: reader },
};

/** How many connections these roles have together at most. */
export const connectionsOf = (names: readonly RoleName[]): number =>
  names.reduce((sum, name) => sum + roles[name].connectionLimit, 0);

/** The owner of the database and of everything in it, in the embedded cluster. */
export const owner = "atrio";

/** Creates what is missing and sets what belongs to each role. `passwords` only where roles come in by TCP. */
export async function ensureRoles(
  client: ClientBase,
  passwords: Partial<Record<RoleName, string>> = {},
): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>("select rolname from pg_roles");
  const present = new Set(rows.map((row) => row.rolname));
  for (const name of roleNames) {
    const role = roles[name];
    const password = passwords[name];
    const verb = present.has(name) ? "alter" : "create";
    await client.query(
      `${verb} role ${name} login connection limit ${role.connectionLimit}${password ? ` password ${escapeLiteral(password)}` : ""}`,
    );
    for (const [setting, value] of Object.entries(role.settings))
      await client.query(`alter role ${name} set ${escapeIdentifier(setting)} = ${escapeLiteral(value)}`);
  }
}
