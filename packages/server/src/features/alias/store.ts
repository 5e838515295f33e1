/** Aliases and the catch-all, one function a call. Changes begin with the lock of the service's mail. */
import type { Alias } from "@atrio/contract";
import type { Change, Read } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { guardReserved, refuseReserved } from "../mail/rules.ts";
import { lockMail, requireMail } from "../mail/service.ts";
import { refuseMissing } from "../mail/targets.ts";
import {
  type AliasChange,
  type AliasPart,
  type MayRead,
  type MayWrite,
  type StoredAlias,
  aliasesOf,
  catchAllName,
  findById,
  findCatchAll,
  refuseKept,
  writeAlias,
} from "./rows.ts";

const listed = (targets: readonly string[]): string => targets.join(",");

export const shownAlias = ({ id, localPart, address, targets, eliminable }: StoredAlias): Alias => ({
  id,
  alias: localPart,
  referencePunycode: address,
  name: listed(targets),
  eliminable,
});
export const shownCatchAll = (found: AliasPart | null | undefined) =>
  found ? { name: listed(found.targets) } : null;

export async function listAliases(read: Read, holding: MayRead): Promise<Alias[]> {
  requireMail(holding);
  const aliases = await aliasesOf(read, holding.id)
    .where("local_part", "<>", catchAllName)
    .orderBy("local_part")
    .execute();
  return aliases.map(shownAlias);
}

/** The catch-all has calls of its own. */
async function requireAlias(read: Read, holding: MayRead, id: number): Promise<StoredAlias> {
  const alias = await findById(read, holding, id);
  return alias && alias.localPart !== catchAllName ? alias : refuse("notFound");
}

export async function getAlias(read: Read, holding: MayRead, id: number): Promise<Alias> {
  requireMail(holding);
  return shownAlias(await requireAlias(read, holding, id));
}

export async function getCatchAll(read: Read, holding: MayRead): Promise<{ name: string } | null> {
  requireMail(holding);
  return shownCatchAll(await findCatchAll(read, holding));
}

export async function createAlias(
  change: Change,
  holding: MayWrite,
  { name: localPart, target }: { readonly name: string; readonly target: readonly string[] },
): Promise<AliasChange> {
  const limits = await lockMail(change, holding);
  refuseReserved(holding, localPart);
  const { reference } = holding;
  await refuseMissing(change, { reference, address: `${localPart}@${reference}` }, target);
  const act = { name: "aliasCreate", limits, fields: ["name", "target"] } as const;
  return writeAlias(change, holding, act, { before: null, after: { localPart, targets: target } });
}

/** What goes to a reserved name is not for everybody to lead elsewhere. */
export async function saveAlias(
  change: Change,
  holding: MayWrite,
  id: number,
  targets: readonly string[],
): Promise<AliasChange> {
  const limits = await lockMail(change, holding);
  const before = await requireAlias(change, holding, id);
  guardReserved(holding, before.address);
  await refuseMissing(change, { reference: holding.reference, address: before.address }, targets);
  const act = { name: "aliasSave", limits, fields: ["target"] } as const;
  return writeAlias(change, holding, act, { before, after: { ...before, targets } });
}

export async function deleteAlias(change: Change, holding: MayWrite, id: number): Promise<AliasChange> {
  const limits = await lockMail(change, holding);
  const before = await requireAlias(change, holding, id);
  guardReserved(holding, before.address);
  refuseKept(before);
  const act = { name: "aliasDelete", limits, fields: [] } as const;
  return writeAlias(change, holding, act, { before, after: null });
}

/** Without targets it is turned off. */
export async function saveCatchAll(
  change: Change,
  holding: MayWrite,
  targets: readonly string[],
): Promise<AliasChange> {
  const limits = await lockMail(change, holding);
  const before = (await findCatchAll(change, holding)) ?? null;
  const after = targets.length === 0 ? null : { ...before, localPart: catchAllName, targets };
  const act = { name: "catchAllSave", limits, fields: ["target"] } as const;
  return writeAlias(change, holding, act, { before, after });
}
