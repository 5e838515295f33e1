/** The 19 permission keys and three levels (specification 1, sections 3 and 6). */
export const permissionKeys = [
  "domain",
  "domain_ownercontacts",
  "domain_contacts",
  "domain_dns",
  "domain_gluerecords",
  "domain_dnssec",
  "domain_transferblock",
  "domain_authcode",
  "domain_others",
  "service",
  "service_ftp",
  "service_subdomains",
  "service_redirects",
  "service_ddbb",
  "service_dnszone",
  "service_parking",
  "servicemail",
  "servicemail_accounts",
  "servicemail_alias",
] as const;
export type PermissionKey = (typeof permissionKeys)[number];

export const levels = ["disabled", "read", "write"] as const;
export type Level = (typeof levels)[number];
/** Levels that open something: `read` is visibility, `write` is action. */
export type GrantedLevel = Exclude<Level, "disabled">;
export type Permissions = Record<PermissionKey, Level>;

/** What a call asks of the caller on its holding: every key of `all`, or one key of `any`. */
export type KeyLevels = { readonly [K in PermissionKey]?: GrantedLevel };
export type HoldingNeeds = { readonly all: KeyLevels } | { readonly any: KeyLevels };
/** `public`: no session. `session`: a session is enough. */
export type Needs = "public" | "session" | HoldingNeeds;

const rank: Record<Level, number> = { disabled: 0, read: 1, write: 2 };

export const reaches = (have: Level | undefined, wanted: Level): boolean =>
  rank[have ?? "disabled"] >= rank[wanted];

/** The one permission check, used by the server on every call and by the panel to offer or withhold an action. */
export function allows(permissions: Partial<Permissions>, needs: Needs): boolean {
  if (needs === "public" || needs === "session") return true;
  const wanted = "all" in needs ? needs.all : needs.any;
  const keys = permissionKeys.filter((key) => wanted[key] !== undefined);
  const granted = (key: PermissionKey) => reaches(permissions[key], wanted[key] ?? "disabled");
  return "all" in needs ? keys.every(granted) : keys.some(granted);
}

/** Whether anything of the holding is visible at all. */
export const seesAnything = (permissions: Partial<Permissions>): boolean =>
  permissionKeys.some((key) => reaches(permissions[key], "read"));
