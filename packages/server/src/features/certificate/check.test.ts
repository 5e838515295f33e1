import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { X509Certificate, createPrivateKey, createPublicKey, randomBytes } from "node:crypto";
import {
  type Pair,
  type Wanted,
  certifyKey,
  encryptKey,
  makeCertificate,
  makeRequest,
} from "../../../test/authority.ts";
import { type CertificateForm, type CheckedCertificate, checkCertificate } from "./check.ts";

const host = "www.ejemplo.test";
const now = new Date();
const day = 86_400_000;
const inDays = (days: number): Date => new Date(now.getTime() + days * day);

const root = makeCertificate({ name: "Root", authority: true });
const middle = makeCertificate({ name: "Middle", authority: true, by: root });
const issuing = makeCertificate({ name: "Issuing", authority: true, by: middle });
const site = (wanted: Partial<Wanted> = {}): Pair =>
  makeCertificate({ name: "site", by: issuing, hosts: [host], ...wanted });
const good = site();
const wholeChain = issuing.certificate + middle.certificate;

const form = (given: Partial<CertificateForm> = {}): CertificateForm => ({
  certificate: good.certificate,
  key: good.key,
  chain: wholeChain,
  host,
  now,
  ...given,
});
const ofPair = ({ certificate, key }: Pair, given: Partial<CertificateForm> = {}): CertificateForm =>
  form({ certificate, key, ...given });

function accepted(given: CertificateForm): CheckedCertificate {
  const verdict = checkCertificate(given);
  assert.ok("ok" in verdict, JSON.stringify(verdict));
  return verdict.ok;
}

/** The field, and the message's key and values. */
function refused(given: CertificateForm): [field: string, key: string, values: unknown] {
  const verdict = checkCertificate(given);
  assert.ok("field" in verdict, "it was accepted");
  const { field, message } = verdict;
  return typeof message === "string" ? [field, message, {}] : [field, message.key, message.values];
}
const reason = (given: CertificateForm): string => refused(given).slice(0, 2).join(" ");

const subjects = (pem: string): string[] =>
  pem
    .split(/(?<=-----END CERTIFICATE-----\n)/)
    .filter(Boolean)
    .map((one) => new X509Certificate(one).subject);

suite("a certificate that is right", () => {
  test("comes back as it is stored, and nothing else does", () => {
    const checked = accepted(
      form({
        certificate: `ssl_certificate /etc/passwd;\n${good.certificate}# a note\n`,
        key: `Bag Attributes\n${good.key}`,
        chain: wholeChain + root.certificate,
      }),
    );
    assert.equal(checked.certificatePem, good.certificate);
    assert.equal(checked.chainPem, wholeChain);
    assert.ok(new X509Certificate(good.certificate).checkPrivateKey(createPrivateKey(checked.keyPem)));
    assert.match(checked.keyPem, /^-----BEGIN PRIVATE KEY-----\n[\w+/=\n]+-----END PRIVATE KEY-----\n$/);
    assert.deepEqual([checked.names, checked.issuer, checked.notice], [[host], "Issuing", undefined]);
    assert.ok(checked.notBefore < now && checked.notAfter > inDays(88));
  });

  test("has its chain in order, without doubles and without the root, wherever it was pasted", () => {
    const ways: Partial<CertificateForm>[] = [
      { chain: middle.certificate + issuing.certificate },
      { chain: root.certificate + middle.certificate + issuing.certificate },
      { certificate: good.certificate + wholeChain, chain: "" },
      { certificate: good.certificate + issuing.certificate, chain: good.certificate + wholeChain },
      // from the root down to the site
      {
        certificate: root.certificate + middle.certificate + issuing.certificate + good.certificate,
        chain: "",
      },
    ];
    for (const way of ways) {
      const { certificatePem, chainPem } = accepted(form(way));
      assert.deepEqual(
        [subjects(certificatePem), subjects(chainPem)],
        [["CN=site"], ["CN=Issuing", "CN=Middle"]],
      );
    }
  });

  test("is understood when line ends were lost on the way", () => {
    for (const end of ["\r\n", " ", "\n   "]) {
      const { certificatePem } = accepted(
        form({ certificate: good.certificate.replaceAll("\n", end), key: good.key.replaceAll("\n", end) }),
      );
      assert.equal(certificatePem, good.certificate);
    }
  });

  test("has a key of a kind that browsers take", () => {
    for (const key of ["RSA -pkeyopt rsa_keygen_bits:2048", "EC -pkeyopt ec_paramgen_curve:P-384"])
      accepted(ofPair(site({ key })));
  });

  test("is for its names: a wildcard covers one label, and the site of all names wants a wildcard", () => {
    const wildcard = site({ hosts: ["*.ejemplo.test"] });
    accepted(ofPair(wildcard));
    accepted(ofPair(wildcard, { host: "*.ejemplo.test" }));
    for (const other of ["ejemplo.test", "a.b.ejemplo.test"])
      assert.equal(reason(ofPair(wildcard, { host: other })), "cert certificate.other_names");
    assert.equal(reason(form({ host: "*.ejemplo.test" })), "cert certificate.other_names");
  });

  test("may keep visitors away for what is missing", () => {
    assert.deepEqual(accepted(form({ chain: "" })).notice, {
      key: "certificate.chain_missing",
      values: { name: "Issuing" },
    });
    assert.deepEqual(accepted(form({ chain: issuing.certificate })).notice, {
      key: "certificate.chain_missing",
      values: { name: "Middle" },
    });
    const own = makeCertificate({ name: "own", hosts: [host] });
    assert.equal(accepted(ofPair(own, { chain: "" })).notice, "certificate.self_signed");
  });

  test("may be marked as an authority's where it signs itself for the site's name", () => {
    const own = makeCertificate({ name: "own", hosts: [host], authority: true });
    for (const chain of ["", own.certificate]) {
      const { certificatePem, chainPem, notice } = accepted(ofPair(own, { chain }));
      assert.deepEqual([certificatePem, chainPem, notice], [own.certificate, "", "certificate.self_signed"]);
    }
    const wildcard = makeCertificate({ name: "own", hosts: ["*.ejemplo.test"], authority: true });
    assert.equal(accepted(ofPair(wildcard, { chain: "" })).notice, "certificate.self_signed");
  });
});

