import type { HoldingPermissions, PermissionEntry } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { IconWorld } from "@tabler/icons-react";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { query } from "../../api/query.ts";
import { t } from "../../i18n/i18n.ts";
import { areas, isVisible } from "../../pages/holding/areas.ts";
import { holdingQuery } from "../../pages/holding/holding-query.ts";
import { areaIcons, useHasPage } from "../../pages/holding/useAreas.tsx";
import { holdingPaths } from "../../paths.ts";
import { type RecentHolding, recentHoldings } from "../../session/recent-holdings.ts";
import { type Entry, matches, splitText } from "./entry.ts";

/** Whoever types fast asks no more often than this; whoever doesn't is not kept waiting. */
const askEveryMs = 50;
const shownHoldings = 8;
/** Of so many the areas are looked up when an area was typed too, else of the first alone. */
const withAreas = 5;

type Go = (href: string) => void;

const holdingEntry = ({ id, reference }: RecentHolding, go: Go): Entry => ({
  id: `holding:${id}`,
  label: toUnicode(reference),
  icon: IconWorld,
  isName: true,
  run: () => go(holdingPaths.overview(id)),
});

/** The parts of a holding that the user may see and that have a page: one step less than by way of its overview. */
function useAreaEntries(go: Go) {
  const hasPage = useHasPage();
  return (holding: HoldingPermissions): Entry[] =>
    areas
      .filter((area) => hasPage(area.id) && isVisible(area, holding))
      .map((area) => ({
        id: `holding:${holding.id}:${area.id}`,
        label: toUnicode(holding.reference),
        note: t(area.label(holding)),
        keywords: area.id,
        icon: areaIcons[area.id],
        isName: true,
        run: () => go(holdingPaths[area.id](holding.id)),
      }));
}

export interface FoundHoldings {
  readonly holdings: readonly Entry[];
  readonly areas: readonly Entry[];
  /** Whether this is the answer to what is typed now. */
  readonly isSettled: boolean;
  /** The server did not say. */
  readonly isFailed: boolean;
}

/**
 * What the server finds for the typed name. The last answer stays, as far as it fits what was typed since, until the next
 * one comes; an older one never replaces a newer, as each is kept under its own text.
 */
export function useFoundHoldings(text: string, go: Go): FoundHoldings {
  const { name, area } = splitText(text);
  const asked = useThrottled(name);
  const { data, isError, isPlaceholderData } = useQuery({
    ...query("permissionFind", { input: { text: asked } }),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
  });
  const isSettled = name === asked && !isPlaceholderData && data !== undefined;
  const found = name === "" ? [] : (data?.permissions ?? []).slice(0, shownHoldings);
  const fitting = isSettled ? found : found.filter((one) => contains(one, name));
  const areaEntries = useAreaEntries(go);
  const opened = useQueries({
    queries: fitting.slice(0, area === "" ? 1 : withAreas).map(({ id }) => holdingQuery(id)),
  });
  const areasFound = opened
    .flatMap((one) => (one.data ? areaEntries(one.data) : []))
    .filter((entry) => matches({ ...entry, label: "" }, area));
  return {
    holdings: area === "" ? fitting.map((one) => holdingEntry(one, go)) : [],
    areas: areasFound,
    isFailed: name !== "" && name === asked && isError,
    isSettled: isSettled && opened.every(({ isPending }) => !isPending),
  };
}

export const recentEntries = (go: Go): Entry[] => recentHoldings().map((one) => holdingEntry(one, go));

const contains = ({ reference }: PermissionEntry, name: string): boolean =>
  `${reference} ${toUnicode(reference)}`.includes(name.toLowerCase());

/** The value at once, then at most as often as above, the last one always. */
function useThrottled(value: string): string {
  const [passed, setPassed] = useState(value);
  const passedAt = useRef(-Infinity);
  useEffect(() => {
    const pass = () => {
      passedAt.current = performance.now();
      setPassed(value);
    };
    const timer = setTimeout(pass, passedAt.current + askEveryMs - performance.now());
    return () => clearTimeout(timer);
  }, [value]);
  return passed;
}
