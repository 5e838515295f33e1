import { useQuery } from "@tanstack/react-query";
import { query } from "../../../../api/query.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { useHolding } from "../../holding.ts";
import { ledTo, routeOf, shownAddress, targetsOf } from "../mail-items.ts";
import { useMailItems } from "../mail-queries.ts";

/** Who deletes an address is told what else leads to it: others that send their mail on, and the catch-all. */
export function LedHere({ address }: { address: string }) {
  const holding = useHolding();
  const { items = [] } = useMailItems(holding);
  const others = ledTo(items, shownAddress(address));
  const { data } = useQuery({
    ...query("catchAllGet", { params: { id: holding.id } }),
    enabled: holding.can("catchAllGet"),
  });
  const isCaught = targetsOf(data?.catchAll?.name ?? "").some((target) => routeOf(target) === address);
  return (
    <>
      {others.length > 0 && (
        <p className="mt-2 wrap-anywhere">
          {t("mail_page.led_here", { addresses: new Intl.ListFormat(locale()).format(others) })}
        </p>
      )}
      {isCaught && <p className="mt-2">{t("mail_page.catch_all_here")}</p>}
    </>
  );
}