suite("what is in the wrong place", () => {
  const request = makeRequest(good.key, host);
  const cases: [name: string, given: Partial<CertificateForm>, expected: string][] = [
    ["nothing", { certificate: " " }, "cert main.required"],
    ["no key", { key: "" }, "certkey main.required"],
    ["text", { certificate: "hello" }, "cert certificate.no_pem"],
    ["text as chain", { chain: "hello" }, "certchain certificate.no_pem"],
    ["text as key", { key: "hello" }, "certkey certificate.key_no_pem"],
    ["a key", { certificate: good.key }, "cert certificate.is_key"],
    ["a key behind it", { certificate: good.certificate + good.key }, "cert certificate.is_key"],
    ["a key in the chain", { chain: wholeChain + good.key }, "certchain certificate.is_key"],
    ["a request", { certificate: request }, "cert certificate.is_request"],
    ["a request in the chain", { chain: request }, "certchain certificate.is_request"],
    ["the chain", { certificate: wholeChain }, "cert certificate.of_authority"],
    ["a certificate as key", { key: good.certificate }, "certkey certificate.key_other"],
    ["two keys", { key: good.key + good.key }, "certkey certificate.key_other"],
    ["cut off", { certificate: good.certificate.slice(0, 300) }, "cert certificate.no_pem"],
    ["damaged", { certificate: good.certificate.replace(/\n.{40}/, "\n") }, "cert certificate.unreadable"],
    ["a damaged key", { key: good.key.replace(/\n.{40}/, "\n") }, "certkey certificate.key_unreadable"],
    ["a locked key", { key: encryptKey(good.key) }, "certkey certificate.key_encrypted"],
    ["of the older kind", { key: encryptKey(good.key, "-traditional") }, "certkey certificate.key_encrypted"],
    ["another's key", { key: issuing.key }, "certkey certificate.key_mismatch"],
    ["too much", { chain: wholeChain.repeat(6) }, "certchain certificate.too_many"],
    ["much too much", { certificate: "x".repeat(10_000_000) }, "cert certificate.too_many"],
  ];
  for (const [name, given, expected] of cases) test(name, () => assert.equal(reason(form(given)), expected));
});

