/** What a zone says of the names that redirections go by. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import { type DnsPanel, linesOf, makeDnsPanel, webIpv4 } from "../../../test/dns.ts";
import { untilOneWaits } from "../../../test/helpers/app.ts";

let dns: DnsPanel;
before(async () => {
  dns = await makeDnsPanel({ webPorts: { http: 80, https: 443 }, webPatienceMilliseconds: 0 });
});
after(() => dns.stop());

it("a name resolves as long as a redirection goes by it, from wherever it came", async () => {
  const zone = await dns.addZone("uno.test");
  const { id } = zone;
  const user = await dns.panel.asUser({ [id]: { service_redirects: "write" } });
  const addresses = async () =>
    (await linesOf(dns.panel, zone)).flatMap((line) => {
      const [name, type, value] = line.split(" ");
      return type === "A" && name !== "@" ? [`${name} ${value}`] : [];
    });
  const input = { subDomain: "old", urlRedir: "https://world.example/" };
  const { redirection } = (await user.call("redirectionCreate", { params: { id }, input })).data;
  assert.deepEqual(await addresses(), [`old ${webIpv4}`]);
  const save = async (subDomain: string) => {
    const reply = await user.call("redirectionSave", {
      params: { id, rid: redirection.id },
      input: { ...input, subDomain },
    });
    assert.equal(reply.status, 200, reply.body);
    return reply.data.undo!;
  };

  const moved = await save("new");
  assert.deepEqual(await addresses(), [`new ${webIpv4}`]);
  await user.call("redirectionUndo", { params: { id, jid: moved } });
  assert.deepEqual(await addresses(), [`old ${webIpv4}`]);

  await user.call("redirectionCreate", { params: { id }, input: { ...input, recurso: "/a" } });
  await save("new");
  assert.deepEqual(await addresses(), [`new ${webIpv4}`, `old ${webIpv4}`], "another one goes by it");
  await save("");
  await save("www");
  assert.deepEqual(await addresses(), [`old ${webIpv4}`]);
});

it("what waits for its zone keeps nobody else's waiting", async () => {
  const create = async (name: string) => {
    const { id } = await dns.addZone(name);
    const user = await dns.panel.asUser({ [id]: { service_redirects: "write" } });
    const input = { subDomain: "old", urlRedir: "https://world.example/" };
    return { id, redirect: () => user.call("redirectionCreate", { params: { id }, input }) };
  };
  const held = await create("held.test");
  const other = await create("other.test");
  const waits = await dns.panel.db.transaction().execute(async (db) => {
    await sql`select from atrio.dns_zone where holding_id = ${held.id} for update`.execute(db);
    const reply = held.redirect();
    await untilOneWaits(dns.panel.db);
    const first = await Promise.race([reply.then(() => "held"), other.redirect().then(({ body }) => body)]);
    assert.match(first, /"origin":"old\.other\.test"/);
    return { reply };
  });
  assert.equal((await waits.reply).status, 200);
});
