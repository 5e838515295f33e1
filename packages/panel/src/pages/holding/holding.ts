import type { CallName, HoldingPermissions, KeyLevels, Needs } from "@atrio/contract";
import { allows } from "@atrio/contract/permissions.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { needs } from "virtual:needs";
import { holdingQuery } from "./holding-query.ts";

export interface Holding extends HoldingPermissions {
  /** Whether the user may make this call here: the contract's own answer, so no page spells a permission. */
  can: (call: CallName) => boolean;
  /** Whether the user may see what this call shows or changes. */
  sees: (call: CallName) => boolean;
}

const toRead = (levels: KeyLevels): KeyLevels =>
  Object.fromEntries(Object.keys(levels).map((key) => [key, "read" as const]));
const visibility = (wanted: Needs): Needs => {
  if (typeof wanted === "string") return wanted;
  return "all" in wanted ? { all: toRead(wanted.all) } : { any: toRead(wanted.any) };
};

/** The holding of the address, in all pages below `/admin/{id}/`. Loaded by their route before they are drawn. */
export function useHolding(): Holding {
  const { id } = useParams({ from: "/admin/$id" });
  const { data } = useSuspenseQuery(holdingQuery(Number(id)));
  return {
    ...data,
    can: (call) => allows(data.permissions, needs[call]),
    sees: (call) => allows(data.permissions, visibility(needs[call])),
  };
}
