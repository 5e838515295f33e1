import type { HoldingNeeds, HoldingPermissions } from "@atrio/contract";
import { allows } from "@atrio/contract/permissions.ts";
import type { MessageId } from "../../i18n/i18n.ts";
import { holdingPaths } from "../../paths.ts";

/** A part of a holding, as its side menu shows it (specification 1, section 2). */
export interface Area {
  readonly id: keyof typeof holdingPaths;
  readonly label: (permission: HoldingPermissions) => MessageId;
  readonly sees: HoldingNeeds;
  readonly acts: HoldingNeeds;
  /** Not for services that only redirect and park; or for those alone. */
  readonly isHostingOnly?: true;
  readonly isParkingOnly?: true;
  /** Not for services without mail. */
  readonly isMail?: true;
  /** Drawn below, and indented under, the hosting entry. */
  readonly isPartOfService?: true;
}

export const isParking = (permission: HoldingPermissions): boolean =>
  permission.service?.isRedirAndParking === true;

/** In the order of the menu. */
export const areas: readonly Area[] = [
  {
    id: "domain",
    label: () => "holding.domain",
    sees: { all: { domain: "read" } },
    acts: { all: { domain: "write" } },
  },
  {
    id: "service",
    label: () => "holding.hosting",
    sees: { any: { service: "read", service_parking: "read" } },
    acts: { any: { service: "write", service_parking: "write" } },
    isHostingOnly: true,
  },
  {
    id: "service",
    label: () => "holding.parking",
    sees: { any: { service: "read", service_parking: "read", service_redirects: "read" } },
    acts: { any: { service: "write", service_parking: "write", service_redirects: "write" } },
    isParkingOnly: true,
  },
  {
    id: "subdomain",
    label: () => "holding.sites",
    sees: { any: { service_subdomains: "read", service_redirects: "read" } },
    acts: { any: { service_subdomains: "write", service_redirects: "write" } },
    isHostingOnly: true,
    isPartOfService: true,
  },
  {
    id: "ftp",
    label: () => "holding.ftp",
    sees: { all: { service_ftp: "read" } },
    acts: { all: { service_ftp: "write" } },
    isHostingOnly: true,
    isPartOfService: true,
  },
  {
    id: "database",
    label: () => "holding.databases",
    sees: { all: { service_ddbb: "read" } },
    acts: { all: { service_ddbb: "write" } },
    isHostingOnly: true,
    isPartOfService: true,
  },
  {
    id: "mail",
    label: () => "holding.mail",
    sees: { any: { servicemail: "read", servicemail_accounts: "read", servicemail_alias: "read" } },
    acts: { any: { servicemail: "write", servicemail_accounts: "write", servicemail_alias: "write" } },
    isMail: true,
  },
  {
    id: "dns",
    label: () => "holding.dns",
    sees: { all: { service_dnszone: "read" } },
    acts: { all: { service_dnszone: "write" } },
  },
];

/** Where a user goes first: domain, service, mail, DNS zone (specification 1, section 6). Sites are the service's. */
const landing: readonly Area["id"][] = ["domain", "service", "subdomain", "mail", "dns"];

export const isVisible = (
  { sees, isHostingOnly, isParkingOnly, isMail }: Area,
  permission: HoldingPermissions,
): boolean =>
  allows(permission.permissions, sees) &&
  !(isHostingOnly && isParking(permission)) &&
  !(isParkingOnly && !isParking(permission)) &&
  !(isMail && !permission.hasMail);

/** The first area, of those that have a page, on which the user may act. */
export const firstWritable = (
  permission: HoldingPermissions,
  hasPage: (id: Area["id"]) => boolean,
): Area | undefined =>
  landing
    .flatMap((id) => areas.filter((area) => area.id === id))
    .find(
      (area) => hasPage(area.id) && isVisible(area, permission) && allows(permission.permissions, area.acts),
    );
