import {
  IconDatabase,
  IconFolder,
  IconHierarchy3,
  IconLayoutGrid,
  IconMail,
  IconServer2,
  IconWorld,
} from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { holdingPaths } from "../../paths.ts";
import type { Area } from "./areas.ts";

export const areaIcons: Record<Area["id"], ComponentType<{ size?: number; stroke?: number }>> = {
  overview: IconWorld,
  domain: IconWorld,
  service: IconServer2,
  subdomain: IconLayoutGrid,
  ftp: IconFolder,
  database: IconDatabase,
  mail: IconMail,
  dns: IconHierarchy3,
};

/** Which areas have a page: menus and landings follow the routes, so a page shows up by being routed. */
export function useHasPage(): (id: Area["id"]) => boolean {
  const known = new Set(Object.keys(useRouter().routesByPath).map((path) => path.replace(/\/?$/, "/")));
  return (id) => known.has(holdingPaths[id]("$id"));
}
