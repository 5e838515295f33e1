import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, beforeEach, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { runPolicyd } from "./run.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-policyd-"));
const [postfixSocket, rspamdSocket] = [join(directory, "postfix.sock"), join(directory, "rspamd.sock")];
const stop = new AbortController();
const lines: string[] = [];
let panel: TestApp;
let running: Promise<void>;
let holding: { id: number };

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error(`Not within 30 s: ${what}`);
}

/** One conversation: what is said, and all that comes back. */
function say(path: string, words: string): Promise<string> {
  const socket = connect(path);
  socket.end(words);
  return text(socket);
}
const request = (attributes: Record<string, string | number>): string =>
  `request=smtpd_access_policy\n${Object.entries(attributes)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("")}\n`;
const send = (login: string, recipients: number): Promise<string> =>
  say(postfixSocket, request({ protocol_state: "DATA", sasl_username: login, recipient_count: recipients }));
const rcpt = (recipient: string): Promise<string> =>
  say(postfixSocket, request({ protocol_state: "RCPT", sasl_username: "ana@uno.test", recipient }));
const ask = async (question: object): Promise<unknown> =>
  JSON.parse(await say(rspamdSocket, `${JSON.stringify(question)}\n`));

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
async function addAlias(localPart: string, targets: string[]): Promise<void> {
  await panel.db
    .insertInto("atrio.alias")
    .values({ holding_id: holding.id, local_part: localPart, address: "", targets })
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
  for (const localPart of ["ana", "jose"]) await addMailbox(holding.id, localPart);
  await addAlias("ventas", ["ana@uno.test"]);
  running = runPolicyd({
    url: panel.cluster.url("atrio_policyd", panel.database),
    postfixSocket,
    rspamdSocket,
    log: (_, msg, fields) => lines.push(JSON.stringify({ msg, ...fields })),
    signal: stop.signal,
  });
  await until("an answer", () => ask({ domain: "uno.test" }));
});
beforeEach(async () => {
  await panel.db.deleteFrom("atrio.mail_sending").execute();
  await panel.db.updateTable("atrio.mail_service").set({ recipients_per_hour: 10 }).execute();
});
after(async () => {
  stop.abort();
  await running;
  await panel.stop();
  rmSync(directory, { recursive: true });
});

