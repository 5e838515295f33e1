/** Zone transfers need the TSIG key: an address, be it the machine's own, gets none from any of the three servers. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Registry, startRegistry } from "../registry/registry.ts";
import { axfr, digUntil, tool, transferKey } from "./ask.ts";
import { type Stack, addZone, startStack } from "./stack.ts";

const addresses = ["127.0.0.1", "::1"];
const zone = "transfer.test";
const catalog = "c1.catalog.atrio";

let stack: Stack;
let registry: Registry;
before(async () => {
  stack = await startStack({ addresses });
  registry = await startRegistry(stack);
  await addZone(stack.db, zone);
  for (const port of [stack.ns1, stack.ns2]) await digUntil(port, [zone, "NS"], (found) => found !== "");
});
after(async () => {
  await registry?.stop();
  await stack?.stop();
});

/** What a transfer without records is told. */
async function refusal(server: string, port: number, ...question: readonly string[]): Promise<string> {
  const { stdout } = await tool("dig", `@${server}`, "-p", String(port), "+tcp", "+onesoa", ...question);
  assert.doesNotMatch(stdout, /\sIN\s+(NS|PTR|A|TXT)\s/);
  return /Transfer failed|status: REFUSED|status: NOTAUTH/.exec(stdout)?.[0] ?? stdout;
}

describe("a transfer without the key", () => {
  const servers = [
    ["PowerDNS", () => stack.ns1, [zone, catalog]],
    ["Knot", () => stack.ns2, [zone, catalog]],
    ["the registry's", () => registry.port, ["test"]],
  ] as const;
  for (const [server, port, names] of servers)
    for (const address of addresses)
      test(`is refused by ${server} over ${address}`, async () => {
        for (const name of names)
          for (const type of ["AXFR", "IXFR=1"])
            assert.match(await refusal(address, port(), name, type), /Transfer failed|REFUSED|NOTAUTH/);
      });

  test("is refused with another key of that name", async () => {
    const wrong = `hmac-sha256:atrio-axfr:${Buffer.alloc(32, "wrong").toString("base64")}`;
    for (const port of [stack.ns1, stack.ns2])
      assert.match(
        await refusal("127.0.0.1", port, "-y", wrong, zone, "AXFR"),
        /Transfer failed|REFUSED|NOTAUTH/,
      );
  });
});

test("with the key PowerDNS transfers zones and catalogs; Knot and the registry's server transfer nothing", async () => {
  for (const name of [zone, catalog])
    assert.ok(
      (await axfr(stack.ns1, name)).some((line) => line.startsWith(`${name}.`)),
      name,
    );
  for (const address of addresses) {
    assert.match(
      await refusal(address, stack.ns2, "-y", transferKey, zone, "AXFR"),
      /failed|REFUSED|NOTAUTH/,
    );
    assert.match(await refusal(address, registry.port, "test", "AXFR"), /failed|REFUSED|NOTAUTH/);
  }
});
