import assert from "node:assert/strict";
import { test } from "node:test";
import { type ZoneRecord, conflictsWith, hostTarget } from "@atrio/contract";
import { NeighbourIndex } from "./neighbour-index.ts";

const zone = "example.test";
const record = (type: string, name: string, value: string, priority: number | null = null): ZoneRecord => ({
  type,
  name: name === "@" ? zone : `${name}.${zone}`,
  value,
  priority,
});

/** The same numbers each time (Park and Miller's generator). */
function dice(seed: number) {
  let state = seed;
  return <T>(sides: readonly T[]): T => {
    state = (state * 48_271) % 2_147_483_647;
    return sides[state % sides.length]!;
  };
}

const names = ["@", "a", "b", "b.a", "c.b.a"];
const hosts = ["a", "b.a", "c.b.a"].map((name) => `${name}.${zone}`);
function throwRecord(pick: ReturnType<typeof dice>): ZoneRecord {
  const type = pick(["A", "A", "AAAA", "ANAME", "CNAME", "MX", "MX", "NS", "SRV", "TXT"]);
  const name = pick(names);
  const host = pick(hosts);
  if (type === "MX") return record(type, name, pick([".", host]), 10);
  if (type === "SRV") return record(type, name, `0 443 ${host}`, 10);
  if (type === "NS" || type === "CNAME" || type === "ANAME") return record(type, name, host);
  return record(type, name, pick(["one", "two"]));
}

/** As the rules' own words have it: what may not be left out. */
const askedFor = (of: ZoneRecord, all: readonly ZoneRecord[]) =>
  all.filter(
    (other) =>
      other.name === of.name ||
      (other.type === "NS" && of.name.endsWith(`.${other.name}`)) ||
      (of.type === "NS" && other.name.endsWith(`.${of.name}`)) ||
      other.name === hostTarget(of) ||
      (of.type === "CNAME" && hostTarget(other) === of.name),
  );
/** Which of several records is named is left open. */
const ruleOf = (found: ReturnType<typeof conflictsWith>) =>
  found && [found.field, typeof found.message === "string" ? found.message : found.message.key];

test("the neighbours found break the same rules as all the records do", () => {
  const pick = dice(7);
  const broken = new Set<string>();
  for (let round = 0; round < 20_000; round++) {
    const others = Array.from({ length: pick([1, 2, 3, 5]) }, () => throwRecord(pick));
    const one = throwRecord(pick);
    const index = new NeighbourIndex(others, zone);
    const duplicate = others.some(
      (other) =>
        other.type === one.type &&
        other.name === one.name &&
        other.value === one.value &&
        other.priority === one.priority,
    );
    assert.equal(index.has(one), duplicate);
    if (duplicate) continue;
    const wanted = ruleOf(conflictsWith(one, askedFor(one, others), zone));
    const found = ruleOf(conflictsWith(one, index.near(one), zone));
    assert.deepEqual(found, wanted, JSON.stringify({ one, others }));
    broken.add(String(wanted));
  }
  assert.ok(broken.size > 10, [...broken].join(" "));
});

const count = 10_000;
const many = (make: (n: number) => ZoneRecord) => Array.from({ length: count }, (_, n) => make(n));
const deep = Array.from({ length: 100 }, () => "d").join(".");
const shapes: [string, ZoneRecord[], ZoneRecord[]][] = [
  ["names of their own", many((n) => record("A", `a${n}`, "x")), many((n) => record("A", `b${n}`, "x"))],
  ["one name", many((n) => record("TXT", "t", `a${n}`)), many((n) => record("TXT", "t", `b${n}`))],
  [
    "deep names",
    many((n) => record("TXT", `a${n}.${deep}`, "x")),
    many((n) => record("NS", `b${n}.${deep}`, "x")),
  ],
  [
    "one target",
    many((n) => record("MX", `a${n}`, `host.${zone}`, 10)),
    many((n) => record("CNAME", `b${n}`, `host.${zone}`)),
  ],
  [
    "one delegation",
    [
      ...many((n) => record("A", `a${n}`, "x")),
      record("NS", "lab", `ns.lab.${zone}`),
      record("A", "ns.lab", "x"),
    ],
    many((n) => record("NS", "lab", `ns${n}.lab.${zone}`)),
  ],
];
for (const [what, staying, back] of shapes)
  test(`10,000 records beside 10,000 others hold up nobody: ${what}`, () => {
    const started = performance.now();
    const index = new NeighbourIndex(staying, zone);
    for (const one of back) {
      const near = index.near(one);
      assert.ok(near.length <= 3, `${near.length} looked at`);
      assert.equal(conflictsWith(one, near, zone), null);
    }
    const milliseconds = performance.now() - started;
    assert.ok(milliseconds < 1_000, `${milliseconds} ms`);
  });
