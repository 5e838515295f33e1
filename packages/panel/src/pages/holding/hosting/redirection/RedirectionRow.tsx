import type { Redirection } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { IconArrowForwardUp, IconCornerDownRight, IconPencil, IconTrash } from "@tabler/icons-react";
import { t } from "../../../../i18n/i18n.ts";
import { Badge } from "../../../../ui/Badge.tsx";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { Menu } from "../../../../ui/Menu.tsx";
import { useHolding } from "../../holding.ts";
import { lockOf } from "../hosting-access.ts";
import { redirectionJobs } from "../hosting-changes.ts";
import { WebJobs } from "../HostingNotes.tsx";
import { useHostingAddress } from "../use-hosting-address.ts";
import { WebRow } from "../WebTable.tsx";
import { hostOf } from "../sites/site-groups.ts";

export interface RedirectionRowProps {
  redirection: Redirection;
  /** Then its host stands above it. */
  isBelowSite?: boolean;
}

/** `shop.example.com/sale`, as the user reads it. */
export const originOf = ({ subdominio, recurso }: Redirection, domain: string): string =>
  hostOf(subdominio, domain) + recurso;

export function RedirectionRow({ redirection, isBelowSite = false }: RedirectionRowProps) {
  const holding = useHolding();
  const { recurso, url, redirType } = redirection;
  const origin = originOf(redirection, holding.reference);
  const Icon = isBelowSite ? IconCornerDownRight : IconArrowForwardUp;
  return (
    <WebRow
      kind={
        <>
          <Icon size={17} aria-hidden />
          <span className="sr-only">{t("hosting.kind_redirection")}</span>
        </>
      }
      address={isBelowSite ? recurso || t("hosting.redirection_whole") : origin}
      target={
        <>
          <span className="flex min-w-0 gap-2 font-mono text-label text-muted">
            <span aria-hidden>→</span>
            <span title={url} className="line-clamp-3 wrap-anywhere">
              {shownUrl(url)}
            </span>
          </span>
          <Badge tone="info">{t(`hosting.redirection_${redirType}`)}</Badge>
        </>
      }
      jobs={<WebJobs id={redirection.id} jobs={redirectionJobs} />}
      actions={<Actions redirection={redirection} origin={origin} />}
    />
  );
}

/** Its host in the letters of its language. */
function shownUrl(url: string): string {
  const { hostname } = new URL(url);
  return url.replace(hostname, toUnicode(hostname));
}

function Actions({ redirection: { id, eliminable }, origin }: { redirection: Redirection; origin: string }) {
  const locked = lockOf(useHolding(), "redirectionCreate");
  const { openDialog } = useHostingAddress();
  if (locked !== undefined) return <LockHint reason={locked} />;
  if (!eliminable) return null;
  return (
    <Menu
      label={t("hosting.actions_of", { address: origin })}
      actions={[
        {
          id: "edit",
          label: t("hosting.redirection_edit"),
          icon: <IconPencil size={16} />,
          onAction: () => openDialog({ redirection: id }),
        },
        {
          id: "delete",
          label: t("hosting.delete"),
          icon: <IconTrash size={16} />,
          isDanger: true,
          onAction: () => openDialog({ "delete-redirection": id }),
        },
      ]}
    />
  );
}
