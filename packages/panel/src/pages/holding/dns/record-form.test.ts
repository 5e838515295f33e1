import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRecord, recordNames, recordTypes, type DnsRecord, type RecordType } from "@atrio/contract";
import { exampleZone, validExamples } from "../../../../../contract/src/fields/dns/examples.ts";
import { recordForms } from "./record-fields.ts";
import { checkDraft, draftOf, emptyDraft, inputOf, toFields } from "./record-form.ts";

function storedRecord(type: RecordType, zona: string, value: string, priority?: string): DnsRecord {
  const parsed = parseRecord(type, { zona, value, priority }, exampleZone);
  assert.ok(parsed.ok, `${type} ${zona} ${value}`);
  const { record } = parsed;
  return {
    id: 1,
    type,
    value: record.value,
    ttl: record.ttl,
    priority: record.priority,
    dynamicValue: false,
    eliminable: true,
    hint: null,
    ...recordNames(record.name, exampleZone),
  };
}

for (const type of recordTypes)
  test(`every valid ${type} comes out of the form as it went in`, () => {
    for (const { zona, value, priority } of validExamples[type]) {
      const record = storedRecord(type, zona, value, priority);
      const checked = checkDraft(draftOf(record), record, exampleZone);
      assert.equal(checked.messages, null, `${zona} ${value}`);
      assert.equal(checked.record?.value, record.value);
      assert.equal(checked.record.priority, record.priority);
      assert.equal(checked.record.name, record.referencePunycode);
    }
  });

test("SRV is put together from its parts", () => {
  const draft = {
    ...emptyDraft("SRV"),
    zona: "office",
    protocol: "_tls",
    weight: "5",
    port: "5061",
    target: "sip.example.net",
  };
  assert.deepEqual(inputOf(draft, null), {
    zona: "_sip._tls.office",
    value: "5 5061 sip.example.net",
    ttl: "0",
    priority: "20",
  });
  assert.equal(
    inputOf({ ...draft, service: "other", otherService: "_minecraft" }, null).zona,
    "_minecraft._tls.office",
  );
});

test("a service may be the wildcard, and a name below service and protocol as well", () => {
  const srv = { ...emptyDraft("SRV"), port: "5060", target: "sip.example.net" };
  for (const [typed, name] of [
    [{ service: "other", otherService: "*" }, "*._tcp"],
    [{ zona: "*" }, "_sip._tcp.*"],
  ] as const) {
    const { record } = checkDraft({ ...srv, ...typed }, null, exampleZone);
    assert.equal(record?.zona, name);
  }
});

test("a flag is taken as a zone file has it", () => {
  const draft = { ...emptyDraft("CAA"), flag: "0128", authority: "letsencrypt.org" };
  assert.equal(checkDraft(draft, null, exampleZone).record?.value, '128 issue "letsencrypt.org"');
});

test("CAA quotes its value once, however it was typed", () => {
  for (const authority of ["letsencrypt.org", '"letsencrypt.org"', ' "letsencrypt.org" '])
    assert.equal(inputOf({ ...emptyDraft("CAA"), authority }, null).value, '0 issue "letsencrypt.org"');
});

const srv = { port: "5060", target: "sip.example.net" };
const wrong: [type: RecordType, typed: object, fields: string[]][] = [
  ["A", {}, ["address"]],
  ["A", { address: "192.0.2.300", zona: "a..b" }, ["address", "zona"]],
  ["MX", { target: "10 mail.example.net" }, ["target"]],
  ["SRV", { ...srv, port: "" }, ["port"]],
  ["SRV", { ...srv, port: "70000" }, ["port"]],
  ["SRV", { ...srv, weight: "-1" }, ["weight"]],
  ["SRV", { ...srv, target: "" }, ["target"]],
  ["SRV", { ...srv, target: "sip" }, ["target"]],
  ["SRV", { ...srv, service: "other" }, ["otherService"]],
  ["SRV", { ...srv, service: "other", otherService: "a.b" }, ["otherService"]],
  ["SRV", { ...srv, service: "other", otherService: "a b" }, ["otherService"]],
  ["SRV", { ...srv, zona: "a..b" }, ["zona"]],
  ["CAA", { flag: "300", authority: "letsencrypt.org" }, ["flag"]],
  ["CAA", { flag: "", authority: "letsencrypt.org" }, ["flag"]],
  ["CAA", { tag: "iodef", authority: "letsencrypt.org" }, ["authority"]],
  ["CAA", {}, ["authority"]],
  ["CNAME", { target: "a.example.net" }, ["zona"]],
  ["TXT", { text: '"open' }, ["text"]],
];
for (const [type, typed, fields] of wrong)
  test(`${type} ${JSON.stringify(typed)} is wrong in ${fields.join(" and ")}`, () => {
    const { messages } = checkDraft({ ...emptyDraft(type), ...typed }, null, exampleZone);
    assert.deepEqual(Object.keys(messages ?? {}).toSorted(), fields);
  });

test("what the server says of a value stands at the main field, of others at their own", () => {
  for (const type of recordTypes) {
    const fields = toFields(emptyDraft(type), { value: "wrong", zona: "taken" });
    assert.deepEqual(fields, { zona: "taken", [recordForms[type].main]: "wrong" });
  }
});
