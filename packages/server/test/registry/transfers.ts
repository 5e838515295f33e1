/** The part of the conformance suite about auth codes (RFC 9154) and transfers. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Conformance, account, refOf } from "./target.ts";

const gaining = "ana@customer.test";

async function codeOf({ backend }: Conformance, name: string): Promise<string> {
  const made = await backend.authCode(refOf(name));
  return "code" in made ? made.code : assert.fail("the code was sent");
}

/** Whose a domain is shows in who may register it again. */
const belongsTo = async ({ backend }: Conformance, name: string, account: string): Promise<boolean> =>
  backend.create({ name, expiresAt: new Date(), nameservers: [], contacts: {}, account }).then(
    () => true,
    () => false,
  );

export function transfersConformance(suite: () => Conformance): void {
  describe("a transfer", () => {
    it("wants a code of at least 128 bits, which is another each time and valid for days", async () => {
      const on = suite();
      const name = await on.domain();
      const made = await on.backend.authCode(refOf(name));
      assert.ok("code" in made);
      assert.ok(made.expiresAt.getTime() > Date.now() + 86_400_000);
      const letters = new Set(Array.from({ length: 60 }, () => made.code).join("")).size;
      assert.ok(made.code.length * Math.log2(32) >= 128 && letters > 8, made.code);
      assert.notEqual(await codeOf(on, name), made.code);
      await on.refused(name, "auth", () => on.backend.transfer(refOf(name), made.code, gaining));
    });

    it("moves the domain to the account, once; the code is void afterwards", async () => {
      const on = suite();
      const name = await on.domain();
      const code = await codeOf(on, name);
      await on.refused(name, "auth", () => on.backend.transfer(refOf(name), `${code}X`, gaining));
      await on.twice(name, () => on.backend.transfer(refOf(name), code, gaining));
      assert.ok(await belongsTo(on, name, gaining));
      await on.refused(name, "auth", () => on.backend.transfer(refOf(name), code, "third@customer.test"));
    });

    it("goes to one of two who show the code at the same moment", async () => {
      const on = suite();
      const name = await on.domain();
      const code = await codeOf(on, name);
      const ends = await Promise.allSettled(
        [gaining, "third@customer.test"].map((account) => on.backend.transfer(refOf(name), code, account)),
      );
      assert.deepEqual(ends.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    });

    it("is refused while the domain is locked, by its owner or by the registry", async () => {
      const on = suite();
      const name = await on.domain();
      const code = await codeOf(on, name);
      const transfer = () => on.backend.transfer(refOf(name), code, gaining);
      await on.backend.setLock(refOf(name), "transfer", true);
      await on.refused(name, "status", transfer);
      await on.backend.setLock(refOf(name), "transfer", false);
      await on.target.prohibit(name, "transfer");
      assert.equal((await on.info(name)).locks.transferByRegistry, true);
      await on.refused(name, "status", transfer);
    });

    it("to the account that has it already needs the code and an open lock all the same", async () => {
      const on = suite();
      const name = await on.domain();
      const own = (code: string) => () => on.backend.transfer(refOf(name), code, account);
      await on.refused(name, "auth", own("a code of nobody's"));
      const code = await codeOf(on, name);
      await on.backend.setLock(refOf(name), "transfer", true);
      await on.refused(name, "status", own(code));
      await on.backend.setLock(refOf(name), "transfer", false);
      await on.twice(name, own(code));
    });
  });
}
