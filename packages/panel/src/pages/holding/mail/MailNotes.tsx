import type { MailService } from "@atrio/contract";
import { IconAlertTriangle, IconPlugConnectedX } from "@tabler/icons-react";
import { t } from "../../../i18n/i18n.ts";

const note = "mb-3 flex gap-2.5 rounded-control bg-warning-soft px-4 py-2.5 text-label text-warning";

export const ExpiredNote = ({ date }: { date: string }) => (
  <p className={note}>
    <IconAlertTriangle size={16} aria-hidden className="mt-0.5 shrink-0" />
    {t("mail_page.expired", { date })}
  </p>
);

/** An installation without its mail servers keeps what is saved and takes no mail: the page says so, and the remedy. */
export function MissingMailServers({ missing }: { missing: MailService["missingServices"] }) {
  if (missing.length === 0) return null;
  const packages = missing.map((one) => one.packages).filter(Boolean);
  return (
    <div className={note}>
      <IconPlugConnectedX size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p>
          {t("mail_page.missing", {
            services: missing.map(({ service }) => service).join(", "),
            count: missing.length,
          })}
        </p>
        {packages.length > 0 && (
          <code className="mt-1 block font-mono break-words">
            apt-get install {packages.join(" ")} && ./atrio up
          </code>
        )}
      </div>
    </div>
  );
}
