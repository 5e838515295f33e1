import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import { dnsCalls, recordNames, zoneRecord } from "./dns.ts";
import { recordTypes } from "./fields/dns/types.ts";

test("the names of a record, in Unicode and as the name servers have them", () => {
  assert.deepEqual(recordNames("*.xn--ida.xn--espaa-rta.es", "xn--espaa-rta.es"), {
    zona: "*.ñ",
    reference: "*.ñ.españa.es",
    referencePunycode: "*.xn--ida.xn--espaa-rta.es",
  });
  assert.equal(recordNames("example.com", "example.com").zona, "");
});

test("the rules between records see a listed record by its A-labels", () => {
  const record = {
    id: 7,
    type: "MX",
    value: "mail.example.com",
    dynamicValue: false,
    ttl: 0,
    priority: 10,
    eliminable: true,
    hint: null,
    ...recordNames("xn--ida.example.com", "example.com"),
  } as const;
  assert.deepEqual(zoneRecord(record), {
    type: "MX",
    name: "xn--ida.example.com",
    value: "mail.example.com",
    priority: 10,
  });
});

const accepts = (schema: z.ZodMiniType, form: Record<string, string>) => z.safeParse(schema, form).success;

test("a new record needs type, zone and value", () => {
  const { input } = dnsCalls.dnsCreate;
  const form = { type: "A", zona: "", value: "" };
  assert.ok(accepts(input, form));
  assert.ok(accepts(input, { ...form, ttl: "600", priority: "" }));
  assert.ok(!accepts(input, {}));
  for (const type of ["LUA", "ALIAS", "SOA", "TYPE65534", "ANY", "a", "A\nB", ""]) {
    assert.ok(!accepts(input, { ...form, type }), type);
  }
  for (const type of recordTypes) assert.ok(accepts(input, { ...form, type }), type);
});

test("the list is filtered and paged, or whole", () => {
  const { input } = dnsCalls.dnsList;
  for (const query of [
    {},
    { q: "", type: "", page: "" },
    { q: "mail", type: "MX", page: "2", pageSize: "1000" },
  ]) {
    assert.ok(accepts(input, query), JSON.stringify(query));
  }
  for (const query of [
    { page: "0" },
    { pageSize: "1001" },
    { pageSize: "0" },
    { type: "SOA" },
    { page: "1e3" },
  ]) {
    assert.ok(!accepts(input, query), JSON.stringify(query));
  }
});

test("every call of the zone needs its permission, and changes are marked", () => {
  for (const [name, { needs, ...call }] of Object.entries(dnsCalls)) {
    const reads = name === "dnsList" || name === "dnsGet";
    assert.deepEqual(needs, { all: { service_dnszone: reads ? "read" : "write" } }, name);
    assert.equal("changes" in call, !reads, name);
  }
});
