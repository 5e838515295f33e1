import type { ReplyOf, dnsCalls } from "@atrio/contract";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { t } from "../../../i18n/i18n.ts";

type Missing = ReplyOf<typeof dnsCalls.dnsList>["missingServices"];
const titles = { pdns: "PowerDNS (ns1)", knot: "Knot (ns2)" } as const;

/** An installation without its name servers keeps what is saved and answers nobody: the page says so, and the remedy. */
export function MissingNameServers({ missing }: { missing: Missing }) {
  if (missing.length === 0) return null;
  return (
    <div className="mb-3 flex gap-2.5 rounded-control bg-warning-soft px-4 py-2.5 text-label text-warning">
      <IconPlugConnectedX size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p>
          {t("zone.missing", {
            servers: missing.map(({ service }) => titles[service]).join(", "),
            count: missing.length,
          })}
        </p>
        <p className="mt-1">{t("zone.missing_remedy")}</p>
        <code className="mt-1 block font-mono break-words">
          apt-get install {missing.map(({ packages }) => packages).join(" ")} && ./atrio up
        </code>
      </div>
    </div>
  );
}