describe("the hourly limit", () => {
  it("is of the service: what one mailbox sends is gone for the other, and for no other service", async () => {
    const other = await panel.addHolding("dos.test");
    await addMailbox(other.id, "eva");
    assert.equal(await send("ana@uno.test", 6), "action=DUNNO\n\n");
    assert.match(
      await send("JOSE@uno.test", 5),
      /^action=450 4\.7\.1 The limit of uno\.test is 10 recipients an hour: 6 were sent to, this message has 5\. Send it again after \d\d:00 UTC\n\n$/,
    );
    assert.equal(await send("jose@uno.test", 4), "action=DUNNO\n\n");
    assert.equal(await send("eva@dos.test", 10), "action=DUNNO\n\n");
  });

  it("refuses for good what can never go", async () => {
    assert.match(await send("ana@uno.test", 11), /^action=550 5\.7\.1 .*: send it in parts\n\n$/);
    assert.equal(await send("ana@uno.test", 10), "action=DUNNO\n\n");
    await panel.db.updateTable("atrio.mail_service").set({ recipients_per_hour: 0 }).execute();
    assert.match(await send("ana@uno.test", 1), /^action=554 5\.7\.1 ana@uno\.test may not send mail\n/);
  });

  it("counts all that an alias leads to, each once, and what forwards on its way", async () => {
    const far = Array.from({ length: 5 }, (_, n) => `friend+${n}@outside.example`);
    await addAlias("far", far);
    await addAlias("all", ["far@uno.test", "ana@uno.test", "jose+list@uno.test", far[0]!]);
    await addAlias("", ["ana@uno.test", "gone@outside.example"]);
    const counted = async (): Promise<number> =>
      (await panel.db.selectFrom("atrio.mail_sending").select("recipients").executeTakeFirst())?.recipients ??
      0;
    for (const recipient of ["friend@outside.example", "jose@uno.test", "ana+shop@uno.test"])
      assert.equal(await rcpt(recipient), "action=DUNNO\n\n");
    assert.equal(await counted(), 0, "of one that stands for itself only DATA tells");
    assert.equal(await rcpt("nobody@uno.test"), "action=DUNNO\n\n");
    assert.equal(await counted(), 1, "by the catch-all");
    assert.equal(await rcpt("ALL+x@uno.test"), "action=DUNNO\n\n");
    assert.equal(await counted(), 7);
    assert.match(
      await rcpt("far@uno.test"),
      /^action=450 .*: 7 were sent to, far@uno\.test leads to 5\. Send/,
    );
    await panel.db.updateTable("atrio.mail_service").set({ recipients_per_hour: 3 }).execute();
    assert.match(await rcpt("far@uno.test"), /^action=550 .* leads to 5: send it to some of them\n/);
  });

  it("lets nobody through who is not signed in, or is nobody's", async () => {
    for (const login of ["", "nobody@uno.test"]) assert.match(await send(login, 1), /^action=554 /);
  });

  it("holds for many at once", async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => send("ana@uno.test", 1)));
    assert.equal(replies.filter((reply) => reply === "action=DUNNO\n\n").length, 10);
  });

  it("answers one question after another on one connection, in order", async () => {
    const asked = [3, 11, 3].map((count) =>
      request({ sasl_username: "ana@uno.test", recipient_count: count }),
    );
    assert.match(
      await say(postfixSocket, asked.join("")),
      /^action=DUNNO\n\naction=550 .*\n\naction=DUNNO\n\n$/,
    );
  });

  it("puts off without the database, and hangs up on what is no request", async () => {
    await sql`revoke execute on function policyd.take_recipients from atrio_policyd`.execute(panel.db);
    try {
      assert.match(await send("ana@uno.test", 1), /^action=451 4\.3\.0 .*in a minute\n\n$/);
    } finally {
      await sql`grant execute on function policyd.take_recipients to atrio_policyd`.execute(panel.db);
    }
    assert.equal(await say(postfixSocket, "x".repeat(1_000_000)).catch(() => ""), "");
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

describe("the filter", () => {
  it("signs for who may send as that address: its own, a sub-address, an alias that reaches it", async () => {
    const { private_key: key } = await keyOf(holding.id);
    const signed = { sender: "signed", signature: { domain: "uno.test", selector: "atrio", key } };
    for (const from of ["ana@uno.test", "Ana@UNO.test", "ana+shop@uno.test", "ventas@uno.test"])
      assert.deepEqual(await ask({ login: "ana@uno.test", from }), signed, from);
  });

  it("refuses everybody else's address", async () => {
    for (const from of ["jose@uno.test", "ana@dos.test", "ana@gmail.com", "", "@", "@uno.test", "nada"])
      assert.deepEqual(await ask({ login: "ana@uno.test", from }), { sender: "refused" }, from);
    assert.deepEqual(await ask({ login: "jose@uno.test", from: "ventas@uno.test" }), { sender: "refused" });
  });

  it("is told to wait where there is no key yet", async () => {
    await keyOf(holding.id);
    const kept = await sql<{ row: string }>`
      with gone as (delete from atrio.dkim_key where holding_id = ${holding.id} returning *)
      select to_jsonb(gone)::text as row from gone`.execute(panel.db);
    assert.deepEqual(await ask({ login: "ana@uno.test", from: "ana@uno.test" }), { sender: "pending" });
    await sql`insert into atrio.dkim_key
      select * from jsonb_populate_record(null::atrio.dkim_key, ${kept.rows[0]!.row}::jsonb)`.execute(
      panel.db,
    );
  });

  it("knows the domains that have mail here", async () => {
    await panel.addHolding("sin.test", { hasMail: false });
    assert.deepEqual(await ask({ domain: "UNO.test" }), { ours: true });
    for (const domain of ["sin.test", "gmail.com", "", "x.uno.test"])
      assert.deepEqual(await ask({ domain }), { ours: false }, domain);
  });

  it("answers what is no question with a fault, and goes on", async () => {
    const words = 'nonsense\n{}\n{"login":1}\n{"domain":"uno.test"}\n';
    const unavailable = { error: "unavailable" };
    assert.deepEqual(
      (await say(rspamdSocket, words))
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line)),
      [unavailable, unavailable, unavailable, { ours: true }],
    );
  });
});
