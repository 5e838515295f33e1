/** Takes back one journal entry of a site, as long as what it left behind is still so. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Change } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { findEntry } from "../holding/journal-entry.ts";
import { hostOf, shownAddress } from "../service/host.ts";
import { lockWeb, requireSites } from "../service/web.ts";
import { areOrdered, keptCertificate } from "./certificate.ts";
import {
  type MayWrite,
  type SiteChange,
  type SitePart,
  type StoredSite,
  findSite,
  partOf,
  refuseKept,
  writeSite,
} from "./rows.ts";

const part = z.object({
  id: z.int(),
  name: z.string(),
  folder: z.string(),
  https: z.boolean(),
  httpsOnly: z.boolean(),
  hsts: z.boolean(),
  certificateId: z.nullable(z.int()),
  phpSettings: z.object({
    memoryMegabytes: z.nullable(z.int()),
    uploadMegabytes: z.nullable(z.int()),
    executionSeconds: z.nullable(z.int()),
    displayErrors: z.nullable(z.boolean()),
  }),
});
const entries = {
  area: "web",
  acts: ["subdomainCreate", "subdomainSave", "subdomainDelete", "subdomainUndo"],
  part,
} as const;

/** What a site comes back with: as by hand, it is not left to an automatic one unasked, nor where none is ordered. */
async function certificateOf(
  change: Change,
  holding: MayWrite,
  before: SitePart,
  now: StoredSite | null,
): Promise<number | null> {
  const { https, certificateId } = before;
  if (now && now.certificateId === certificateId && now.https === https) return certificateId;
  const kept = await keptCertificate(change, holding, certificateId);
  if (!https || kept !== null) return kept;
  if (certificateId !== null) {
    const values = { address: shownAddress(hostOf(before.name, holding.reference)) };
    refuse("conflict", { message: { key: "subdomain.undo_certificate", values } });
  }
  const hasAutomatic = now !== null && now.automaticId !== null;
  if (!hasAutomatic && !(await areOrdered(change)))
    refuse("conflict", { message: "certificate.automatic_off" });
  return null;
}

export async function undoSite(change: Change, holding: MayWrite, entryId: number): Promise<SiteChange> {
  requireSites(holding);
  await lockWeb(change, holding);
  const { before, after, one } = await findEntry(change, holding.id, entryId, entries);
  const now = (await findSite(change, holding, one.id)) ?? null;
  if (!isDeepStrictEqual(now && partOf(now), after)) {
    const values = { address: shownAddress(hostOf(one.name, holding.reference)) };
    refuse("conflict", { message: { key: "subdomain.undo_changed", values } });
  }
  if (now && !before) refuseKept(now);
  const wanted = before && {
    ...before,
    certificateId: await certificateOf(change, holding, before, now),
  };
  return writeSite(change, holding, "subdomainUndo", { before: now, after: wanted });
}
