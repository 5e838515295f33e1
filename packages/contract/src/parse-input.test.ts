import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type CallName, calls } from "./calls.ts";
import { fieldsMax, formEntries, parseInput } from "./parse-input.ts";

type Form = Record<string, string | string[]>;

function faultsOf(name: CallName, form: Form): Record<string, unknown> | null {
  const result = parseInput(calls[name], formEntries(form));
  return result.ok ? null : Object.fromEntries(result.fields.map(({ input, message }) => [input, message]));
}

const contact: Form = {
  type: "admin",
  mode: "only_contact",
  isOrg: "0",
  firstName: "Ana",
  lastName: "García",
  identNumber: "12345678Z",
  email: "ana@example.com",
  phone: "+34.912345678",
  postalCode: "28001",
  country: "ES",
  state: "Madrid",
  city: "Madrid",
  address: "Calle Mayor 1",
};
const digest = "a".repeat(40);
const password = "correct horse";

suite("accepted", () => {
  const cases: [CallName, Form, object][] = [
    ["permissionList", {}, {}],
    [
      "permissionList",
      { page: "2", pageSize: "100", filter: " atrio " },
      { page: 2, pageSize: 100, filter: "atrio" },
    ],
    ["userInfo", {}, {}],
    ["domainToggleBlock", {}, {}],
    ["domainToggleBlock", { value: "0" }, { value: false }],
    ["domainToggleBlock", { value: "1" }, { value: true }],
    ["contactSave", contact, { ...contact, isOrg: false }],
    ["nameserverEdit", { "default-ns": "1" }, { "default-ns": true }],
    [
      "nameserverEdit",
      { "default-ns": "0", "dns[]": ["NS1.example.com.", "ns2.example.com"] },
      { "default-ns": false, "dns[]": ["ns1.example.com", "ns2.example.com"] },
    ],
    [
      "glueCreate",
      { name: "NS1", ip: "192.0.2.1", ipv6: "" },
      { name: "ns1", ip: "192.0.2.1", ipv6: undefined },
    ],
    [
      "dnssecCreate",
      { keytag: "0", algorithm: "13", digesttype: "1", digest: `${digest.slice(0, 8)} ${digest.slice(8)}` },
      { keytag: 0, algorithm: 13, digesttype: 1, digest },
    ],
    [
      "dnssecCreate",
      {
        flags: "257",
        protocols: "3",
        algorithm: "15",
        digest: "l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQw AQEX1SxZJA4=",
      },
      { flags: 257, protocols: 3, algorithm: 15, digest: "l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=" },
    ],
    [
      "redirectionCreate",
      { urlRedir: " https://example.com/?a=1 " },
      { urlRedir: "https://example.com/?a=1", redirType: "301" },
    ],
    ["ftpCreate", { ftpUser: "Ana", password, folder: "/web" }, { ftpUser: "ana", password, folder: "/web" }],
    ["aliasSave", { target: "a@b.es, C@d.es,,a@b.es, " }, { target: ["a@b.es", "c@d.es"] }],
    [
      "applicationInstall",
      { subdomainID: "3", applicationID: "4", mysqlID: "", "_pf-title": "Mi blog" },
      { subdomainID: 3, applicationID: 4, mysqlID: undefined, "_pf-title": "Mi blog" },
    ],
  ];
  for (const [name, form, value] of cases) {
    test(`${name} ${JSON.stringify(form)}`, () => {
      assert.deepEqual(parseInput(calls[name], formEntries(form)), { ok: true, value });
    });
  }
});

