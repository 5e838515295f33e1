import type { CallName, Domain, PendingChange } from "@atrio/contract";
import { isExpired } from "@atrio/contract/domain-status.ts";
import { wire } from "virtual:wire";
import { t } from "../../../i18n/i18n.ts";
import { toggles } from "./actions/toggles.ts";
import type { DomainPart } from "./domain-part.ts";

/** One change of these kinds at a time. */
const kinds: Partial<Record<CallName, PendingChange>> = {
  nameserverEdit: "nameservers",
  contactOwnerSave: "owner",
  ...Object.fromEntries(Object.values(toggles).map(({ call, pending }) => [call, pending])),
};

/** Why nobody can make this change of the domain as it is now; what only reads goes on. */
function obstacle(call: CallName, domain: Domain): string | undefined {
  if (!wire[call].changes) return undefined;
  if (isExpired(domain.status)) return t("domain.locked_expired");
  if (domain.closedByRegistry) return t("domain.locked_closed");
  return domain.blocked && call !== "domainToggleBlock" ? t("domain.locked_blocked") : undefined;
}

/** Why this user can't make this change, where its control would be; undefined where he can. */
export function lockOf(call: CallName, { holding, domain }: DomainPart): string | undefined {
  if (!holding.can(call)) return t("domain.read_only");
  const kind = kinds[call];
  const isAsked = kind !== undefined && domain.pending.includes(kind);
  return obstacle(call, domain) ?? (isAsked ? t("domain.locked_pending") : undefined);
}

/** The same to somebody whose dialog for it is open, or was asked for by the address. */
export const refusalOf = (call: CallName, { holding, domain }: DomainPart): string | undefined =>
  holding.can(call) ? obstacle(call, domain) : t("main.no_permission");
