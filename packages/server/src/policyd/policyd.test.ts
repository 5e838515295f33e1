import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, beforeEach, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import * as z from "zod/mini";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { runPolicyd } from "./run.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-policyd-"));
const path = join(directory, "policyd.sock");
const stop = new AbortController();
const lines: string[] = [];
let panel: TestApp;
let running: Promise<void>;
let holding: { id: number };
let other: { id: number };

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error(`Not within 30 s: ${what}`);
}

/** One conversation: what is said, and all that comes back. */
function say(words: string): Promise<string> {
  const socket = connect(path);
  socket.end(words);
  return text(socket);
}
const ask = async (question: object): Promise<unknown> =>
  JSON.parse(await say(`${JSON.stringify(question)}\n`));

const others = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `friend+${n}@outside.example`);
interface Sending {
  readonly from?: string | readonly string[];
  readonly to: number | readonly string[];
  readonly automatic?: boolean;
}
/** The answer to a message of `login`; of a signature it is enough that there is one. */
async function send(login: string, { from = login, to, automatic = false }: Sending): Promise<unknown> {
  const recipients = typeof to === "number" ? others(to) : to;
  const reply = await ask({ about: "outgoing", login, addresses: [from].flat(), recipients, automatic });
  const { verdict } = z.object({ verdict: z.string() }).parse(reply);
  return verdict === "signed" ? "signed" : reply;
}
const redirect = (mailbox: string, recipients: readonly string[]): Promise<unknown> =>
  ask({ about: "redirected", mailbox, recipients });
const incoming = (facts: {
  readonly client?: string;
  readonly domains?: readonly string[];
  readonly to?: readonly string[];
  readonly size?: number;
}): Promise<unknown> =>
  ask({
    about: "incoming",
    client: facts.client ?? "203.0.113.5",
    domains: facts.domains ?? [],
    recipients: facts.to ?? [],
    size: facts.size ?? 1000,
  });
const sentOn = (holdings: readonly number[], amounts: readonly number[]): Promise<unknown> =>
  ask({ about: "sent-on", holdings, amounts });

const limited = z.strictObject({ verdict: z.literal("limited"), permanent: z.boolean(), text: z.string() });
/** Refused, for good or until the next hour, with these words. */
function refuses(reply: unknown, permanent: boolean, words: RegExp): void {
  const found = limited.parse(reply);
  assert.equal(found.permanent, permanent);
  assert.match(found.text, words);
}
/** What was taken of this hour's. */
async function taken(id = holding.id): Promise<{ recipients: number; forwarded: number }> {
  const row = await panel.db
    .selectFrom("atrio.mail_sending")
    .select(["recipients", "forwarded"])
    .where("holding_id", "=", id)
    .executeTakeFirst();
  return row ?? { recipients: 0, forwarded: 0 };
}
const setLimit = (recipients: number) =>
  panel.db.updateTable("atrio.mail_service").set({ recipients_per_hour: recipients }).execute();

async function addMailbox(holdingId: number, localPart: string): Promise<void> {
  await panel.db
    .insertInto("atrio.mailbox")
    .values({
      holding_id: holdingId,
      local_part: localPart,
      address: "",
      password_hash: "{ARGON2ID}$argon2id$",
    })
    .execute();
}
async function addAlias(localPart: string, targets: string[], holdingId = holding.id): Promise<void> {
  await panel.db
    .insertInto("atrio.alias")
    .values({ holding_id: holdingId, local_part: localPart, address: "", targets })
    .execute();
}
const keyOf = (id: number) =>
  until("a key", () =>
    panel.db
      .selectFrom("atrio.dkim_key")
      .select(["selector", "public_key", "private_key"])
      .where("holding_id", "=", id)
      .executeTakeFirst(),
  );

before(async () => {
  panel = await makeApp();
  holding = await panel.addHolding("uno.test");
  other = await panel.addHolding("dos.test");
  for (const localPart of ["ana", "jose"]) await addMailbox(holding.id, localPart);
  await addMailbox(other.id, "eva");
  await addAlias("ventas", ["ana@uno.test"]);
  running = runPolicyd({
    url: panel.cluster.url("atrio_policyd", panel.database),
    socket: path,
    log: (_, msg, fields) => lines.push(JSON.stringify({ msg, ...fields })),
    signal: stop.signal,
  });
  for (const { id } of [holding, other]) await keyOf(id);
});
beforeEach(async () => {
  await panel.db.deleteFrom("atrio.mail_sending").execute();
  await setLimit(10);
});
after(async () => {
  stop.abort();
  await running;
  await panel.stop();
  rmSync(directory, { recursive: true });
});

