import type { ReplyOf, Calls } from "@atrio/contract";
import { holdingPaths, paths } from "../../paths.ts";

type Areas = ReplyOf<Calls["permissionAreas"]>["areas"];

/** In the order in which they are tried (specification 1, section 6). DNS zones are reached through their services. */
const pageOf = {
  domain: paths.domains,
  service: paths.services,
  mail: paths.mail,
  dns: paths.services,
} as const satisfies Record<keyof Areas, string>;
const order = ["domain", "service", "mail", "dns"] as const satisfies readonly (keyof Areas)[];

export interface Arrival {
  /** The page that was asked for before signing in. */
  readonly wanted: string | null;
  /** Who asked for it, where somebody was signed in in this tab before. */
  readonly owner: unknown;
  /** Who has signed in; asked only when that decides. */
  readonly user: () => Promise<string>;
  /** The only holding there is. */
  readonly domainID?: number | undefined;
  /** Asked only when nothing else says where to. */
  readonly areas: () => Promise<Areas>;
}

/** Where a user goes after signing in. What can't be found out leads to the dashboard: nobody waits before a closed door. */
export async function landing({ wanted, owner, user, domainID, areas }: Arrival): Promise<string> {
  // An address tells of whoever asked for it: what they looked at and looked for.
  if (wanted !== null && (owner === null || owner === (await user().catch(() => null)))) return wanted;
  if (domainID !== undefined) return holdingPaths.overview(domainID);
  const levels = await areas().catch(() => null);
  const first = order.find((area) => levels?.[area] === "write");
  return first === undefined ? paths.dashboard : pageOf[first];
}
