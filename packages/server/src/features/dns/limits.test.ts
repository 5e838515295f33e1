/** The limits of a zone are the same in the contract, in PostgreSQL and in the manual. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { longestText, parseRecord, rdataOctets, recordTypes, zoneLimits } from "@atrio/contract";
import { sql } from "kysely";
import { exampleZone, validExamples } from "../../../../contract/src/fields/dns/examples.ts";
import { type DnsPanel, makeDnsPanel } from "../../../test/dns.ts";

let dns: DnsPanel;
before(async () => {
  dns = await makeDnsPanel();
});
after(() => dns.stop());

async function textOf(query: ReturnType<typeof sql<{ text: string }>>): Promise<string> {
  const { rows } = await query.execute(dns.panel.db);
  return rows.map(({ text }) => text).join("\n");
}
const constraint = (name: string) =>
  textOf(sql`select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${name}`);
const source = (name: string) => textOf(sql`select prosrc as text from pg_proc where proname = ${name}`);

test("PostgreSQL enforces the limits that messages name", async () => {
  assert.match(await constraint("dns_zone_quota"), new RegExp(`<= ${zoneLimits.records}\\)`));
  assert.match(await constraint("dns_zone_long_octets"), new RegExp(`<= ${zoneLimits.longOctets}\\)`));
  assert.match(await constraint("dns_node_octets"), new RegExp(`<= ${zoneLimits.nameOctets}\\)`));
  assert.match(await source("dns_record_before"), new RegExp(`> ${zoneLimits.labels} then`));
  assert.match(await source("dns_node_change_of"), new RegExp(`- ${zoneLimits.shortRecord}\\)`));
  assert.match(await source("dns_txt_valid"), new RegExp(`> ${longestText} or`));
});

test("PostgreSQL and the contract count the same octets, and neither guesses at a type", async () => {
  for (const type of recordTypes)
    for (const example of validExamples[type]) {
      const parsed = parseRecord(type, example, exampleZone);
      assert.ok(parsed.ok);
      const { value } = parsed.record;
      const { rows } = await sql<{ octets: number }>`
        select atrio.dns_rdata_octets(${type}, ${value}) as octets`.execute(dns.panel.db);
      assert.equal(rows[0]!.octets, rdataOctets({ type, value }), `${type} ${value}`);
    }
  await assert.rejects(
    sql`select atrio.dns_rdata_octets(${"SSHFP"}, ${"1 1 00"})`.execute(dns.panel.db),
    /no octets are known of type SSHFP/,
  );
});

const refusedTexts = {
  "no text at all": "\n",
  "a string of more than 255 octets": `a\n${"x".repeat(256)}`,
  "strings that are one text": `${"x".repeat(255)}\ny`,
  "more than fits": "x\n".repeat(2049),
  "a control character": "a\tb\nc",
};
async function valid(text: string): Promise<boolean> {
  const { rows } = await sql<{ valid: boolean }>`
    select atrio.dns_value_valid('TXT', ${text}) as valid`.execute(dns.panel.db);
  return rows[0]!.valid;
}

test("PostgreSQL refuses what is no canonical text", async () => {
  for (const [what, value] of Object.entries(refusedTexts)) assert.equal(await valid(value), false, what);
  for (const value of [
    "a\nb",
    "a\n",
    "\na",
    `${"x".repeat(255)}\n`,
    `${"x".repeat(254)}\ny`,
    "x".repeat(4096),
  ])
    assert.equal(await valid(value), true, value.slice(0, 20));
});

test("the manual names them", () => {
  const manual = readFileSync(join(import.meta.dirname, "../../../../../docs/operating.md"), "utf8");
  const section = manual.split("## Limits of a zone")[1]?.split("\n## ")[0] ?? "";
  for (const limit of [...Object.values(zoneLimits), longestText])
    assert.ok(section.includes(limit.toLocaleString("en")), String(limit));
});
