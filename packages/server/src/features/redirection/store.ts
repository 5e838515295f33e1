/** Redirections, one function a call. Changes begin with the lock of the service's web. */
import {
  type InputOf,
  type Redirection,
  type calls,
  canKeepPath,
  keepsPathByDefault,
  parseSiteName,
} from "@atrio/contract";
import type { Change, Read } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { type WebPorts, lockWeb } from "../service/web.ts";
import {
  type MayRead,
  type MayWrite,
  type RedirectionChange,
  type StoredRedirection,
  type WantedRedirection,
  listRedirections,
  refuseKept,
  requireRedirection,
  writeRedirection,
} from "./rows.ts";

export const shownRedirection = (redirection: StoredRedirection): Redirection => ({
  id: redirection.id,
  origin: redirection.host + redirection.path,
  recurso: redirection.path,
  subDomain: redirection.name,
  subdominio: redirection.name,
  url: redirection.url,
  keepPath: redirection.keepPath,
  redirType: redirection.type,
  iframeTitle: redirection.title,
  iframeDescription: redirection.description,
  iframeKeywords: redirection.keywords,
  eliminable: redirection.eliminable,
});

export async function redirectionsOf(read: Read, holding: MayRead): Promise<Redirection[]> {
  if (holding.serviceKind === null) refuse("notFound");
  return (await listRedirections(read, holding)).map(shownRedirection);
}

export type RedirectionInput = InputOf<typeof calls.redirectionSave>;

function keepsPath(input: RedirectionInput, before: StoredRedirection | null): boolean {
  const { recurso = "", urlRedir, redirType, keepPath } = input;
  if (redirType === "frame") return false;
  if (keepPath === undefined)
    return before ? before.keepPath && canKeepPath(urlRedir) : keepsPathByDefault(recurso, urlRedir);
  if (keepPath && !canKeepPath(urlRedir))
    refuse("invalid", { fields: { urlRedir: "redirection.keep_path" } });
  return keepPath;
}

function wantedOf(
  { reference }: MayWrite,
  input: RedirectionInput,
  before: StoredRedirection | null,
): WantedRedirection {
  const name = parseSiteName(input.subDomain ?? "", reference);
  if (!name.ok) return refuse("invalid", { fields: { subDomain: name.error } });
  const isFrame = input.redirType === "frame";
  return {
    name: name.value,
    path: input.recurso ?? "",
    url: input.urlRedir,
    keepPath: keepsPath(input, before),
    type: input.redirType,
    title: (isFrame && input.iframeTitle) || "",
    description: (isFrame && input.iframeDescription) || "",
    keywords: (isFrame && input.iframeKeywords) || "",
  };
}

export async function createRedirection(
  change: Change,
  holding: MayWrite,
  ports: WebPorts,
  input: RedirectionInput,
): Promise<RedirectionChange> {
  await lockWeb(change, holding);
  const act = { name: "redirectionCreate", ports, hasForm: true } as const;
  return writeRedirection(change, holding, act, { before: null, after: wantedOf(holding, input, null) });
}

export async function saveRedirection(
  change: Change,
  holding: MayWrite,
  ports: WebPorts,
  { id, input }: { readonly id: number; readonly input: RedirectionInput },
): Promise<RedirectionChange> {
  await lockWeb(change, holding);
  const before = await requireRedirection(change, holding, id);
  refuseKept(before);
  const act = { name: "redirectionSave", ports, hasForm: true } as const;
  return writeRedirection(change, holding, act, { before, after: wantedOf(holding, input, before) });
}

export async function deleteRedirection(
  change: Change,
  holding: MayWrite,
  ports: WebPorts,
  id: number,
): Promise<RedirectionChange> {
  await lockWeb(change, holding);
  const before = await requireRedirection(change, holding, id);
  refuseKept(before);
  const act = { name: "redirectionDelete", ports, hasForm: false } as const;
  return writeRedirection(change, holding, act, { before, after: null });
}
