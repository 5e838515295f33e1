/** What of the registry's tables is in its zones: the rules of publication, case by case, as the name server reads them. */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { inTransaction } from "../../../test/in-transaction.ts";
import { startTestCluster, type TestCluster } from "../../../test/database.ts";
import { openPool } from "../../db/pool.ts";
import { owner } from "../../db/roles.ts";
import { makeKeyPair } from "../../features/dns/dnssec.ts";
import type pg from "pg";

let cluster: TestCluster;
let db: pg.Pool;
let reader: pg.Pool;

before(async () => {
  cluster = await startTestCluster();
  const database = await cluster.createDatabase();
  db = openPool(cluster.url(owner, database), { max: 4 });
  reader = openPool(cluster.url("registry_ro", database), { max: 2 });
  await db.query("insert into registry.tld (name, mode) values ('llaves.test', 'key'), ('otro', 'ds')");
});
after(async () => {
  await Promise.all([db.end(), reader.end()]);
  await cluster.stop();
});
afterEach(async () => {
  for (const table of ["delegation", "host", "domain"]) await db.query(`delete from registry.${table}`);
});

const addDomain = (name: string, more: { statuses?: string[]; expires?: string } = {}) =>
  db.query(
    "insert into registry.domain (name, account, statuses, expires_at) values ($1, 'a@b.test', $2, now() + $3::interval)",
    [name, more.statuses ?? [], more.expires ?? "1 year"],
  );
const addHost = (name: string, ...addresses: string[]) =>
  db.query("insert into registry.host (name, ipv4, ipv6) values ($1, $2, $3)", [
    name,
    addresses.filter((address) => !address.includes(":")),
    addresses.filter((address) => address.includes(":")),
  ]);
const delegate = (domain: string, ...hosts: string[]) =>
  db.query(
    `insert into registry.delegation select $1, n, host from unnest($2::text[]) with ordinality as h (host, n)`,
    [domain, hosts],
  );
const digest = "AB".repeat(32);
const addDs = (domain: string) =>
  db.query(
    `insert into registry.sec_dns (domain, kind, algorithm, key_tag, digest_type, digest)
     values ($1, 'ds', 13, 1, 2, $2)`,
    [domain, digest],
  );

/** Everything below the apexes and their own delegations: "name TYPE content auth". */
async function served(): Promise<string[]> {
  const { rows } = await reader.query<{ line: string }>(
    `select concat_ws(' ', name, type, content, auth) as line from registry_dns.records
      where type <> 'SOA' and content not like 'nic.%' and name not like 'nic.%' order by 1`,
  );
  return rows.map(({ line }) => line);
}

const ofUno = ["ns.uno.test A 192.0.2.1 f", "uno.test NS ns.uno.test f"];
const cases: [what: string, make: () => Promise<unknown>, served: string[]][] = [
  ["a domain without hosts", () => addDomain("uno.test"), []],
  [
    "one with a host of its own",
    async () => {
      await addDomain("uno.test");
      await addHost("ns.uno.test", "192.0.2.1", "2001:db8::1");
      await delegate("uno.test", "ns.uno.test");
    },
    [ofUno[0]!, "ns.uno.test AAAA 2001:db8::1 f", ofUno[1]!],
  ],
  [
    "hosts elsewhere have no addresses",
    async () => {
      await addDomain("uno.test");
      await addHost("ns.example.net");
      await delegate("uno.test", "ns.example.net");
    },
    ["uno.test NS ns.example.net f"],
  ],
  [
    "a DS with name servers, authoritative",
    async () => {
      await addDomain("uno.test");
      await addHost("ns.example.net");
      await delegate("uno.test", "ns.example.net");
      await addDs("uno.test");
    },
    [`uno.test DS 1 13 2 ${digest} t`, "uno.test NS ns.example.net f"],
  ],
  [
    "no DS without name servers",
    async () => {
      await addDomain("uno.test");
      await addDs("uno.test");
    },
    [],
  ],
  [
    "no glue of a host that nobody uses",
    async () => {
      await addDomain("uno.test");
      await addHost("ns.uno.test", "192.0.2.1");
      await addHost("spare.uno.test", "192.0.2.2");
      await delegate("uno.test", "ns.uno.test");
    },
    ofUno,
  ],
  [
    "glue of a host that only another domain uses, below another TLD too",
    async () => {
      await addDomain("uno.test");
      await addDomain("dos.otro");
      await addHost("ns.uno.test", "192.0.2.1");
      await addHost("ns.example.net");
      await delegate("uno.test", "ns.example.net");
      await delegate("dos.otro", "ns.uno.test");
    },
    ["dos.otro NS ns.uno.test f", ofUno[0]!, "uno.test NS ns.example.net f"],
  ],
  [
    "no glue below a domain that is not published, whoever uses it",
    async () => {
      await addDomain("uno.test", { statuses: ["serverHold"] });
      await addDomain("dos.test");
      await addHost("ns.uno.test", "192.0.2.1");
      await delegate("uno.test", "ns.uno.test");
      await delegate("dos.test", "ns.uno.test");
    },
    ["dos.test NS ns.uno.test f"],
  ],
  [
    "no glue that only domains use that are not published",
    async () => {
      await addDomain("uno.test");
      await addDomain("dos.test", { expires: "-1 second" });
      await addHost("ns.uno.test", "192.0.2.1");
      await addHost("ns.example.net");
      await delegate("uno.test", "ns.example.net");
      await delegate("dos.test", "ns.uno.test");
    },
    ["uno.test NS ns.example.net f"],
  ],
];
const statuses = {
  out: ["clientHold", "serverHold", "pendingCreate", "pendingDelete", "redemptionPeriod", "pendingRestore"],
  in: ["clientTransferProhibited", "serverUpdateProhibited", "autoRenewPeriod", "pendingTransfer"],
};

