/** The registry's own rules whoever writes, and what the operator may do: TLDs, holds, decisions. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Kysely } from "kysely";
import { Client, DatabaseError, type Pool } from "pg";
import { startTestCluster, type TestCluster } from "../../../test/database.ts";
import { inTransaction } from "../../../test/in-transaction.ts";
import { inChange } from "../../db/change.ts";
import { openDatabase, openPool } from "../../db/pool.ts";
import { owner } from "../../db/roles.ts";
import type { DB } from "../../db/schema.gen.ts";
import {
  domainStatusWords,
  findRegistryDomain,
  serverHold,
  setDomainState,
  settlePending,
} from "./operator-domain.ts";
import { TldRefused, addTld, listTlds, prepareRegistry, removeTld, setTld } from "./operator-tld.ts";

const operator = { source: "command", userId: null, username: "op", ip: null, requestId: null } as const;

let cluster: TestCluster;
let database: string;
let owned: Pool;
/** As the registrar. */
let registrar: Pool;
let db: Kysely<DB>;

before(async () => {
  cluster = await startTestCluster();
  database = await cluster.createDatabase();
  owned = openPool(cluster.url(owner, database), { max: 2 });
  registrar = openPool(cluster.url("atrio_registrar", database), { max: 4 });
  db = openDatabase(openPool(cluster.url("atrio_worker", database), { max: 2 }));
  await registrar.query(
    "insert into registry.domain (name, account, expires_at) values ('uno.test', 'a@b.test', now() + interval '1 year')",
  );
});
after(async () => {
  await Promise.all([owned.end(), registrar.end(), db.destroy()]);
  await cluster.stop();
});

const change = <T>(work: Parameters<typeof inChange<T>>[2]) => inChange(db, operator, work);
const refusedFor = (constraint: string) => (error: unknown) =>
  error instanceof DatabaseError && error.constraint === constraint;
const journal = () =>
  owned
    .query<{ act: string }>("select act from atrio.journal where area = 'registry' order by id desc limit 1")
    .then(({ rows }) => rows[0]?.act);
const keyOf = async (tld: string) => (await listTlds({ db })).find(({ name }) => name === tld)?.public_key;
const messages = () =>
  owned
    .query<{ domain: string; state: string | null }>("delete from registry.message returning domain, state")
    .then(({ rows }) => rows);

