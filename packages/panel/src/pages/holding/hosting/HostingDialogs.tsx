import { useEffect, useEffectEvent } from "react";
import { t } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toast.ts";
import { expiryOf } from "../expiry.ts";
import { type Holding, useHolding } from "../holding.ts";
import { redirectionDialogs, serviceDialogs, siteDialogs } from "./hosting-dialogs.ts";
import type { Web } from "./hosting-queries.ts";
import type { OpenDialog } from "./hosting-search.ts";

export interface HostingDialogsProps {
  open: OpenDialog | undefined;
  /** Undefined until loaded. */
  web: Web | undefined;
  onClose: () => void;
}

/** The dialog that the address names; what is gone, or not allowed, is told instead. */
export function HostingDialogs({ open, web, onClose }: HostingDialogsProps) {
  const holding = useHolding();
  const refusal = open && refusalOf(open, holding, web);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (refusal === undefined) return;
    toast.error(refusal);
    close();
  }, [refusal]);
  if (open === undefined || refusal !== undefined) return null;
  const common = { id: holding.id, onClose };
  if (open.about === "service") {
    const { Dialog } = serviceDialogs[open.name];
    return <Dialog {...common} text={open.text} />;
  }
  if (open.about === "site") {
    const { Dialog } = siteDialogs[open.name];
    const site = itemOf(web?.sites, open.item);
    return site ? <Dialog key={site.id} {...common} site={site} /> : null;
  }
  const { Dialog } = redirectionDialogs[open.name];
  const redirection = itemOf(web?.redirections, open.item);
  return redirection ? <Dialog key={redirection.id} {...common} redirection={redirection} /> : null;
}

const entryOf = (open: OpenDialog) => {
  if (open.about === "site") return siteDialogs[open.name];
  return open.about === "redirection" ? redirectionDialogs[open.name] : serviceDialogs[open.name];
};

const itemOf = <T extends { id: number }>(items: readonly T[] | undefined, item: number): T | undefined =>
  items?.find(({ id }) => id === item);

/** The permission may go while a dialog is open, and an address may ask for what was never allowed. */
function refusalOf(open: OpenDialog, holding: Holding, web: Web | undefined): string | undefined {
  const { needs, isReading } = entryOf(open);
  if (!holding.can(needs)) return t("main.no_permission");
  const date = isReading ? undefined : expiryOf(holding);
  if (date !== undefined) return t("hosting.expired", { date });
  if (open.about === "service" || web === undefined) return undefined;
  const items = open.about === "site" ? web.sites : web.redirections;
  return itemOf<{ id: number }>(items, open.item) === undefined ? t("hosting.not_found") : undefined;
}
