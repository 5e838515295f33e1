import { bytes } from "../../../format/bytes.ts";
import { locale, t } from "../../../i18n/i18n.ts";
import { useHolding } from "../holding.ts";
import { useMailItems, useMailService } from "./mail-queries.ts";

const size = (count: number) => bytes(count, locale());

/** How much of what the service includes is taken; what has no limit is left out. */
export function MailTotals() {
  const holding = useHolding();
  const service = useMailService(holding.id).data?.mail;
  const { items } = useMailItems(holding);
  if (!service || !items) return null;
  const { quota, allotted, mailboxesMax, aliasesMax } = service;
  const countOf = (kind: "account" | "alias") => items.filter((item) => item.kind === kind).length;
  const totals = [
    holding.can("mailboxList") &&
      mailboxesMax !== null &&
      t("mail_page.total_accounts", { count: countOf("account"), maximum: mailboxesMax }),
    holding.can("aliasList") &&
      aliasesMax !== null &&
      t("mail_page.total_aliases", { count: countOf("alias"), maximum: aliasesMax }),
    holding.can("mailboxList") &&
      quota !== null &&
      t("mail_page.total_space", { given: size(allotted), total: size(quota) }),
  ].filter((one) => one !== false);
  if (totals.length === 0) return null;
  return <p className="mt-3 text-small text-muted tabular-nums">{totals.join(" · ")}</p>;
}
