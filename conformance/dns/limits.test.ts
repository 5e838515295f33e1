/** A zone filled to its limits is transferred and answered whole, plain and signed; one octet more is refused. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DatabaseError } from "pg";
import { inChange } from "../../packages/server/src/db/change.ts";
import { openDatabase } from "../../packages/server/src/db/pool.ts";
import { signZone } from "../../packages/server/src/features/dns/dnssec.ts";
import { axfr, digUntil, serial, tool, until } from "./ask.ts";
import { type Stack, type Zone, addRecord, addZone, startStack } from "./stack.ts";

const operator = { source: "command", userId: null, username: null, ip: null, requestId: null } as const;

let stack: Stack;
let zone: Zone;

before(async () => {
  stack = await startStack();
  zone = await addZone(stack.db, "full.test");
});
after(() => stack?.stop());

const text = (name: string, octets: number, begin = "") => ({
  name,
  type: "TXT",
  value: begin.padEnd(octets, "x"),
});

async function refusal(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return "accepted";
  } catch (error) {
    if (error instanceof DatabaseError) return error.constraint;
    throw error;
  }
}

const countOf = (lines: readonly string[], type: string) =>
  lines.filter((line) => line.split(/\s+/)[3] === type).length;

/** Knot takes a transfer whole or not at all: what shows is that it has PowerDNS's serial. */
async function untilTransferred(): Promise<void> {
  const { rows } = await stack.db.query<{ serial: number }>(
    "select serial from atrio.dns_zone where id = $1",
    [zone.id],
  );
  for (const port of [stack.ns1, stack.ns2])
    await until(
      async () => String(await serial(port, zone.name)),
      (found) => Number(found) >= rows[0]!.serial,
      20_000,
    );
}

async function answered(port: number): Promise<number> {
  const ask = [
    "@127.0.0.1",
    "-p",
    String(port),
    "+tcp",
    "+dnssec",
    "+noall",
    "+answer",
    `many.${zone.name}`,
    "TXT",
  ];
  return countOf((await tool("dig", ...ask)).stdout.split("\n"), "TXT");
}

test("records of 500 octets and as many longer ones as there may be", async () => {
  // 500 = "n1000.full.test" (15) + 12 + text and its two lengths; 300 fill three messages of a transfer
  await stack.api.query(
    `insert into atrio.dns_record (zone_id, holding_id, name, type, value)
     select $1, $2, 'n' || n || '.full.test', 'TXT', repeat('x', 471) from generate_series(1000, 1299) n`,
    [zone.id, zone.holdingId],
  );
  // 3,642 each beyond 500; 1,538 octets of text and 7 lengths are the 1,074 that are left
  for (const name of ["n1050-0", "n1050-1", "n1050-2"]) await addRecord(stack.api, zone, text(name, 4096));
  assert.equal(await refusal(addRecord(stack.api, zone, text("n1050-3", 1539))), "dns_zone_long_octets");
  assert.equal(await refusal(addRecord(stack.api, zone, text("n1050-3", 1538))), "accepted");
});

test("a name with as much as there may be", async () => {
  // 16 + 1 + 239 = 256 octets, 128 times
  for (let at = 0; at < 128; at++) await addRecord(stack.api, zone, text("many", 239, `${at} `));
  assert.equal(await refusal(addRecord(stack.api, zone, text("many", 1))), "dns_node_octets");
});

const texts = 300 + 4 + 128 + 1; // SPF at the apex

async function isWhole(): Promise<void> {
  await untilTransferred();
  assert.equal(countOf(await axfr(stack.ns1, zone.name), "TXT"), texts);
  for (const port of [stack.ns1, stack.ns2]) assert.equal(await answered(port), 128);
}

test("plain, it is transferred and answered whole", async () => {
  await isWhole();
});

test("signed, it is transferred and answered whole", async () => {
  await inChange(openDatabase(stack.db), operator, (change) => signZone(change, zone.name));
  for (const port of [stack.ns1, stack.ns2])
    await digUntil(port, [zone.name, "DNSKEY"], (found) => found !== "", 20_000);
  await isWhole();
});
