import * as z from "zod/mini";
import { call } from "./call.ts";
import { integer, optionalText, text } from "./input.ts";
import { levels, permissionKeys } from "./permissions.ts";

/** All 19 keys, each with its level. */
export const permissionMap = z.record(z.enum(permissionKeys), z.enum(levels));

/** Unix seconds; an item is expired when they have passed. */
const expireTS = z.int();

export const holdingPermissions = z.object({
  id: z.int(),
  reference: z.string(),
  permissions: permissionMap,
  service: z.nullable(z.object({ isRedirAndParking: z.boolean() })),
  /** Ours: a service may come without mail. */
  hasMail: z.boolean(),
  breadcrumb: z.object({
    /** `status` is ours: the registry's word, null where it was never asked. */
    domain: z.nullable(z.object({ expireTS, status: z.nullable(z.string()) })),
    service: z.nullable(z.object({ expireTS, isRedirAndParking: z.boolean() })),
  }),
});
export type HoldingPermissions = z.output<typeof holdingPermissions>;

export const permissionEntry = z.object({
  id: z.int(),
  reference: z.string(),
  hasDomain: z.boolean(),
  hasService: z.boolean(),
  hasMail: z.boolean(),
  /** Ours: how the registry has the domain, in words; null where it is active, or none that the user sees. */
  domainStatus: z.nullable(z.string()),
});
export type PermissionEntry = z.output<typeof permissionEntry>;

export const holdingKinds = ["domain", "service", "mail"] as const;
export type HoldingKind = (typeof holdingKinds)[number];

/** The areas that a user may land on after signing in, in that order (specification 1, section 6). */
export const landingAreas = ["domain", "service", "mail", "dns"] as const;
export type LandingArea = (typeof landingAreas)[number];

export const permissionCalls = {
  permissionGet: call({
    method: "POST",
    path: "/permission/{id}/",
    needs: "session",
    reply: holdingPermissions,
  }),
  /** Ordered by reference. Without `page` it is the whole list; `total` counts what matched. */
  permissionList: call({
    method: "GET|POST",
    path: "/permission/list/",
    needs: "session",
    input: z.strictObject({
      page: z.optional(integer(1, 1_000_000)),
      /** 10 where a page is asked for without a size. */
      pageSize: z.optional(integer(1, 100)),
      /** A part of the reference. */
      filter: optionalText(255),
      kind: z.optional(z.enum(holdingKinds)),
    }),
    reply: z.object({ permissions: z.array(permissionEntry), total: z.int() }),
  }),
  /** For who types a name: references that begin with the text first, then those that contain it; the first few. */
  permissionFind: call({
    method: "GET",
    path: "/permission/find/",
    needs: "session",
    input: z.strictObject({ text: text(255) }),
    reply: z.object({ permissions: z.array(permissionEntry) }),
  }),
  /** The whole account in one row, for menus and for where to land: nothing in it grows with the holdings. */
  permissionAreas: call({
    method: "GET",
    path: "/permission/areas/",
    needs: "session",
    reply: z.object({
      /** As `permissionList` counts them, in all and by kind. */
      total: z.int(),
      kinds: z.record(z.enum(holdingKinds), z.int()),
      /** The highest level on any holding that has the area. */
      areas: z.record(z.enum(landingAreas), z.enum(levels)),
    }),
  }),
} as const;