describe("the hourly limit", () => {
  it("is of the service: what one mailbox sends is gone for the other, and for no other service", async () => {
    assert.equal(await send("ana@uno.test", { to: 6 }), "signed");
    refuses(
      await send("jose@uno.test", { to: 5 }),
      false,
      /^The limit of uno\.test is 10 recipients an hour: 6 were sent to, this message has 5\. Send it again after \d\d:00 UTC$/,
    );
    assert.equal(await send("JOSE@uno.test", { from: "jose@uno.test", to: 4 }), "signed");
    assert.equal(await send("eva@dos.test", { to: 10 }), "signed");
  });

  it("refuses for good what can never go", async () => {
    refuses(
      await send("ana@uno.test", { to: 11 }),
      true,
      /is 10 recipients an hour and this message has 11: send it to fewer/,
    );
    assert.equal(await send("ana@uno.test", { to: 10 }), "signed");
    await setLimit(0);
    refuses(await send("ana@uno.test", { to: 1 }), true, /^uno\.test may not send mail$/);
  });

  it("counts all that an alias leads to, and what forwards on its way", async () => {
    const far = others(5);
    await addAlias("far", far);
    await addAlias("all", ["far@uno.test", "ana@uno.test", "jose+list@uno.test", far[0]!]);
    await addAlias("", ["ana@uno.test", "gone@outside.example"]);
    const cases: [string[], number][] = [
      [["friend@outside.example", "FRIEND@outside.example", "jose@uno.test", "ana+shop@uno.test"], 3],
      [["nobody@uno.test"], 2],
      [["ALL+x@uno.test"], 7],
      [["far@uno.test", "far+1@uno.test"], 10],
    ];
    for (const [to, expected] of cases) {
      await panel.db.deleteFrom("atrio.mail_sending").execute();
      assert.equal(await send("ana@uno.test", { to }), "signed");
      assert.deepEqual(await taken(), { recipients: expected, forwarded: 0 }, to.join());
    }
    refuses(
      await send("ana@uno.test", { to: ["far@uno.test"] }),
      false,
      /10 were sent to, this message has 5/,
    );
  });

  it("counts another service's address as one; what that leads outside is that service's to send on", async () => {
    await addAlias("team", [...others(3), "eva@dos.test"], other.id);
    await setLimit(3);
    assert.equal(await send("ana@uno.test", { to: ["team@dos.test", "jose@uno.test"] }), "signed");
    assert.deepEqual(await taken(), { recipients: 2, forwarded: 0 });
    assert.deepEqual(await taken(other.id), { recipients: 0, forwarded: 3 });
    refuses(
      await send("ana@uno.test", { to: ["team@dos.test"] }),
      false,
      /^The limit of dos\.test for what it/,
    );
    assert.deepEqual(await taken(), { recipients: 2, forwarded: 0 });
  });

  it("is not spent by what is refused or waits", async () => {
    assert.deepEqual(await send("ana@uno.test", { from: "jose@uno.test", to: 3 }), {
      verdict: "refused",
      address: "jose@uno.test",
    });
    for (const login of ["", "nobody@uno.test"])
      assert.deepEqual(await send(login, { to: 1 }), { verdict: "refused" });
    refuses(await send("ana@uno.test", { to: 11 }), true, /fewer/);
    assert.deepEqual(await taken(), { recipients: 0, forwarded: 0 });
  });

  it("holds for many at once", async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => send("ana@uno.test", { to: 1 })));
    assert.equal(replies.filter((reply) => reply === "signed").length, 10);
  });
});

