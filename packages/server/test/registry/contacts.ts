/** The part of the conformance suite about contacts and what a registry does later. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { RegistryMessage } from "../../src/registry/backend.ts";
import { type Conformance, person, refOf } from "./target.ts";

const other = { ...person, firstName: "Berta", email: "berta@customer.test" };
const moved = { ...person, city: "Vigo", state: "Pontevedra" };

/** Everything that waits; each is taken once its handler has returned. */
async function messages({ backend }: Conformance): Promise<RegistryMessage[]> {
  const heard: RegistryMessage[] = [];
  await backend.poll?.(async (message) => void heard.push(message));
  return heard;
}

async function ask(on: Conformance): Promise<{ name: string; reference: string | null }> {
  const name = await on.domain(on.target.tlds.trade);
  const outcome = await on.backend.setContacts(refOf(name), { registrant: other });
  assert.equal(outcome.state, "pending");
  return { name, reference: outcome.state === "pending" ? outcome.reference : null };
}

export function contactsConformance(suite: () => Conformance): void {
  describe("contacts", () => {
    it("change by role, and the others stay", async () => {
      const on = suite();
      const name = await on.domain();
      await on.twice(name, () => on.backend.setContacts(refOf(name), { admin: other, tech: person }));
      await on.twice(name, () => on.backend.setContacts(refOf(name), { tech: moved }));
      assert.deepEqual((await on.info(name)).contacts, { registrant: person, admin: other, tech: moved });
    });

    it("a new owner comes at once where the top-level domain says so", async () => {
      const on = suite();
      const name = await on.domain();
      await on.twice(name, () => on.backend.setContacts(refOf(name), { registrant: other }));
      assert.deepEqual((await on.info(name)).contacts.registrant, other);
    });

    it("a new owner is refused where it takes none, and the old one may move", async () => {
      const on = suite();
      const name = await on.domain(on.target.tlds.sparse);
      await on.refused(name, "policy", () => on.backend.setContacts(refOf(name), { registrant: other }));
      await on.twice(name, () => on.backend.setContacts(refOf(name), { registrant: moved }));
    });
  });

  describe("a new owner who waits for approval", () => {
    it("is not shown before it; asked for again it is the same request, and another is refused", async () => {
      const on = suite();
      const { name, reference } = await ask(on);
      assert.deepEqual((await on.info(name)).contacts.registrant, person);
      const again = await on.backend.setContacts(refOf(name), { registrant: other });
      assert.deepEqual(again, { state: "pending", reference });
      assert.equal((await on.backend.status?.(refOf(name), reference)) ?? "pending", "pending");
      const third = { ...other, firstName: "Carla" };
      await on.refused(name, "status", () => on.backend.setContacts(refOf(name), { registrant: third }));
    });

    it("is there after it, and the registry says so", async () => {
      const on = suite();
      const { name, reference } = await ask(on);
      await messages(on);
      await on.target.settle(name, true);
      assert.deepEqual((await on.info(name)).contacts.registrant, other);
      assert.equal((await on.backend.status?.(refOf(name), reference)) ?? "done", "done");
      const told = (await messages(on)).filter((message) => message.domain === name);
      assert.deepEqual(
        told.map(({ ends }) => ends),
        [{ reference, state: "done" }],
      );
    });

    it("is not there where it is refused; the message comes again until it was taken", async () => {
      const on = suite();
      const { name, reference } = await ask(on);
      await messages(on);
      await on.target.settle(name, false, "no such person");
      assert.deepEqual((await on.info(name)).contacts.registrant, person);
      const broken = new Error("killed");
      await assert.rejects(async () => on.backend.poll?.(() => Promise.reject(broken)), broken);
      const first = (await messages(on)).find((message) => message.domain === name);
      assert.deepEqual(first?.ends, { reference, state: "refused", reason: "no such person" });
      assert.deepEqual(await messages(on), []);
    });
  });
}