describe("the tables refuse", () => {
  const cases: [what: string, statement: string, constraint: string][] = [
    [
      "a domain below no TLD",
      "domain (name, account, expires_at) values ('a.nope', 'a', now())",
      "domain_tld",
    ],
    [
      "two labels below one",
      "domain (name, account, expires_at) values ('a.b.test', 'a', now())",
      "domain_tld",
    ],
    [
      "the name server's name",
      "domain (name, account, expires_at) values ('nic.test', 'a', now())",
      "domain_reserved",
    ],
    [
      "a status of nobody's",
      "domain (name, account, expires_at, statuses) values ('z.test', 'a', now(), '{x}')",
      "domain_statuses",
    ],
    ["a domain twice", "domain (name, account, expires_at) values ('uno.test', 'a', now())", "domain_pkey"],
    ["a host of ours without address", "host (name) values ('ns.uno.test')", "host_address"],
    [
      "addresses of a host elsewhere",
      "host (name, ipv4) values ('ns.example.net', '{192.0.2.1}')",
      "host_address",
    ],
    [
      "a host below no domain",
      "host (name, ipv4) values ('ns.dos.test', '{192.0.2.1}')",
      "host_superordinate",
    ],
    ["the domain as its own host", "host (name, ipv4) values ('uno.test', '{192.0.2.1}')", "host_below"],
    ["a name that is none", "host (name) values ('ns_1.example.net')", "host_name"],
    [
      "a host that is not there",
      "delegation values ('uno.test', 1, 'ns.example.org')",
      "delegation_host_in_use",
    ],
    [
      "a key where DS data is taken",
      "sec_dns (domain, kind, algorithm, flags, public_key) values ('uno.test', 'key', 13, 257, '\\x010203')",
      "sec_dns_mode",
    ],
    [
      "half a DS",
      "sec_dns (domain, kind, algorithm, key_tag) values ('uno.test', 'ds', 13, 1)",
      "sec_dns_kind",
    ],
  ];
  for (const [what, statement, constraint] of cases)
    it(what, () =>
      assert.rejects(registrar.query(`insert into registry.${statement}`), refusedFor(constraint)),
    );

  it("that a host in use goes", async () => {
    await registrar.query("insert into registry.host (name) values ('ns.example.net')");
    await registrar.query("insert into registry.delegation values ('uno.test', 1, 'ns.example.net')");
    await assert.rejects(
      registrar.query("delete from registry.host where name = 'ns.example.net'"),
      refusedFor("delegation_host_in_use"),
    );
    await registrar.query("delete from registry.delegation");
    await registrar.query("delete from registry.host where name = 'ns.example.net'");
  });

  it("more than the TLD allows, also of two at once", async () => {
    await change((act) => setTld(act, "test", { max_sec_dns: 1 }));
    const add = (tag: number) =>
      registrar.query(
        `insert into registry.sec_dns (domain, kind, algorithm, key_tag, digest_type, digest)
         values ('uno.test', 'ds', 13, $1, 2, 'AB')`,
        [tag],
      );
    const [first, second] = await Promise.allSettled([add(1), add(2)]);
    const refused = [first, second].flatMap((done) => (done.status === "rejected" ? [done.reason] : []));
    assert.equal(refused.length, 1);
    assert.ok(refusedFor("sec_dns_limit")(refused[0]));
    await registrar.query("delete from registry.sec_dns");
  });

  it("a domain that is being made while a TLD of its name is", async () => {
    await inTransaction(registrar, async (making) => {
      await making.query(
        "insert into registry.domain (name, account, expires_at) values ('tres.test', 'a', now())",
      );
      const tld = change((act) => addTld(act, { name: "tres.test" }));
      const refusal = assert.rejects(
        tld,
        (error) => error instanceof TldRefused && /is a domain/.test(error.message),
      );
      await making.query("commit");
      await refusal;
      await making.query("begin");
    });
  });
});

describe("TLDs", () => {
  it("are made with their key, and no key is the worker's or the registrar's to read", async () => {
    await change((act) => addTld(act, { name: "demo", mode: "key", owner_change: "trade" }));
    assert.equal(await journal(), "registry tld add");
    const found = (await listTlds({ db })).find(({ name }) => name === "demo");
    assert.deepEqual([found?.mode, found?.owner_change, found?.domains], ["key", "trade", 0]);
    assert.match(found?.public_key ?? "", /^[A-Za-z0-9+/]{86}==$/);
    for (const role of ["atrio_worker", "atrio_registrar", "atrio_api"]) {
      const pool = openPool(cluster.url(role, database), { max: 1 });
      await assert.rejects(
        pool.query("select private_key from registry.zone_key"),
        /permission denied/,
        role,
      );
      await pool.end();
    }
  });

  it("are told to the registrar at commit", async () => {
    const client = new Client({ connectionString: cluster.url("atrio_registrar", database) });
    await client.connect();
    await client.query("listen atrio_registry_message");
    const heard = new Promise((resolve) => client.once("notification", resolve));
    await change((act) => setTld(act, "demo", { ttl: 60 }));
    await heard;
    await client.end();
  });

  it("are refused in words", async () => {
    const refused: [() => Promise<unknown>, RegExp][] = [
      [() => change((act) => addTld(act, { name: "demo" })), /already/],
      [() => change((act) => addTld(act, { name: "a.b.test" })), /cannot be a TLD/],
      [() => change((act) => addTld(act, { name: "uno.test" })), /is a domain/],
      [() => change((act) => addTld(act, { name: "nic.test" })), /no name for a TLD/],
      [() => change((act) => setTld(act, "nope", { ttl: 60 })), /does not keep/],
      [() => change((act) => setTld(act, "test", { min_name_servers: 9 })), /more name servers/],
      [() => change((act) => removeTld(act, "test")), /still has domains/],
      [() => change((act) => removeTld(act, "nope")), /does not keep/],
    ];
    for (const [work, says] of refused)
      await assert.rejects(
        work,
        (error) => error instanceof TldRefused && says.test(error.message),
        says.source,
      );
  });

  it("stand below one another, and go from the lowest up", async () => {
    await change((act) => addTld(act, { name: "b.demo" }));
    await assert.rejects(
      change((act) => removeTld(act, "demo")),
      /A TLD below demo/,
    );
    await change((act) => removeTld(act, "b.demo"));
    await change((act) => removeTld(act, "demo"));
    assert.equal(await journal(), "registry tld remove");
  });

  it("keep their mode while domains have data of it", async () => {
    await registrar.query(
      `insert into registry.sec_dns (domain, kind, algorithm, key_tag, digest_type, digest)
       values ('uno.test', 'ds', 13, 1, 2, 'AB')`,
    );
    await assert.rejects(
      change((act) => setTld(act, "test", { mode: "key" })),
      /of the other kind/,
    );
    await registrar.query("delete from registry.sec_dns");
  });

  it("that came with the schema get their key from `up`, once", async () => {
    const prepare = () =>
      inChange(openDatabase(owned), operator, (act) =>
        prepareRegistry(act, ["192.0.2.53", "2001:db8::53"], { address: "192.0.2.53", port: 53 }),
      );
    assert.equal(await keyOf("test"), null);
    await prepare();
    const made = await keyOf("test");
    assert.ok(made);
    await prepare();
    assert.equal(await keyOf("test"), made);
    const { rows } = await owned.query(
      "select address, port from atrio.registry_server where backend = 'local'",
    );
    assert.deepEqual(rows, [{ address: "192.0.2.53", port: 53 }]);
    const { rows: glue } = await owned.query<{ content: string }>(
      "select content from registry_dns.records where name = 'nic.test' order by type",
    );
    assert.deepEqual(
      glue.map(({ content }) => content),
      ["192.0.2.53", "2001:db8::53"],
    );
  });
});

