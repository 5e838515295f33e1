/** Sites, one function a call. Changes begin with the lock of the service's web. */
import { type InputOf, type PhpSettings, type calls, parseSiteName } from "@atrio/contract";
import type { Change, Read } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { lockWeb, requireSites } from "../service/web.ts";
import { type BroughtCertificate, areOrdered, storeCertificate } from "./certificate.ts";
import {
  type MayRead,
  type MayWrite,
  type SiteChange,
  type StoredSite,
  type WantedSite,
  listSites,
  refuseKept,
  requireSite,
  writeSite,
} from "./rows.ts";

/** None where there are no sites: a service that only redirects. */
export const sitesOf = async (read: Read, holding: MayRead): Promise<StoredSite[]> =>
  holding.serviceKind === null ? refuse("notFound") : listSites(read, holding);

/** As it is stored; the name of the domain itself is empty. */
export function siteName({ reference }: Pick<MayWrite, "reference">, typed: string): string {
  const parsed = parseSiteName(typed, reference, { wildcard: true });
  return parsed.ok ? parsed.value : refuse("invalid", { fields: { subDomain: parsed.error } });
}

type SiteInput = InputOf<typeof calls.subdomainSave>;
type Encrypted = Pick<WantedSite, "https" | "httpsOnly" | "hsts">;

/** Each rests on the one before: what is switched off takes the rest along, what is asked for must be possible. */
function encryption({ SSLActive, httpsOnly, hsts }: SiteInput, before: Encrypted): Encrypted {
  const https = SSLActive ?? before.https;
  if (httpsOnly === true && !https) refuse("invalid", { fields: { httpsOnly: "subdomain.needs_https" } });
  const only = https && (httpsOnly ?? before.httpsOnly);
  if (hsts === true && !only) refuse("invalid", { fields: { hsts: "subdomain.needs_https_only" } });
  return { https, httpsOnly: only, hsts: only && (hsts ?? before.hsts) };
}

const settings = (input: SiteInput, before: PhpSettings): PhpSettings => ({
  memoryMegabytes: input.memoryMegabytes === undefined ? before.memoryMegabytes : input.memoryMegabytes,
  uploadMegabytes: input.uploadMegabytes === undefined ? before.uploadMegabytes : input.uploadMegabytes,
  executionSeconds: input.executionSeconds === undefined ? before.executionSeconds : input.executionSeconds,
  displayErrors: input.displayErrors === undefined ? before.displayErrors : input.displayErrors,
});

const asInstalled: PhpSettings = {
  memoryMegabytes: null,
  uploadMegabytes: null,
  executionSeconds: null,
  displayErrors: null,
};
const plain: Encrypted = { https: false, httpsOnly: false, hsts: false };

/** What is chosen must be possible; who has an automatic one already keeps it where none is ordered any more. */
async function refuseWay(
  change: Change,
  { automatic }: SiteInput,
  before: Pick<StoredSite, "https" | "certificateId"> | undefined,
): Promise<void> {
  const hasOwn = before !== undefined && before.certificateId !== null;
  if (automatic === false && !hasOwn) refuse("invalid", { fields: { cert: "certificate.own_missing" } });
  if (automatic !== true || (before?.https === true && !hasOwn) || (await areOrdered(change))) return;
  refuse("conflict", { message: "certificate.automatic_off" });
}

export interface SiteWish {
  readonly input: SiteInput;
  readonly brought: BroughtCertificate | undefined;
}

export async function createSite(
  change: Change,
  holding: MayWrite,
  name: string,
  { input, brought }: SiteWish,
): Promise<SiteChange> {
  requireSites(holding);
  await lockWeb(change, holding);
  const encrypted = encryption(input, plain);
  if (encrypted.https && !brought) await refuseWay(change, input, undefined);
  const certificateId = brought ? await storeCertificate(change, holding, null, brought) : null;
  const after = {
    name,
    folder: input.folder,
    ...encrypted,
    certificateId,
    phpSettings: settings(input, asInstalled),
  };
  return writeSite(change, holding, "subdomainCreate", { before: null, after });
}

export async function saveSite(
  change: Change,
  holding: MayWrite,
  id: number,
  { input, brought }: SiteWish,
): Promise<SiteChange> {
  requireSites(holding);
  await lockWeb(change, holding);
  const before = await requireSite(change, holding, id);
  const encrypted = encryption(input, before);
  if (encrypted.https && !brought) await refuseWay(change, input, before);
  const certificate = async () => {
    if (brought) return storeCertificate(change, holding, before.certificateId, brought);
    return input.automatic === true ? null : before.certificateId;
  };
  const after = {
    ...before,
    folder: input.folder,
    ...encrypted,
    certificateId: await certificate(),
    phpSettings: settings(input, before.phpSettings),
  };
  return writeSite(change, holding, "subdomainSave", { before, after });
}

export async function deleteSite(change: Change, holding: MayWrite, id: number): Promise<SiteChange> {
  requireSites(holding);
  await lockWeb(change, holding);
  const before = await requireSite(change, holding, id);
  refuseKept(before);
  return writeSite(change, holding, "subdomainDelete", { before, after: null });
}