describe("what is sent on", () => {
  const passed = { verdict: "passed" };

  it("is counted apart, outside only: by redirects, by answers, by what comes in", async () => {
    assert.deepEqual(await redirect("ana@uno.test", ["jose@uno.test"]), passed);
    assert.deepEqual(await redirect("ana@uno.test", others(2)), passed);
    assert.equal(await send("ana@uno.test", { to: 1, automatic: true }), "signed");
    assert.deepEqual(await sentOn([holding.id, other.id], [7, 1]), passed);
    assert.deepEqual(await taken(), { recipients: 0, forwarded: 10 });
    refuses(
      await redirect("ana@uno.test", others(1)),
      false,
      /^The limit of uno\.test for what it sends on is 10 recipients an hour: 10 were sent to, this/,
    );
    refuses(await sentOn([other.id, holding.id], [1, 1]), false, /^The limit of uno\.test/);
    assert.deepEqual(await taken(other.id), { recipients: 0, forwarded: 1 }, "all or nothing");
    assert.equal(await send("ana@uno.test", { to: 10 }), "signed", "the customer's own goes on");
  });

  it("is nothing where the service may not send", async () => {
    await setLimit(0);
    const words = /^uno\.test may not send mail on to other servers$/;
    refuses(await redirect("ana@uno.test", others(1)), true, words);
    refuses(await send("ana@uno.test", { to: 1, automatic: true }), true, words);
    refuses(await sentOn([holding.id], [1]), true, words);
    assert.deepEqual(await redirect("gone@uno.test", others(1)), { verdict: "refused" });
  });

  it("does not stop at what many send at once, in whatever order", async () => {
    const pairs = Array.from({ length: 20 }, (_, n) =>
      n % 2 ? [holding.id, other.id] : [other.id, holding.id],
    );
    const replies = await Promise.all(pairs.map((holdings) => sentOn(holdings, [1, 1])));
    assert.equal(replies.filter((reply) => isDeepStrictEqual(reply, passed)).length, 10);
  });
});

describe("keys", () => {
  it("are made for each service, as soon as there is one, and the halves belong together", async () => {
    const { id } = await panel.addHolding("tres.test");
    const { selector, public_key, private_key } = await keyOf(id);
    assert.equal(selector, "atrio");
    const derived = createPublicKey(createPrivateKey(private_key));
    assert.equal(derived.asymmetricKeyDetails?.modulusLength, 2048);
    assert.equal(derived.export({ type: "spki", format: "der" }).toString("base64"), public_key);
  });

  it("stay as they are when they are asked for anew, and stand in no log", async () => {
    const { private_key } = await keyOf(holding.id);
    await sql`select policyd.dkim_store(${holding.id}, 'other', 'x', 'AAAA')`.execute(panel.db);
    assert.equal((await keyOf(holding.id)).private_key, private_key);
    assert.doesNotMatch(lines.join(), /PRIVATE|MII/);
  });
});

describe("who sends", () => {
  it("signs as each address that is its own: a sub-address, an alias that reaches it", async () => {
    const { private_key: key } = await keyOf(holding.id);
    const signed = { verdict: "signed", signature: { domain: "uno.test", selector: "atrio", key } };
    const question = { about: "outgoing", login: "ana@uno.test", recipients: others(1), automatic: false };
    const own = ["ana@uno.test", "Ana@UNO.test", "ana+shop@uno.test", "ventas@uno.test"];
    for (const from of own) assert.deepEqual(await ask({ ...question, addresses: [from] }), signed, from);
    assert.deepEqual(await ask({ ...question, addresses: own }), signed);
  });

  it("is refused everybody else's, wherever it is named", async () => {
    for (const from of ["jose@uno.test", "ana@dos.test", "ana@gmail.com", "@", "@uno.test"]) {
      const refused = { verdict: "refused", address: from };
      assert.deepEqual(await send("ana@uno.test", { from, to: 1 }), refused, from);
      assert.deepEqual(await send("ana@uno.test", { from: ["ana@uno.test", from], to: 1 }), refused, from);
    }
    assert.deepEqual(await send("jose@uno.test", { from: "ventas@uno.test", to: 1 }), {
      verdict: "refused",
      address: "ventas@uno.test",
    });
  });

  it("is told to wait where there is no key yet", async () => {
    const kept = await sql<{ row: string }>`
      with gone as (delete from atrio.dkim_key where holding_id = ${holding.id} returning *)
      select to_jsonb(gone)::text as row from gone`.execute(panel.db);
    assert.deepEqual(await send("ana@uno.test", { to: 1 }), { verdict: "pending" });
    assert.deepEqual(await taken(), { recipients: 0, forwarded: 0 });
    await sql`insert into atrio.dkim_key
      select * from jsonb_populate_record(null::atrio.dkim_key, ${kept.rows[0]!.row}::jsonb)`.execute(
      panel.db,
    );
  });
});