suite("refused, by field", () => {
  const cases: [CallName, Form, object][] = [
    ["userLogin", {}, { domainName: "main.required", username: "main.required", password: "main.required" }],
    [
      "userLogin",
      { domainName: " ", username: "\t", password: "" },
      { domainName: "main.required", username: "main.required", password: "main.required" },
    ],
    ["userInfo", { user: "1", other: "" }, { user: "main.unknown_field", other: "main.unknown_field" }],
    ["permissionList", { Page: "1" }, { Page: "main.unknown_field" }],
    ["permissionList", { page: ["1", "2"] }, { page: "main.repeated_field" }],
    ["permissionList", { pageSize: "101" }, { pageSize: { key: "main.too_big", values: { maximum: 100 } } }],
    ["permissionList", { page: "0" }, { page: { key: "main.too_small", values: { minimum: 1 } } }],
    ["permissionList", { kind: "Domain" }, { kind: "main.not_an_option" }],
    [
      "permissionList",
      { filter: "a".repeat(256) },
      { filter: { key: "main.too_long", values: { maximum: 255 } } },
    ],
    ["permissionList", { filter: "a\u0000b" }, { filter: "main.control_character" }],
    ["domainToggleBlock", { value: "true" }, { value: "main.not_an_option" }],
    ["contactSave", { ...contact, isOrg: "1" }, { orgName: "main.required" }],
    ["contactSave", { ...contact, isOrg: "1", orgName: "  " }, { orgName: "main.required" }],
    ["contactSave", { ...contact, phone: "912345678" }, { phone: "contact.phone" }],
    ["contactSave", { ...contact, type: "registrant" }, { type: "main.not_an_option" }],
    ["contactSave", { ...contact, email: "ana@" }, { email: "main.not_an_email" }],
    [
      "nameserverEdit",
      { "default-ns": "0" },
      { "dns[]": { key: "nameserver.count", values: { minimum: 2, maximum: 7 } } },
    ],
    [
      "nameserverEdit",
      { "default-ns": "0", "dns[]": ["ns1.example.com", "ns1.example.com"] },
      { "dns[]": { key: "nameserver.repeated", values: { name: "ns1.example.com" } } },
    ],
    [
      "nameserverEdit",
      { "default-ns": "0", "dns[]": Array.from({ length: 8 }, (_, n) => `ns${n}.example.com`) },
      { "dns[]": { key: "main.too_many_values", values: { maximum: 7 } } },
    ],
    ["glueSave", { ip: "", ipv6: "" }, { ip: "glue.address_required" }],
    [
      "glueCreate",
      { name: "-a", ip: "192.0.2.1" },
      { name: { key: "dns.name.hyphen", values: { label: "-a" } } },
    ],
    ["glueCreate", { name: "ns1", ip: "192.0.2." }, { ip: "ip.invalid" }],
    [
      "dnssecCreate",
      {},
      {
        algorithm: "main.required",
        digest: "main.required",
        keytag: "main.required",
        digesttype: "main.required",
      },
    ],
    [
      "dnssecCreate",
      { flags: "", protocols: "", algorithm: "", digest: "" },
      {
        algorithm: "main.not_an_integer",
        flags: "main.not_an_integer",
        protocols: "main.not_an_integer",
        digest: "main.required",
      },
    ],
    [
      "dnssecCreate",
      { algorithm: "4", keytag: "1", digesttype: "1", digest },
      { algorithm: "main.not_an_option" },
    ],
    ["dnssecCreate", { algorithm: "8", digest }, { keytag: "main.required", digesttype: "main.required" }],
    [
      "dnssecCreate",
      { algorithm: "8", flags: "256", keytag: "1", digest },
      { protocols: "main.required", keytag: "main.unknown_field" },
    ],
    [
      "dnssecCreate",
      { algorithm: "8", keytag: "1", digesttype: "2", digest },
      { digest: { key: "dnssec.digest", values: { digits: 64 } } },
    ],
    ["redirectionCreate", { urlRedir: "javascript:alert(1)" }, { urlRedir: "redirection.url" }],
    [
      "ftpCreate",
      { ftpUser: "elevenchars", password, folder: "/" },
      { ftpUser: { key: "main.too_long", values: { maximum: 10 } } },
    ],
    ["ftpSave", { folder: "/web/../../etc" }, { folder: "main.not_a_folder" }],
    ["mailboxCreate", { name: "a..b", password }, { name: "mail.local_part" }],
    ["mailboxCreate", { name: "-a", password }, { name: "mail.local_part" }],
    [
      "aliasCreate",
      { name: "a", target: "-a@b.es" },
      { target: { key: "mail.address", values: { address: "-a@b.es" } } },
    ],
    ["mailboxCreate", { name: "ana", password: "contraseña" }, { password: "main.password_characters" }],
    ["aliasSave", { target: " , " }, { target: "main.required" }],
    ["aliasSave", { target: "" }, { target: "main.required" }],
    [
      "aliasSave",
      { target: "ñu@b.es" },
      { target: { key: "mail.address_ascii", values: { address: "ñu@b.es" } } },
    ],
    [
      "aliasSave",
      { target: "a@b_c..es" },
      { target: { key: "mail.address_domain", values: { address: "a@b_c..es" } } },
    ],
    [
      "mailboxForward",
      { target: `${"x".repeat(65)}@b.es`, keepsCopy: "1" },
      { target: { key: "mail.address", values: { address: `${"x".repeat(63)}…` } } },
    ],
    [
      "catchAllSave",
      { target: Array.from({ length: 20_000 }, (_, n) => `x${n}@b.es`).join() },
      { target: { key: "mail.targets_max", values: { maximum: 50, count: 20_000 } } },
    ],
    ["aliasSave", { target: "a@b.es,no" }, { target: { key: "mail.address", values: { address: "no" } } }],
    [
      "applicationInstall",
      { subdomainID: "3", applicationID: "4", title: "x" },
      { title: "main.unknown_field" },
    ],
    [
      "contactMessageSend",
      { email: "a@b.es", subject: "x", contents: "y", privacyPolicy: "0" },
      { privacyPolicy: "contact_message.privacy_policy" },
    ],
  ];
  for (const [name, form, faults] of cases) {
    test(`${name} ${JSON.stringify(form).slice(0, 120)}`, () =>
      assert.deepEqual(faultsOf(name, form), faults));
  }
});

test("integers have one spelling", () => {
  for (const page of ["0x10", "1e3", "+1", "-1", "01", "1.0", "1.5", "١", "Infinity", "1_000"]) {
    assert.deepEqual(faultsOf("permissionList", { page }), { page: "main.not_an_integer" }, page);
  }
});

test("names that every object has are fields like any other", () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const result = parseInput(calls.permissionList, [[name, "1"]]);
    assert.deepEqual(result, { ok: false, fields: [{ input: name, message: "main.unknown_field" }] });
  }
});

test("more fields than a form can have are refused before they are looked at", () => {
  const entries = Array.from({ length: fieldsMax + 1 }, (_, n): [string, string] => ["dns[]", String(n)]);
  const message = { key: "main.too_many_fields", values: { maximum: fieldsMax } };
  assert.deepEqual(parseInput(calls.nameserverEdit, entries), {
    ok: false,
    fields: [{ input: "dns[]", message }],
  });
  const counted = parseInput(calls.nameserverEdit, entries.slice(1));
  assert.ok(!counted.ok && counted.fields[0]?.input === "default-ns");
});

test("a browser's own form data is parsed as it is", () => {
  const form = new URLSearchParams("default-ns=0&dns%5B%5D=ns1.example.com&dns%5B%5D=ns2.example.com");
  assert.equal(parseInput(calls.nameserverEdit, form).ok, true);
});

test("a form's entries repeat lists and leave out what is undefined", () => {
  assert.deepEqual(formEntries({ a: "1", b: ["2", "3"], c: undefined, d: "" }), [
    ["a", "1"],
    ["b", "2"],
    ["b", "3"],
    ["d", ""],
  ]);
});
