/** What a zone says of the names that redirections go by. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type DnsPanel, linesOf, makeDnsPanel, webIpv4 } from "../../../test/dns.ts";

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
