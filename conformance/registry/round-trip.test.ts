/**
 * The switch of a domain, from signed to unsigned and back, with a resolver that validates asking all the time: it never
 * fails. TTLs are short here, not the waits: those follow from them.
 */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Calls, ReplyOf } from "@atrio/contract";
import { Client } from "pg";
import { ownerUrl } from "../../packages/cli/src/install/database.ts";
import { openHome } from "../../packages/cli/src/home.ts";
import { atrio, makeHome, readReady, removeHome, succeed } from "../installation.ts";
import { type Resolver, Watch, askResolver, startResolver } from "./resolver.ts";

type Status = ReplyOf<Calls["dnssecStatus"]>["status"];

const domain = "viaje.test";
const password = "tres gatos duermen en la cocina";
/** Seconds: of everything in the zone; of the delegation and the DS. */
const ttl = 4;
const parentTtl = 8;

suite("a domain that is signed, unsigned and signed again", () => {
  const home = makeHome();
  let owner: Client;
  let resolver: Resolver;
  let watch: Watch;
  let holdingId: number;
  let call: (path: string, form?: Readonly<Record<string, string>>) => Promise<Status>;

  const command = (args: readonly string[], input = "") => succeed(home, args, { input });

  /** Nothing in the zone is kept longer than `ttl`: the panel itself offers no TTL below ten minutes. */
  async function shortenTtls(): Promise<void> {
    await owner.query("alter table atrio.dns_record drop constraint dns_record_ttl");
    await owner.query("update atrio.dns_record set ttl = $1", [ttl]);
    const { rows } = await owner.query<{ view: string }>("select pg_get_viewdef('pdns.soa') as view");
    const view = rows[0]!.view
      .replace("3600 600 1209600 300", `3600 600 1209600 ${ttl}`)
      .replace("3600 AS ttl", `${ttl} AS ttl`);
    await owner.query(`create or replace view pdns.soa as ${view}`);
  }

  async function signIn(url: string): Promise<typeof call> {
    const headers = { "accept-language": "en", "x-requested-with": "XMLHttpRequest" };
    const credentials = { domainName: domain, username: "ana", password };
    const login = await fetch(`${url}/api/user/login/`, {
      method: "POST",
      headers,
      body: new URLSearchParams(credentials),
    });
    assert.equal(login.status, 200, await login.text());
    const cookie = login.headers
      .getSetCookie()
      .map((set) => set.split(";")[0])
      .join("; ");
    return async (path, form) => {
      const reply = await fetch(`${url}/api/domain/${holdingId}/dnssec/${path}/`, {
        method: form ? "POST" : "GET",
        headers: { ...headers, cookie },
        ...(form ? { body: new URLSearchParams(form) } : {}),
      });
      const text = await reply.text();
      assert.equal(reply.status, 200, text);
      const { data }: { data: { status: Status } } = JSON.parse(text);
      return data.status;
    };
  }

  before(async () => {
    await command(["up", "--port", "0", "--detach"]);
    await command(["company", "set", "--captcha", "none"]);
    await command([
      "platform",
      "set",
      "--name-server",
      "ns1.names.example",
      "--name-server",
      "ns2.names.example",
    ]);
    await command(["registry", "tld", "set", "test", "--ttl", String(parentTtl)]);
    await command(["holding", "add", domain]);
    await command(["user", "add", domain, "ana", "--password-stdin"], password);
    owner = new Client({ connectionString: ownerUrl(openHome(home)) });
    await owner.connect();
    await owner.query(
      `insert into atrio.dns_record (zone_id, holding_id, name, type, value)
       select id, holding_id, '*.any.' || name, 'A', '192.0.2.1' from atrio.dns_zone where name = $1`,
      [domain],
    );
    await shortenTtls();
    const { rows } = await owner.query<{ id: number }>(
      "select id::int from atrio.holding where reference = $1",
      [domain],
    );
    holdingId = rows[0]!.id;
    const { url, services } = readReady(home);
    call = await signIn(url);
    resolver = await startResolver(
      { name: "test", ports: [services.registry.port] },
      { name: domain, ports: [services.dns.port, services.dns2.port] },
      1,
    );
    watch = new Watch(resolver, [domain, `www.${domain}`, `a.nobody.${domain}`], `any.${domain}`);
  });
  after(async () => {
    await watch?.stop();
    await resolver?.stop();
    await owner?.end();
    await removeHome(home);
  });

  /** Turns the switch and follows it; returns the steps that were seen. */
  async function turn(on: boolean): Promise<Set<string>> {
    const steps = new Set<string>();
    let status = await call("toggle", { value: on ? "1" : "0" });
    const deadline = Date.now() + 40_000;
    for (;;) {
      const state = status.switch;
      assert.ok(state && Date.now() < deadline, JSON.stringify(status));
      steps.add(state.until === null ? state.step : `${state.step} and waits`);
      if (state.step === (on ? "on" : "off")) return steps;
      await sleep(250);
      status = await call("status");
    }
  }

  async function untilAuthentic(wanted: boolean): Promise<void> {
    const deadline = Date.now() + 4 * parentTtl * 1000;
    for (;;) {
      const { rcode, authentic } = await askResolver(resolver.port, domain);
      if (rcode === "NOERROR" && authentic === wanted) return;
      assert.ok(Date.now() < deadline, `${rcode}, ${authentic ? "" : "not "}authentic`);
      await sleep(100);
    }
  }

  test("begins unsigned", async () => {
    await untilAuthentic(false);
    const { chain, switch: state } = await call("status");
    assert.deepEqual([chain.state, state?.step], ["unsigned", "off"]);
  });

  test("keeps the operator's commands off its keys while the switch is under way", async () => {
    await owner.query(
      "insert into atrio.dnssec_switch (holding_id, wanted, step) values ($1, true, 'signing')",
      [holdingId],
    );
    for (const args of [
      ["sign", domain],
      ["unsign", domain, "--yes"],
    ]) {
      const { status, output } = await atrio(home, ["dnssec", ...args]);
      assert.equal(status, 75, output);
      assert.match(output, /The DNSSEC switch of viaje\.test is under way/);
    }
    await owner.query("delete from atrio.dnssec_switch");
  });

  for (const [name, on, waits] of [
    ["is signed", true, "signing and waits"],
    ["is unsigned", false, "withdrawing and waits"],
    ["is signed again", true, "signing and waits"],
  ] as const)
    test(name, async () => {
      const steps = await turn(on);
      assert.ok(steps.has(waits), [...steps].join(", "));
      await untilAuthentic(on);
      await sleep(1_000); // what was seen is kept for three seconds at most
      const { chain } = await call("status");
      assert.equal(chain.state, on ? "valid" : "unsigned");
    });

  test("was found at every moment of it", async () => {
    await watch.stop();
    assert.ok(watch.asked > 100, String(watch.asked));
    assert.deepEqual(watch.failures, []);
  });

  test("is not found with a DS of another key, and the panel says so", async () => {
    await owner.query(
      "update registry.sec_dns set key_tag = 4711, digest = repeat('AB', 32) where domain = $1",
      [domain],
    );
    const deadline = Date.now() + 4 * parentTtl * 1000;
    while ((await askResolver(resolver.port, domain)).rcode !== "SERVFAIL") {
      assert.ok(Date.now() < deadline);
      await sleep(100);
    }
    await sleep(3_000);
    const { chain } = await call("status");
    assert.equal(chain.state, "broken");
    assert.match(chain.why ?? "", /The DS at the registry \(4711\) fits none of the keys/);
  });
});
