/** What the mail daemons ask at every login and for every mail must not read all mailboxes there are. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { type TestApp, makeApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
  // enough of everything that the planner has a choice; as nobody's change, so that it is quick
  await sql`alter table atrio.mailbox disable trigger user; alter table atrio.alias disable trigger user;
    insert into atrio.holding (reference, service_kind, service_expires_at, has_mail)
      select 'service' || n || '.test', 'hosting', now() + interval '1 year', true from generate_series(1, 1000) n;
    insert into atrio.mailbox (holding_id, local_part, address, password_hash, forward_targets)
      select h.id, 'box' || n, 'box' || n || '@' || h.reference, '{ARGON2ID}$argon2id$',
             case when n = 1 then array['box2@' || h.reference] else '{}' end
        from atrio.holding h, generate_series(1, 10) n;
    insert into atrio.alias (holding_id, local_part, address, targets)
      select h.id, 'alias' || n, 'alias' || n || '@' || h.reference, array['box' || n || '@' || h.reference]
        from atrio.holding h, generate_series(1, 3) n;
    insert into atrio.mailbox_usage (address, bytes) select address, 1 from atrio.mailbox;
    insert into atrio.autoresponder (mailbox_id, holding_id, enabled, subject, content)
      select id, holding_id, true, 'Away', 'Away' from atrio.mailbox where local_part = 'box1';
    analyze atrio.holding; analyze atrio.mailbox; analyze atrio.alias; analyze atrio.mailbox_usage;
    analyze atrio.autoresponder`.execute(panel.db);
});
after(() => panel.stop());

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The tables that a query reads without being led to its rows by an index. */
const readWhole = async (query: string): Promise<string[]> => {
  const { rows } = await sql<{
    "QUERY PLAN": [{ Plan: Node }];
  }>`explain (format json) ${sql.raw(query)}`.execute(panel.db);
  return nodesOf(rows[0]!["QUERY PLAN"][0].Plan)
    .filter(
      (node) => /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(node["Node Type"]) && !node["Index Cond"],
    )
    .map((node) => `${node["Node Type"]} ${node["Relation Name"] ?? node["Index Name"]}`);
};

const stack = join(import.meta.dirname, "../../../../../stack");
const files = (service: string, ending: string) =>
  readdirSync(join(stack, service))
    .filter((name) => name.endsWith(ending) && !["main.cf", "master.cf"].includes(name))
    .map((name) => [`${service}/${name}`, readFileSync(join(stack, service, name), "utf8")] as const);

/** Each query of a daemon's file, asked for one address. `doveadm -A` alone goes through all mailboxes. */
const queriesIn = (content: string): string[] => [
  ...[...content.matchAll(/^(?:password_query|user_query|query) = (.*)$/gm)].map(([, query]) =>
    query!.replaceAll(/'%\w*(\{\w+\})?'/g, "'alias1@service7.test'"),
  ),
  ...[...content.matchAll(/table = (\S+)\s+(?:username_field = (\S+)\s+)?value_field = (\S+)/g)].map(
    ([, table, username = "address", value]) =>
      `select ${value} from ${table} where ${username} = 'alias1@service7.test'`,
  ),
];

const bodyOf = async (name: string): Promise<string> => {
  const { rows } = await sql<{ body: string }>`
    select prosrc as body from pg_proc where oid = ${name}::regproc`.execute(panel.db);
  return rows[0]!.body;
};

describe("a daemon's query is led to its rows by an index", () => {
  for (const [name, content] of [...files("postfix", ".cf"), ...files("dovecot", ".ext")])
    it(name, async () => {
      const queries = queriesIn(content);
      assert.notEqual(queries.length, 0);
      for (const query of queries) assert.deepEqual(await readWhole(query), [], query);
    });

  const addresses = "'{alias1@service7.test,friend@outside.example}'::text[]";

  for (const name of ["mail_next", "mail_previous"])
    it(`${name}, under the lock of all who change where mail goes`, async () => {
      const query = (await bodyOf(`atrio.${name}`)).replaceAll(/\baddresses\b/g, addresses);
      assert.deepEqual(await readWhole(`select * from (${query}) s`), []);
    });

  for (const name of ["sender", "leads", "incoming", "outgoing"])
    it(`policyd.${name}, at the end of each message`, async () => {
      const query = (await bodyOf(`policyd.${name}`))
        .replaceAll(/\b(sender\.addresses|recipients|domains)\b(?=\))/g, addresses)
        .replaceAll("sender.login", "'box1@service7.test'")
        .replaceAll("<> sender", "<> 7")
        .replaceAll(/\bsize\b/g, "1000");
      assert.deepEqual(await readWhole(`select * from (${query}) s`), []);
    });
});
