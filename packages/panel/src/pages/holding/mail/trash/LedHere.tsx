import { locale, t } from "../../../../i18n/i18n.ts";
import { useHolding } from "../../holding.ts";
import { ledTo, shownAddress } from "../mail-items.ts";
import { useMailItems } from "../mail-queries.ts";

/** Who deletes an address is told which others send their mail on to it. */
export function LedHere({ address }: { address: string }) {
  const { items = [] } = useMailItems(useHolding());
  const others = ledTo(items, shownAddress(address));
  if (others.length === 0) return null;
  const addresses = new Intl.ListFormat(locale()).format(others);
  return <p className="mt-2 wrap-anywhere">{t("mail_page.led_here", { addresses })}</p>;
}