suite("what browsers would not take", () => {
  const cases: [name: string, wanted: Partial<Wanted>, expected: string][] = [
    ["expired", { from: inDays(-10), until: inDays(-1) }, "cert certificate.expired"],
    ["not valid yet", { from: inDays(1) }, "cert certificate.not_yet"],
    ["for other names", { hosts: ["otro.test"] }, "cert certificate.other_names"],
    ["for no name", { hosts: [], name: host }, "cert certificate.no_names"],
    ["of an authority", { authority: true }, "cert certificate.of_authority"],
    ["signed with SHA-1", { digest: "sha1" }, "cert certificate.weak"],
    ["RSA of 1024 bits", { key: "RSA -pkeyopt rsa_keygen_bits:1024" }, "cert certificate.key_short"],
    ["Ed25519", { key: "ed25519" }, "cert certificate.key_kind"],
    ["another curve", { key: "EC -pkeyopt ec_paramgen_curve:secp256k1" }, "cert certificate.key_kind"],
    [
      "an answer to a challenge",
      { extensions: [`1.3.6.1.5.5.7.1.31 = critical,DER:04:20:${"00:".repeat(31)}00`] },
      "cert certificate.for_challenge",
    ],
    ["for mail", { extensions: ["extendedKeyUsage = emailProtection"] }, "cert certificate.not_for_servers"],
  ];
  for (const [name, wanted, expected] of cases)
    test(name, () => assert.equal(reason(ofPair(site(wanted))), expected));

  test("of an authority that signs itself for other names", () => {
    for (const hosts of [[], ["otro.test"], ["a.www.ejemplo.test"]]) {
      const other = makeCertificate({ name: host, hosts, authority: true });
      assert.equal(reason(ofPair(other, { chain: "" })), "cert certificate.of_authority");
    }
    const old = makeCertificate({ name: "own", hosts: [host], authority: true, until: inDays(-0.5) });
    assert.equal(reason(ofPair(old, { chain: "" })), "cert certificate.expired");
  });

  test("a key longer than servers can use", () => {
    // nobody has the other half of it: to find one takes a minute
    const n = Buffer.concat([Buffer.from([0x80]), randomBytes(2045), Buffer.from([1])]).toString("base64url");
    const key = createPublicKey({ key: { kty: "RSA", n, e: "AQAB" }, format: "jwk" });
    const certificate = certifyKey(key.export({ type: "spki", format: "pem" }), issuing);
    assert.equal(reason(form({ certificate })), "cert certificate.key_long");
  });

  test("the names it is for are said", () => {
    const many = site({ hosts: ["a.test", "b.test", "c.test", "d.test", "e.test"] });
    assert.deepEqual(refused(ofPair(many))[2], { host, names: "a.test, b.test, c.test", more: 2 });
  });
});

suite("a chain", () => {
  test("with a certificate of another's is told by its name", () => {
    const other = makeCertificate({ name: "Somebody", authority: true });
    assert.deepEqual(refused(form({ chain: wholeChain + other.certificate })), [
      "certchain",
      "certificate.chain_unrelated",
      { name: "Somebody" },
    ]);
    assert.equal(
      reason(form({ certificate: good.certificate + other.certificate, chain: "" })),
      "cert certificate.chain_unrelated",
    );
  });

  test("that expired or is weak is told", () => {
    const old = makeCertificate({
      name: "Old",
      authority: true,
      by: root,
      from: inDays(-9),
      until: inDays(-1),
    });
    assert.equal(
      reason(ofPair(site({ by: old }), { chain: old.certificate })),
      "certchain certificate.chain_expired",
    );
    const weak = makeCertificate({ name: "Weak", authority: true, by: root, digest: "sha1" });
    assert.equal(
      reason(ofPair(site({ by: weak }), { chain: weak.certificate })),
      "certchain certificate.weak",
    );
  });

  test("takes the longer way where a root is signed by an older one as well", () => {
    const older = makeCertificate({ name: "Older", authority: true });
    const crossed = makeCertificate({ name: "Root", authority: true, by: older, withKey: root.key });
    const { chainPem, notice } = accepted(
      form({ chain: wholeChain + root.certificate + crossed.certificate + older.certificate }),
    );
    assert.deepEqual(subjects(chainPem), ["CN=Issuing", "CN=Middle", "CN=Root"]);
    assert.equal(notice, undefined);
  });
});
