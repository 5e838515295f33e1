import assert from "node:assert/strict";
import { test } from "node:test";
import { type HoldingPermissions, type Level, type PermissionKey, permissionKeys } from "@atrio/contract";
import { areas, firstWritable, isVisible } from "./areas.ts";

const holding = (
  levels: Partial<Record<PermissionKey, Level>>,
  isRedirAndParking = false,
): HoldingPermissions => {
  const permissions = Object.fromEntries(permissionKeys.map((key) => [key, levels[key] ?? "disabled"]));
  return {
    id: 7,
    reference: "example.test",
    permissions: { ...allDisabled, ...permissions },
    service: { isRedirAndParking },
    hasMail: true,
    breadcrumb: { domain: null, service: null },
  };
};
const allDisabled: HoldingPermissions["permissions"] = {
  domain: "disabled",
  domain_ownercontacts: "disabled",
  domain_contacts: "disabled",
  domain_dns: "disabled",
  domain_gluerecords: "disabled",
  domain_dnssec: "disabled",
  domain_transferblock: "disabled",
  domain_authcode: "disabled",
  domain_others: "disabled",
  service: "disabled",
  service_ftp: "disabled",
  service_subdomains: "disabled",
  service_redirects: "disabled",
  service_ddbb: "disabled",
  service_dnszone: "disabled",
  service_parking: "disabled",
  servicemail: "disabled",
  servicemail_accounts: "disabled",
  servicemail_alias: "disabled",
};
const shown = (permission: HoldingPermissions) =>
  areas.filter((area) => isVisible(area, permission)).map(({ id }) => id);
const all = Object.fromEntries(permissionKeys.map((key) => [key, "write" as const]));

test("the owner of a hosting sees every area", () =>
  assert.deepEqual(shown(holding(all)), [
    "domain",
    "service",
    "subdomain",
    "ftp",
    "database",
    "mail",
    "dns",
  ]));

test("redirect and parking has no sites, FTP or databases, and is called parking", () => {
  assert.deepEqual(shown(holding(all, true)), ["domain", "service", "mail", "dns"]);
  for (const isRedirAndParking of [true, false]) {
    const permission = holding(all, isRedirAndParking);
    const service = areas.find((area) => area.id === "service" && isVisible(area, permission));
    assert.equal(service?.label(permission), isRedirAndParking ? "holding.parking" : "holding.hosting");
  }
});

test("who may only park, or only redirect, sees where", () => {
  assert.deepEqual(shown(holding({ service_parking: "read" })), ["service"]);
  assert.deepEqual(shown(holding({ service_parking: "read" }, true)), ["service"]);
  assert.deepEqual(shown(holding({ service_redirects: "read" }, true)), ["service"]);
  assert.equal(firstWritable(holding({ service_redirects: "write" }, true), () => true)?.id, "service");
});

test("sites are visible with redirects alone", () =>
  assert.deepEqual(shown(holding({ service_redirects: "read" })), ["subdomain"]));

test("mail is visible with one of its keys", () =>
  assert.deepEqual(shown(holding({ servicemail_alias: "read" })), ["mail"]));

test("mail is not there where the service has none, whatever the user may do", () => {
  const without = { ...holding(all), hasMail: false };
  assert.deepEqual(shown(without), ["domain", "service", "subdomain", "ftp", "database", "dns"]);
  const mailOnly = { ...holding({ servicemail: "write" }), hasMail: false };
  assert.equal(
    firstWritable(mailOnly, () => true),
    undefined,
  );
});

const landings: [levels: Partial<Record<PermissionKey, Level>>, lands: string | undefined][] = [
  [all, "domain"],
  [{ domain: "read", service: "write", servicemail: "write" }, "service"],
  [{ service: "read", servicemail_accounts: "write", service_dnszone: "write" }, "mail"],
  [{ domain: "read", service_dnszone: "write" }, "dns"],
  [{ domain: "read", service_parking: "write" }, "service"],
  [{ domain: "read", service_redirects: "write" }, "subdomain"],
  [{ service_ftp: "write" }, undefined],
  [{ domain: "read", service_dnszone: "read" }, undefined],
];
for (const [levels, lands] of landings)
  test(`first area with write access: ${lands ?? "none"}`, () =>
    assert.equal(firstWritable(holding(levels), () => true)?.id, lands));

test("an area without a page is passed over", () =>
  assert.equal(firstWritable(holding(all), (id) => id === "dns")?.id, "dns"));
