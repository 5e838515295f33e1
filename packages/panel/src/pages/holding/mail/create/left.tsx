/** What the service has left to give, before it is asked for. */
import type { MailService } from "@atrio/contract";
import { bytes } from "../../../../format/bytes.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { useHolding } from "../../holding.ts";
import { useMailItems } from "../mail-queries.ts";
import type { MailKind } from "../mail-search.ts";
import { spaceLeft } from "../mailbox/quota.ts";

export function spaceLeftText(service: MailService | undefined): string | undefined {
  const left = service && spaceLeft(service);
  if (left === undefined || left === null) return undefined;
  return t("mailbox.quota_left", {
    left: bytes(left, locale()),
    total: bytes(service?.quota ?? 0, locale()),
  });
}

/** Says nothing where there is no limit. */
export function NumberLeft({ kind, service }: { kind: MailKind; service: MailService | undefined }) {
  const { items } = useMailItems(useHolding());
  const maximum = kind === "account" ? service?.mailboxesMax : service?.aliasesMax;
  if (items === undefined || maximum === undefined || maximum === null) return null;
  const left = Math.max(0, maximum - items.filter((item) => item.kind === kind).length);
  return (
    <span className={left === 0 ? "text-warning" : undefined}>
      {t(`mail_page.left_${kind}`, { left, maximum })}
    </span>
  );
}
