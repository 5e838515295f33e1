import { toUnicode } from "@atrio/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { locale, t } from "../../../../i18n/i18n.ts";
import type { Check } from "./use-nameserver-form.ts";

type Answer = Check["servers"][number];

/** "192.0.2.1 · answers for the domain". */
export const answerWords = ({ addresses, answers }: Answer): string =>
  [addresses.join(", "), t(answers ? "domain.answers" : "domain.answers_not")].filter(Boolean).join(" · ");

/** Of servers that are in no field. */
export const CheckedServers = ({ servers }: { servers: readonly Answer[] }) => (
  <ul className="grid gap-1.5 text-label">
    {servers.map((server) => (
      <li key={server.name}>
        <span className="font-mono">{server.name}</span>
        <span
          className={server.error === null ? "block text-small text-muted" : "block text-small text-danger"}
        >
          {server.error ?? answerWords(server)}
        </span>
      </li>
    ))}
  </ul>
);

const shownLost = 5;

/** What would stop working with the new servers, by name. */
export function Breakage({ check, domain }: { check: Check; domain: string }) {
  const [isAll, setAll] = useState(false);
  const { servers, lost, lostTotal, breaksDnssec } = check;
  const name = toUnicode(domain);
  const silent = servers
    .filter(({ answers, error }) => !answers && error === null)
    .map((server) => server.name);
  const shown = isAll ? lost : lost.slice(0, shownLost);
  const hidden = lostTotal - shown.length;
  const losesMail = lost.some((record) => record.type === "MX" && record.name === name);
  if (silent.length === 0 && lostTotal === 0 && !breaksDnssec) return null;
  return (
    <div className="flex gap-2.5 rounded-control bg-warning-soft px-3 py-2.5 text-label text-warning">
      <IconAlertTriangle size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="grid min-w-0 gap-2">
        {losesMail && <p className="font-semibold">{t("domain.breaks_mail", { domain: name })}</p>}
        {breaksDnssec && <p>{t("domain.breaks_dnssec")}</p>}
        {silent.length > 0 && (
          <p>
            {t("domain.breaks_silent", {
              count: silent.length,
              servers: new Intl.ListFormat(locale()).format(silent),
              domain: name,
            })}
          </p>
        )}
        {lostTotal > 0 && (
          <div>
            <p>{t("domain.breaks_records", { count: lostTotal })}</p>
            <ul className="mt-1 grid gap-0.5 font-mono text-small wrap-anywhere">
              {shown.map((record) => (
                <li key={`${record.name} ${record.type} ${record.value}`} className="line-clamp-6">
                  {record.name} {record.type} {record.value}
                </li>
              ))}
            </ul>
            {hidden > 0 &&
              (shown.length < lost.length ? (
                <button
                  type="button"
                  onClick={() => setAll(true)}
                  className="cursor-pointer rounded-sm py-1 font-medium underline max-sm:min-h-11"
                >
                  {t("domain.breaks_more", { count: hidden })}
                </button>
              ) : (
                <p>{t("domain.breaks_more", { count: hidden })}</p>
              ))}
          </div>
        )}
      </div>
    </div>
  );
}