describe("domains", () => {
  it("know the statuses that the table knows", async () => {
    await change((act) => setDomainState(act, "test", "uno.test", { add: domainStatusWords, remove: [] }));
    const after = await change((act) =>
      setDomainState(act, "test", "uno.test", { add: [], remove: domainStatusWords }),
    );
    assert.deepEqual(after, []);
    await messages();
  });

  it("are held and let go, and the registrar is told; what is so already changes nothing", async () => {
    const hold = () =>
      change((act) =>
        setDomainState(act, "registry domain hold", "uno.test", { add: serverHold, remove: [] }),
      );
    assert.deepEqual(await hold(), ["serverHold"]);
    assert.equal(await journal(), "registry domain hold");
    assert.deepEqual(await messages(), [{ domain: "uno.test", state: null }]);
    assert.deepEqual(await hold(), ["serverHold"]);
    assert.deepEqual(await messages(), []);
    assert.equal(
      await change((act) => setDomainState(act, "x", "nope.test", { add: serverHold, remove: [] })),
      undefined,
    );
    await change((act) => setDomainState(act, "x", "uno.test", { add: [], remove: serverHold }));
    await messages();
  });

  for (const approved of [true, false])
    it(`are given to a new owner when that is ${approved ? "approved" : "rejected: then not"}`, async () => {
      await registrar.query(
        `update registry.domain set statuses = '{pendingUpdate}', contacts = '{"registrant": {"firstName": "Old"}, "tech": {}}'`,
      );
      await registrar.query(
        `insert into registry.pending_operation (domain, contacts, account)
         values ('uno.test', '{"registrant": {"firstName": "New"}}', 'a@b.test')`,
      );
      const shown = await findRegistryDomain({ db }, "uno.test");
      const reference = shown?.pending?.reference;
      assert.ok(reference);
      assert.equal(await change((act) => settlePending(act, "uno.test", approved, "because")), reference);
      const { statuses, contacts, pending } = (await findRegistryDomain({ db }, "uno.test"))!;
      assert.deepEqual([statuses, pending], [[], null]);
      assert.deepEqual(contacts, { registrant: { firstName: approved ? "New" : "Old" }, tech: {} });
      assert.deepEqual(await messages(), [{ domain: "uno.test", state: approved ? "done" : "refused" }]);
      assert.equal(await change((act) => settlePending(act, "uno.test", approved, null)), undefined);
    });
});
