/** Codes are read, and made where there is none: by a page of ours alone, and once for all who ask. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { makeApp, type TestApp, untilOneWaits } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { openHandedVault, startRegistrar, type TestRegistrar } from "../../../test/registrar.ts";

let panel: TestApp;
let registrar: TestRegistrar;
let domains = 0;

before(async () => {
  panel = await makeApp({ vault: openHandedVault });
  registrar = startRegistrar(panel);
});
after(async () => {
  await registrar.stop();
  await panel.stop();
});

async function owned(): Promise<{ id: number; owner: TestUser }> {
  const { id } = await panel.addDomain(`code${++domains}.test`);
  return { id, owner: await panel.asUser({ [id]: { domain: "read", domain_authcode: "read" } }) };
}
const made = (id: number) =>
  panel.db.selectFrom("atrio.journal").select("act").where("holding_id", "=", id).execute();

describe("an auth code and a transfer key", () => {
  const elsewhere = { "x-requested-with": undefined, "sec-fetch-site": "same-site" };
  for (const call of ["domainAuthCode", "domainTransferKey"] as const) {
    it(`${call}: a link or an image elsewhere makes none; one that is there may be shown`, async () => {
      const { id, owner } = await owned();
      const before = await made(id);
      const strange = await owner.call(call, { params: { id }, headers: elsewhere });
      assert.equal(strange.status, 403, strange.body);
      assert.deepEqual(await made(id), before);
      const shown = await owner.call(call, { params: { id } });
      assert.equal(shown.status, 200, shown.body);
      const again = await owner.call(call, { params: { id }, headers: elsewhere });
      assert.deepEqual(again.data, shown.data);
      const days = ((shown.data.expireTS ?? 0) * 1000 - Date.now()) / 86_400_000;
      const promised = call === "domainAuthCode" ? 14 : 7;
      assert.ok(days > promised - 0.1 && days <= promised, `it holds for ${days} days`);
    });

    it(`${call}: many who ask at once get the same one, made once`, async () => {
      const { id, owner } = await owned();
      const before = await made(id);
      const replies = await Promise.all(
        Array.from({ length: 60 }, () => owner.call(call, { params: { id } })),
      );
      const bodies = new Set(replies.map(({ status, data }) => JSON.stringify([status, data])));
      assert.equal(bodies.size, 1, [...bodies].join("\n"));
      assert.equal(replies[0]?.status, 200);
      assert.equal((await made(id)).length, before.length + 1);
    });

    it(`${call}: who asks while another server makes one is shown that one`, async () => {
      const { id, owner } = await owned();
      const before = await made(id);
      const kind = call === "domainAuthCode" ? "authcode" : "transferkey";
      const reply = await panel.db.transaction().execute(async (other) => {
        await sql`select from atrio.domain where holding_id = ${id} for update`.execute(other);
        const asked = owner.call(call, { params: { id } });
        await untilOneWaits(panel.db);
        const place = { table: "domain_secret", row: id, field: kind };
        const sealed = await openHandedVault.seal(place, "THEIRS");
        await sql`insert into atrio.domain_secret (holding_id, kind, sealed, hash, expires_at)
          values (${id}, ${kind}, ${sealed}, ${kind === "transferkey" ? Buffer.alloc(32, id) : null},
                  now() + interval '1 day')`.execute(other);
        return { asked };
      });
      const shown = await reply.asked;
      assert.equal(Object.values(shown.data)[0], "THEIRS", shown.body);
      assert.deepEqual(await made(id), before);
    });
  }
});
