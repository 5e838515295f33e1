import assert from "node:assert/strict";
import { test } from "node:test";
import { type Call, calls } from "./index.ts";
import type { GrantedLevel, Needs, PermissionKey } from "./permissions.ts";

const one = (key: PermissionKey, level: GrantedLevel): Needs => ({ all: { [key]: level } });

/** The table "Permission needed" of the API contract, call by call; what it leaves out needs a session or nothing. */
const table: readonly (readonly [paths: readonly string[], needs: Needs])[] = [
  // an undo needs what the change itself needed besides: features/domain/undo.ts
  [["/domain/{id}/", "/domain/{id}/undo/{jid}/"], one("domain", "read")],
  [["/domain/{id}/toggle/transferblock/"], one("domain_transferblock", "write")],
  [["/domain/{id}/toggle/whoisprivacy/", "/domain/{id}/toggle/block/"], one("domain_others", "write")],
  [["/domain/{id}/authcode/", "/domain/{id}/transferkey/"], one("domain_authcode", "read")],
  [["/domain/{id}/dnssec/list/", "/domain/{id}/dnssec/status/"], one("domain_dnssec", "read")],
  [
    ["createinit/", "create/", "check/", "{dnssecId}/delete/", "toggle/"].map(
      (end) => `/domain/{id}/dnssec/${end}`,
    ),
    one("domain_dnssec", "write"),
  ],
  [["/domain/{id}/gluerecord/list/"], one("domain_gluerecords", "read")],
  [
    ["create/", "{gid}/save/", "{gid}/delete/"].map((end) => `/domain/{id}/gluerecord/${end}`),
    one("domain_gluerecords", "write"),
  ],
  [["/domains/{id}/dnsinit/"], one("domain_dns", "read")],
  [["/domain/{id}/dnsedit/", "/domain/{id}/dnscheck/"], one("domain_dns", "write")],
  [["/domain/{id}/owner/save/"], one("domain_ownercontacts", "write")],
  [["/domain/{id}/contacts/save/"], one("domain_contacts", "write")],
  [["/service/{id}/"], { any: { service: "read", servicemail: "read", service_dnszone: "read" } }],
  [
    ["php/", "webconstructor/", "webcontructorlogin/"].map((end) => `/service/{id}/${end}`),
    one("service", "write"),
  ],
  // an undo of PHP needs what choosing it needed besides: features/service/undo.ts
  [
    ["parking/active/", "parking/disable/", "undo/{jid}/"].map((end) => `/service/{id}/${end}`),
    { any: { service: "write", service_parking: "write" } },
  ],
  [["/service/{id}/parking/"], { any: { service: "read", service_parking: "read" } }],
  [
    ["logerror/", "traffic/", "measure/", "htaccess/", "htaccess/check/"].map(
      (end) => `/service/{id}/${end}`,
    ),
    one("service", "read"),
  ],
  [["list/", "{rid}/"].map((end) => `/service/{id}/redirection/${end}`), one("service_redirects", "read")],
  [
    ["create/", "{rid}/save/", "{rid}/delete/", "undo/{jid}/"].map(
      (end) => `/service/{id}/redirection/${end}`,
    ),
    one("service_redirects", "write"),
  ],
  [["main/", "list/", "{fid}/"].map((end) => `/service/{id}/ftp/${end}`), one("service_ftp", "read")],
  [
    [
      "create/",
      "{fid}/save/",
      "{fid}/changepassword/",
      "{fid}/password/",
      "{fid}/login/",
      "{fid}/delete/",
    ].map((end) => `/service/{id}/ftp/${end}`),
    one("service_ftp", "write"),
  ],
  [["/service/{id}/subdomain/list/"], one("service_subdomains", "read")],
  [
    ["{sid}/", "create/", "{sid}/save/", "{sid}/delete/", "undo/{jid}/"].map(
      (end) => `/service/{id}/subdomain/${end}`,
    ),
    one("service_subdomains", "write"),
  ],
  [
    ["list/", "{did}/", "{did}/password/", "{did}/login/"].map((end) => `/service/{id}/ddbb/${end}`),
    one("service_ddbb", "read"),
  ],
  [
    ["create/", "{did}/changepassword/", "{did}/toggle/externalaccess/", "{did}/dump/", "{did}/delete/"].map(
      (end) => `/service/{id}/ddbb/${end}`,
    ),
    one("service_ddbb", "write"),
  ],
  [["list/", "{zid}/"].map((end) => `/service/{id}/dns/${end}`), one("service_dnszone", "read")],
  [
    ["create/", "{zid}/save/", "{zid}/delete/", "delete/", "restore/", "undo/{jid}/"].map(
      (end) => `/service/{id}/dns/${end}`,
    ),
    one("service_dnszone", "write"),
  ],
  [
    ["list/", "{cid}/", "{cid}/autoresponder/", "deleted/list/", "{cid}/profile/"].map(
      (end) => `/service/{id}/correo/${end}`,
    ),
    one("servicemail_accounts", "read"),
  ],
  [
    [
      "create/",
      "{cid}/save/",
      "{cid}/forward/",
      "{cid}/autoresponder/save/",
      "{cid}/changepassword/",
      "{cid}/password/",
      "{cid}/login/",
      "{cid}/delete/",
      "{cid}/restore/",
      "undo/{jid}/",
    ].map((end) => `/service/{id}/correo/${end}`),
    one("servicemail_accounts", "write"),
  ],
  [
    ["alias/list/", "alias/{aid}/", "catchall/"].map((end) => `/service/{id}/${end}`),
    one("servicemail_alias", "read"),
  ],
  [
    ["alias/create/", "alias/{aid}/save/", "alias/{aid}/delete/", "alias/undo/{jid}/"].map(
      (end) => `/service/{id}/${end}`,
    ),
    one("servicemail_alias", "write"),
  ],
  // it takes what is for postmaster and the like too
  [["/service/{id}/catchall/save/"], { all: { servicemail_alias: "write", servicemail: "write" } }],
  [
    ["/service/{id}/mail/", "/service/{id}/mail/records/"],
    { any: { servicemail: "read", servicemail_accounts: "read", servicemail_alias: "read" } },
  ],
  [
    ["/service/{id}/installapp/"],
    { all: { service_ftp: "write", service_ddbb: "write", service_subdomains: "write" } },
  ],
  [
    [
      "/user/info/",
      "/user/logout/",
      "/user/changepass/",
      "/permission/{id}/",
      "/permission/list/",
      "/permission/find/",
      "/permission/areas/",
      "/dashboard/",
      "/legal/",
      "/events/",
      "/job/{id}/",
      "/contactmail/",
      "/tools/country/",
      "/hostingapplication/list/",
      "/hostingapplication/{id}/logo/",
    ],
    "session",
  ],
  [["/config/get/", "/captcha/challenge/", "/user/login/", "/legal/privacypolicy/", "/contact/"], "public"],
];

const needsByPath = new Map(table.flatMap(([paths, needs]) => paths.map((path) => [path, needs])));

for (const [name, { path, needs }] of Object.entries<Call>(calls)) {
  test(`${name} needs what the contract's table says`, () => {
    assert.deepEqual(needs, needsByPath.get(path));
  });
}

test("the table names no call that does not exist", () => {
  const paths = new Set<string>(Object.values<Call>(calls).map(({ path }) => path));
  assert.deepEqual(
    [...needsByPath.keys()].filter((path) => !paths.has(path)),
    [],
  );
});
