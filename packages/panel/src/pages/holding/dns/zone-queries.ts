import { zoneRecord, type CanonicalRecord, type DnsRecord, type ZoneRecord } from "@atrio/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { query } from "../../../api/query.ts";
import { useSettled } from "../../../form/useSettled.ts";
import { useRefusedLoad } from "../dialogs/use-refused-load.ts";
import type { DnsSearch } from "./dns-search.ts";

/** Specification 1, section 9. */
export const pageSize = 10;

const zonePage = (id: number, { q, type, page = 1 }: DnsSearch) =>
  query("dnsList", {
    params: { id },
    input: { q, type, page: String(page), pageSize: String(pageSize) },
  });

/** The page that the filter asks for; while it is on its way the last one stays, so that nothing flickers. */
export const useZonePage = (id: number, search: DnsSearch) =>
  useQuery({ ...zonePage(id, search), placeholderData: keepPreviousData });

export interface ZoneSize {
  readonly total: number;
  /** Of them, those that no customer can delete. */
  readonly kept: number;
}

/**
 * Undefined until known, and asked for while a dialog is open, which `onClose` closes. Of the types a zone lists, only its
 * own name servers are kept.
 */
export function useZoneSize(id: number, onClose: (() => void) | undefined): ZoneSize | undefined {
  const { data, error } = useQuery({
    ...query("dnsList", { params: { id }, input: { type: "NS" } }),
    enabled: onClose !== undefined,
    staleTime: 0,
  });
  useRefusedLoad(error, onClose);
  if (!data) return undefined;
  const total = Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  return { total, kept: data.dnss.filter(({ eliminable }) => !eliminable).length };
}

const pauseMs = 250;
const neighboursMax = "1000";

/** The records beside one that is being written, as far as they are known, for the rules between records. */
export function useNeighbours(
  id: number,
  written: CanonicalRecord | null,
  record: DnsRecord | null,
): ZoneRecord[] {
  // The filter looks at names without the zone's; `@` finds those of the zone itself.
  const name = useSettled(written && (written.zona || "@"), pauseMs);
  const { data } = useQuery({
    ...query("dnsList", {
      params: { id },
      input: { q: name ?? undefined, page: "1", pageSize: neighboursMax },
    }),
    enabled: name !== null,
    placeholderData: keepPreviousData,
  });
  return (data?.dnss ?? []).filter((other) => other.id !== record?.id).map(zoneRecord);
}
