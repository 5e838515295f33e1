/** The operator's commands on the registry, against a running installation: in the DNS and in the mirror at once. */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { type Ready, atrio, dig, makeHome, readReady, removeHome, succeed, until } from "../installation.ts";

suite("a registry of one's own", () => {
  const home = makeHome();
  let ready: Ready;
  const ok = (...args: readonly string[]) => succeed(home, args);
  const refused = async (code: number, says: RegExp, ...args: readonly string[]) => {
    const { status, output } = await atrio(home, args);
    assert.equal(status, code, output);
    assert.match(output, says);
  };
  const answer = (...question: readonly string[]) => dig(ready.services.registry, ...question);
  const delegation = () => answer("+noshort", "+noall", "+authority", "uno.demo");
  before(async () => {
    await ok("up", "--port", "0", "--detach");
    ready = readReady(home);
  });
  after(() => removeHome(home));

  test("a TLD is served as soon as it is added", async () => {
    assert.match(await ok("registry", "tld", "list"), /^test +0 +ds/m);
    assert.equal(answer("demo", "NS"), "");
    await ok("registry", "tld", "add", "demo", "--mode", "key", "--owner-change", "trade");
    assert.equal(answer("demo", "NS"), "nic.demo.");
    assert.match(await ok("registry", "tld", "list"), /^demo +0 +key +2-7 +trade +yes$/m);
    await refused(65, /keeps the TLD demo already/, "registry", "tld", "add", "demo");
    await refused(64, /cannot be a top-level domain/, "registry", "tld", "add", "a_b");
    await refused(64, /--mode both/, "registry", "tld", "set", "demo", "--mode", "both");
    await refused(64, /Nothing was named/, "registry", "tld", "set", "demo");
  });

  test("a domain below it is delegated, held, locked and let go", async () => {
    await ok("platform", "set", "--name-server", "ns1.example.net", "--name-server", "ns2.example.net");
    await ok("holding", "add", "uno.demo", "--domain", "--hosting");
    await until("it is delegated", 15, () => /\sNS\s/.test(delegation()));
    assert.match(await ok("registry", "domain", "show", "uno.demo"), /^statuses +ok$/m);
    assert.match(await ok("registry", "domain", "hold", "uno.demo"), /uno\.demo is serverHold\./);
    assert.match(delegation(), /\sSOA\s/);
    await ok("registry", "domain", "lock", "uno.demo");
    const shown: { statuses: string[] } = JSON.parse(
      await ok("registry", "domain", "show", "uno.demo", "--json"),
    );
    assert.deepEqual(shown.statuses, [
      "serverDeleteProhibited",
      "serverHold",
      "serverTransferProhibited",
      "serverUpdateProhibited",
    ]);
    await ok("registry", "domain", "unhold", "uno.demo");
    assert.match(await ok("registry", "domain", "unlock", "uno.demo"), /uno\.demo is ok\./);
    assert.match(delegation(), /\sNS\s/);
    await ok("registry", "domain", "set", "uno.demo", "--expires", "2020-01-01");
    assert.match(delegation(), /\sSOA\s/);
  });

  test("what cannot be is refused with its remedy", async () => {
    await refused(65, /still has domains/, "registry", "tld", "remove", "demo");
    await refused(66, /has no domain dos\.demo/, "registry", "domain", "show", "dos.demo");
    await refused(66, /has no domain dos\.demo/, "registry", "domain", "hold", "dos.demo");
    await refused(66, /Nothing is pending/, "registry", "domain", "approve", "uno.demo");
    await refused(64, /"gone" is no status/, "registry", "domain", "set", "uno.demo", "--add", "gone");
    await ok("registry", "tld", "add", "solo");
    assert.equal(answer("solo", "NS"), "nic.solo.");
    await ok("registry", "tld", "remove", "solo");
    assert.equal(answer("solo", "NS"), "");
  });
});
