/** Codes are shown, and made where there is none: to our own pages alone, ten times an hour, each with a journal entry. */
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
const isReveal = sql<boolean>`act like 'domainReveal%'`;
const made = (id: number) =>
  panel.db
    .selectFrom("atrio.journal")
    .select("act")
    .where("holding_id", "=", id)
    .where((eb) => eb.not(isReveal))
    .execute();
const reveals = (id: number) =>
  panel.db.selectFrom("atrio.journal").selectAll().where("holding_id", "=", id).where(isReveal).execute();

describe("an auth code and a transfer key", () => {
  const elsewhere = { "x-requested-with": undefined, "sec-fetch-site": "same-site" };
  for (const call of ["domainAuthCode", "domainTransferKey"] as const) {
    it(`${call}: a link or an image elsewhere makes, shows and counts none`, async () => {
      const { id, owner } = await owned();
      const before = await made(id);
      const strange = await owner.call(call, { params: { id }, headers: elsewhere });
      assert.equal(strange.status, 403, strange.body);
      assert.deepEqual(await made(id), before);
      const shown = await owner.call(call, { params: { id } });
      assert.equal(shown.status, 200, shown.body);
      const again = await owner.call(call, { params: { id }, headers: elsewhere });
      assert.deepEqual([again.status, again.data], [403, null]);
      assert.equal((await reveals(id)).length, 1);
      const days = ((shown.data.expireTS ?? 0) * 1000 - Date.now()) / 86_400_000;
      const promised = call === "domainAuthCode" ? 14 : 7;
      assert.ok(days > promised - 0.1 && days <= promised, `it holds for ${days} days`);
    });

    it(`${call}: of many requests at once ten get the same one, made once; the others are told when to come back`, async () => {
      const { id, owner } = await owned();
      const other = await panel.asUser({ [id]: { domain: "read", domain_authcode: "read" } });
      const before = await made(id);
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? owner : other).call(call, { params: { id } })),
      );
      const shown = replies.filter(({ status }) => status === 200);
      assert.equal(shown.length, 10);
      assert.equal(new Set(shown.map(({ data }) => JSON.stringify(data))).size, 1);
      assert.equal((await made(id)).length, before.length + 1);
      for (const { status, system, headers, data } of replies.filter((reply) => reply.status !== 200)) {
        assert.deepEqual([status, system.statusCode, data], [429, 103, null]);
        const seconds = Number(headers["retry-after"]);
        assert.ok(seconds > 3500 && seconds <= 3600, String(seconds));
        assert.match(system.errors[0] ?? "", /10 veces por hora.*dentro de (59|60) minutos$/);
      }
      const entries = await reveals(id);
      const act = call === "domainAuthCode" ? "domainRevealAuthCode" : "domainRevealTransferKey";
      assert.deepEqual(
        entries.map((entry) => [entry.act, entry.area, entry.before, entry.after, entry.source]),
        Array.from({ length: 10 }, () => [act, "domain", null, null, "panel"]),
      );
      assert.deepEqual(new Set(entries.map(({ user_id: user }) => user)), new Set([owner.id, other.id]));
      const secret = String(Object.values(shown[0]?.data ?? {})[0]);
      assert.ok(secret.length > 8 && !JSON.stringify(entries).includes(secret));
    });

    it(`${call}: an hour after the first of ten there is room for one more`, async () => {
      const { id, owner } = await owned();
      const ask = async () => (await owner.call(call, { params: { id } })).status;
      for (let n = 0; n < 10; n++) assert.equal(await ask(), 200);
      assert.equal(await ask(), 429);
      const english = await owner.call(call, { params: { id }, headers: { "accept-language": "en" } });
      assert.match(english.system.errors[0] ?? "", /10 times an hour\. View it again in \d+ minutes$/);
      await sql`update atrio.attempt set at = now() - interval '61 minutes'
        where ctid = (select ctid from atrio.attempt where subject like ${`domain:%:reveal:${id}`}
          order by at limit 1)`.execute(panel.db);
      assert.deepEqual([await ask(), await ask()], [200, 429]);
      assert.equal((await reveals(id)).length, 11);
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
