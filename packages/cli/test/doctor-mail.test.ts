import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { judgeCertificate, judgeQueue, judgeZones } from "../src/doctor/mail.ts";

const day = 86_400_000;
const now = new Date();
const after = (days: number): Date => new Date(now.getTime() + days * day);
/** Good for 90 days from now, for imap.example.test. */
const options =
  "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout /dev/null -days 90 -subj /CN=imap.example.test";
const pem = execFileSync(
  "openssl",
  ["req", "-x509", ...options.split(" "), "-addext", "subjectAltName=DNS:imap.example.test"],
  { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
);
const faults = (names: string[], at: Date) =>
  judgeCertificate(pem, names, at)
    .filter(({ ok }) => !ok)
    .map(({ text }) => text.replace(/\d{4}-\d\d-\d\d/, "DATE"));

for (const [what, names, at, expected] of [
  ["good", ["imap.example.test"], after(1), []],
  ["about to end", ["imap.example.test"], after(80), ["it ends on DATE"]],
  ["at its end", ["imap.example.test"], after(91), ["it ended on DATE: mail programs refuse it"]],
  ["not good yet", ["imap.example.test"], after(-1), ["it is good from DATE on only"]],
  [
    "for other names",
    ["imap.example.test", "smtp.example.test"],
    after(1),
    ["it is not for smtp.example.test, which mail programs are told"],
  ],
] as const)
  test(`doctor on a certificate that is ${what}`, () => assert.deepEqual(faults([...names], at), expected));

const waiting = (address: string, hours: number) => ({
  arrival_time: Math.floor(now.getTime() / 1000) - hours * 3600,
  recipients: [{ address, delay_reason: "connect to dovecot: Connection refused" }],
});
const ours = new Set(["example.test"]);

test("doctor finds mail that waits for mailboxes here, not what servers of others have yet to take", () => {
  assert.deepEqual(judgeQueue([], ours, now), { ok: true, text: "nothing waits" });
  const elsewhere = waiting("ana@elsewhere.test", 30);
  assert.equal(judgeQueue([elsewhere, waiting("ana@example.test", 0)], ours, now).ok, true);
  const { ok, text } = judgeQueue([elsewhere, waiting("ana@Example.test", 2)], ours, now);
  assert.equal(ok, false);
  assert.match(text, /^one message waits for mailboxes here .*ana@Example\.test: connect to dovecot: /);
});

test("doctor finds zones that do not follow the platform, not those whose turn comes", () => {
  assert.equal(judgeZones(undefined).ok, true);
  assert.equal(judgeZones({ left: 3, isLate: false }).ok, true);
  assert.deepEqual(judgeZones({ left: 3, isLate: true }), {
    ok: false,
    text: "3 zones are still to follow the platform, for longer than an hour",
    remedy: "atrio logs worker",
  });
});