it("a domain is known in letters too", async () => {
  const { id } = await panel.addHolding("xn--u-qga.test");
  await addMailbox(id, "ana");
  await keyOf(id);
  assert.equal(await send("ana@xn--u-qga.test", { from: "ana@Ñu.test", to: 1 }), "signed");
  const { ours } = z.object({ ours: z.unknown() }).parse(await incoming({ domains: ["Ñu.test"] }));
  assert.deepEqual(ours, ["Ñu.test"]);
});

describe("what comes in", () => {
  const factsOf = z.object({ full: z.optional(z.string()) });
  const nothing = { ours: [], here: false, holdings: [], amounts: [] };

  it("is from domains that have mail here, or not", async () => {
    await panel.addHolding("sin.test", { hasMail: false });
    const domains = ["", "UNO.test", "sin.test", "gmail.com", "x.uno.test", "dos.test"];
    assert.deepEqual(await incoming({ domains }), { ...nothing, ours: ["UNO.test", "dos.test"] });
    assert.deepEqual(await incoming({ client: "127.0.0.1" }), { ...nothing, here: true });
  });

  it("is sent on to so many by each service", async () => {
    await addAlias("out", ["a@outside.example", "b@outside.example", "ana@uno.test", "eva@dos.test"]);
    await panel.db
      .updateTable("atrio.mailbox")
      .set({ forward_targets: ["c@outside.example"] })
      .where("address", "=", "eva@dos.test")
      .execute();
    const to = ["OUT@uno.test", "out+1@uno.test", "eva@dos.test", "ana@uno.test"];
    assert.deepEqual(await incoming({ to }), {
      ...nothing,
      holdings: [holding.id, other.id],
      amounts: [6, 1],
    });
    assert.deepEqual(await incoming({ to: ["ana@uno.test"] }), nothing);
  });

  it("has no room where all of it would end in full mailboxes", async () => {
    await sql`update atrio.mailbox set quota_bytes = 1000 where local_part in ('ana', 'eva')`.execute(
      panel.db,
    );
    await sql`insert into atrio.mailbox_usage (address, bytes) values ('ana@uno.test', 400)`.execute(
      panel.db,
    );
    const cases: [string[], number, string | undefined][] = [
      [["ana@uno.test"], 600, undefined],
      [["ana@uno.test"], 601, "ana@uno.test"],
      [["ana+shop@uno.test", "ventas@uno.test"], 601, "ana@uno.test"],
      [["ana@uno.test", "jose@uno.test"], 601, undefined],
      [["eva@dos.test"], 2000, undefined],
      [["out@uno.test"], 2000, undefined],
    ];
    for (const [to, size, full] of cases)
      assert.equal(factsOf.parse(await incoming({ to, size })).full, full, to.join());
  });
});

it("what is no question, or cannot be looked up, is answered as a fault, in order", async () => {
  const unavailable = { error: "unavailable" };
  const words = 'nonsense\n{}\n{"about":"incoming"}\n{"about":"sent-on","holdings":[],"amounts":[]}\n';
  const replies = (await say(words)).trim().split("\n");
  assert.deepEqual(
    replies.map((line): unknown => JSON.parse(line)),
    [unavailable, unavailable, unavailable, { verdict: "passed" }],
  );
  await sql`revoke execute on function policyd.take from atrio_policyd`.execute(panel.db);
  try {
    assert.deepEqual(await ask({ about: "sent-on", holdings: [holding.id], amounts: [1] }), unavailable);
  } finally {
    await sql`grant execute on function policyd.take to atrio_policyd`.execute(panel.db);
  }
  assert.equal(await say("x".repeat(1_000_000)).catch(() => ""), "");
  const many = Array.from({ length: 1000 }, (_, n) => `${"x".repeat(200)}${n}@outside.example`);
  assert.deepEqual(
    await redirect("ana@uno.test", many).then((reply) => limited.parse(reply).permanent),
    true,
  );
});
