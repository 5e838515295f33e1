import { describeError } from "../../../api/errors.ts";
import { t } from "../../../i18n/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { LockHint } from "../../../ui/LockHint.tsx";
import { useHolding } from "../holding.ts";
import { lockOf } from "./mail-access.ts";
import { shownAddress, targetsOf } from "./mail-items.ts";
import { useCatchAll } from "./mail-queries.ts";

/** What becomes of mail for an address that is not there. */
export function CatchAllCard({ onEdit }: { onEdit: () => void }) {
  const holding = useHolding();
  const { data, error } = useCatchAll(holding);
  const locked = lockOf(holding, "catchAllSave");
  const targets = targetsOf(data?.catchAll?.name ?? "").map(shownAddress);
  return (
    <Card className="mt-4 flex items-center justify-between gap-4">
      <div className="min-w-0">
        <h2 className="text-label font-semibold">{t("mail_page.catch_all")}</h2>
        <p className="text-label text-muted wrap-anywhere">
          {error && !data && describeError(error)}
          {data && (targets.length === 0 ? t("mail_page.catch_all_is_off") : <Taken by={targets} />)}
        </p>
      </div>
      {locked === undefined ? (
        <Button size="sm" aria-label={t("mail_page.catch_all_edit")} isDisabled={!data} onPress={onEdit}>
          {t("mail_page.edit")}
        </Button>
      ) : (
        <LockHint reason={locked} />
      )}
    </Card>
  );
}

const Taken = ({ by }: { by: readonly string[] }) => (
  <>
    {t("mail_page.catch_all_is_on")} <span className="font-mono">→ {by.join(", ")}</span>
  </>
);
