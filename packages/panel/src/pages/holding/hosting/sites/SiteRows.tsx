import type { SubdomainEntry } from "@atrio/contract";
import {
  IconAdjustments,
  IconArrowForwardUp,
  IconExternalLink,
  IconPencil,
  IconTrash,
  IconWorld,
} from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../../../i18n/i18n.ts";
import { Badge, type BadgeTone } from "../../../../ui/Badge.tsx";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { Menu, type MenuAction } from "../../../../ui/Menu.tsx";
import { HintText } from "../../../../ui/Tooltip.tsx";
import { useHolding } from "../../holding.ts";
import { lockOf } from "../hosting-access.ts";
import { siteJobs } from "../hosting-changes.ts";
import { WebJobs } from "../HostingNotes.tsx";
import { RedirectionRow } from "../redirection/RedirectionRow.tsx";
import { useHostingAddress } from "../use-hosting-address.ts";
import { WebRow } from "../WebTable.tsx";
import { dayOf, orderFault } from "./certificate-words.ts";
import type { SiteGroup } from "./site-groups.ts";
import { tlsOf } from "./site-tls.ts";

/** An address, and below it what leads away from it. */
export const SiteRows = ({ group }: { group: SiteGroup }) => (
  <>
    {group.site && <SiteRow group={group} site={group.site} />}
    {group.redirections.map((redirection) => (
      <RedirectionRow key={redirection.id} redirection={redirection} isBelowSite={group.site !== undefined} />
    ))}
  </>
);

function SiteRow({ group: { name, host }, site }: { group: SiteGroup; site: SubdomainEntry }) {
  const holding = useHolding();
  const locked = lockOf(holding, "subdomainCreate");
  const { openDialog } = useHostingAddress();
  const redirect = {
    id: "redirect",
    label: t("hosting.redirection_here"),
    icon: <IconArrowForwardUp size={16} />,
    onAction: () => openDialog({ "new-redirection": name }),
  };
  const own = locked === undefined ? siteActions(site, openDialog) : [];
  const actions = lockOf(holding, "redirectionCreate") === undefined ? [redirect, ...own] : own;
  return (
    <WebRow
      kind={
        <>
          <IconWorld size={17} aria-hidden />
          <span className="sr-only">{t("hosting.kind_site")}</span>
        </>
      }
      address={<Address host={host} url={site.url} />}
      target={<SiteFacts site={site} />}
      jobs={<WebJobs id={site.id} jobs={siteJobs} />}
      actions={
        actions.length > 0 ? (
          <Menu label={t("hosting.actions_of", { address: host })} actions={actions} />
        ) : (
          locked !== undefined && <LockHint reason={locked} />
        )
      }
    />
  );
}

type Open = ReturnType<typeof useHostingAddress>["openDialog"];

const siteActions = ({ id, eliminable }: SubdomainEntry, open: Open): MenuAction[] => [
  {
    id: "site",
    label: t("hosting.site_edit"),
    icon: <IconPencil size={16} />,
    onAction: () => open({ site: id }),
  },
  {
    id: "settings",
    label: t("hosting.settings_edit"),
    icon: <IconAdjustments size={16} />,
    onAction: () => open({ settings: id }),
  },
  ...(eliminable
    ? [
        {
          id: "delete",
          label: t("hosting.delete"),
          icon: <IconTrash size={16} />,
          isDanger: true,
          onAction: () => open({ delete: id }),
        },
      ]
    : []),
];

/** Opened in a tab of its own, where one address stands for the site. */
const Address = ({ host, url }: { host: string; url: string | null }) =>
  url === null ? (
    host
  ) : (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-2 text-link hover:underline"
      title={t("hosting.open")}
    >
      {host}
      <IconExternalLink size={15} aria-hidden className="shrink-0" />
    </a>
  );

const tones: Record<ReturnType<typeof tlsOf>, BadgeTone> = {
  off: "neutral",
  missing: "warning",
  failing: "warning",
  expires: "warning",
  expired: "danger",
  on: "success",
};

function useTls(site: SubdomainEntry) {
  const [now] = useState(() => Date.now());
  return tlsOf(site, now);
}

/** What its badge means, and what stands in the way of a certificate that comes by itself. */
function tlsText(site: SubdomainEntry, tls: ReturnType<typeof tlsOf>): string {
  const fault = orderFault(site);
  if (tls === "missing")
    return fault ?? t(site.certificateOrder ? "hosting.tls_ordered" : "hosting.tls_text_missing");
  const date = site.certificate ? dayOf(site.certificate.notAfter) : "";
  const text = t(`hosting.tls_text_${tls === "failing" ? "on" : tls}`, { date });
  return fault === undefined || tls === "off" ? text : `${text} ${fault}`;
}

function SiteFacts({ site }: { site: SubdomainEntry }) {
  const tls = useTls(site);
  return (
    <>
      <span className="font-mono text-label text-muted wrap-anywhere">{site.directorio}</span>
      <HintText text={tlsText(site, tls)}>
        <Badge tone={tones[tls]}>{t(`hosting.tls_${tls}`)}</Badge>
      </HintText>
    </>
  );
}
