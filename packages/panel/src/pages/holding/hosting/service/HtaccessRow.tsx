import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { useHolding } from "../../holding.ts";
import { useHostingAddress } from "../use-hosting-address.ts";
import { SettingRow } from "./SettingRow.tsx";
import { useHtaccess } from "./use-htaccess.ts";

/** How many .htaccess files the server doesn't take, as found last. */
export function HtaccessRow() {
  const { id } = useHolding();
  const { openDialog } = useHostingAddress();
  const { data } = useHtaccess(id);
  return (
    <SettingRow
      title={t("hosting.htaccess")}
      text={
        data && data.problems.length > 0 ? (
          <span className="text-warning">{t("hosting.htaccess_some", { count: data.problems.length })}</span>
        ) : (
          t(data && data.checkedAt !== null && !data.more ? "hosting.htaccess_all" : "hosting.htaccess_text")
        )
      }
    >
      <Button size="sm" aria-label={t("hosting.htaccess_open")} onPress={() => openDialog({ htaccess: "" })}>
        {t("hosting.show")}
      </Button>
    </SettingRow>
  );
}