describe("what is published", () => {
  for (const [what, make, expected] of cases)
    it(what, async () => {
      await make();
      assert.deepEqual(await served(), expected);
    });

  for (const [place, words] of Object.entries(statuses))
    for (const status of words)
      it(`a domain that is ${status}: ${place}`, async () => {
        await addDomain("uno.test", { statuses: ["clientUpdateProhibited", status] });
        await addHost("ns.uno.test", "192.0.2.1");
        await delegate("uno.test", "ns.uno.test");
        await addDs("uno.test");
        const all = [ofUno[0], `uno.test DS 1 13 2 ${digest} t`, ofUno[1]];
        assert.deepEqual(await served(), place === "in" ? all : []);
      });

  it("the DS of a key, as RFC 4509 has it", async () => {
    await addDomain("uno.llaves.test");
    await addHost("ns.example.net");
    await delegate("uno.llaves.test", "ns.example.net");
    const { publicKey } = makeKeyPair();
    await db.query(
      `insert into registry.sec_dns (domain, kind, algorithm, flags, public_key)
       values ('uno.llaves.test', 'key', 13, 257, $1)`,
      [publicKey],
    );
    const { rows } = await db.query<{ ds: string }>(
      `select concat_ws(' ', 'uno.llaves.test DS', atrio.dns_key_tag(r), 13, 2,
                encode(sha256(atrio.dns_wire('uno.llaves.test') || r), 'hex'), 't') as ds
         from atrio.dns_key_rdata(257, 13, $1) r`,
      [publicKey],
    );
    assert.deepEqual(await served(), [rows[0]!.ds, "uno.llaves.test NS ns.example.net f"]);
  });
});

describe("the name server's role", () => {
  it("reads the zones and nothing behind them", async () => {
    for (const table of ["registry.domain", "registry.zone_key", "atrio.dns_key", "pdns.cryptokeys"])
      await assert.rejects(reader.query(`select from ${table}`), /permission denied/, table);
  });
});

const serial = async () =>
  (await db.query<{ serial: number }>("select serial from registry.server")).rows[0]!.serial;

describe("the serial", () => {
  it("moves once with each commit that changes what is served, and with no other", async () => {
    await addDomain("uno.test");
    await addHost("ns.example.net");
    const steps: [string, string, boolean][] = [
      ["delegation", "insert into registry.delegation values ('uno.test', 1, 'ns.example.net')", true],
      ["hold", "update registry.domain set statuses = '{serverHold}'", true],
      ["contacts", `update registry.domain set contacts = '{"tech": {}}'`, false],
      ["account", "update registry.domain set account = 'c@d.test'", false],
      [
        "a new domain",
        "insert into registry.domain (name, account, expires_at) values ('x.test', 'a', now())",
        false,
      ],
      ["ttl", "update registry.tld set ttl = 60 where name = 'otro'", true],
      ["no name servers", "delete from registry.delegation", true],
    ];
    for (const [what, statement, moves] of steps) {
      const last = await serial();
      await db.query(statement);
      assert.equal((await serial()) > last, moves, what);
    }
  });

  it("does not make changes of different domains wait for each other", async () => {
    await addDomain("uno.test");
    await addDomain("dos.test");
    await inTransaction(db, async (first) => {
      await first.query("update registry.domain set statuses = '{serverHold}' where name = 'uno.test'");
      await inTransaction(db, (second) =>
        second.query("update registry.domain set statuses = '{serverHold}' where name = 'dos.test'"),
      );
    });
  });
});
