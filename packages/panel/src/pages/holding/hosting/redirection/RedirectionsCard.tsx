import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { IconArrowForwardUp, IconPlus } from "@tabler/icons-react";
import { describeError } from "../../../../api/errors.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Card } from "../../../../ui/Card.tsx";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../../ui/ErrorState.tsx";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { SkeletonRows } from "../../../../ui/Skeleton.tsx";
import { useHolding } from "../../holding.ts";
import { lockOf } from "../hosting-access.ts";
import { useWeb } from "../hosting-queries.ts";
import { groupsOf } from "../sites/site-groups.ts";
import { useHostingAddress } from "../use-hosting-address.ts";
import { WebTable } from "../WebTable.tsx";
import { RedirectionRow } from "./RedirectionRow.tsx";

/** All that a service that only redirects and parks leads elsewhere. */
export function RedirectionsCard() {
  const holding = useHolding();
  const { web, error, retry } = useWeb(holding);
  const { openDialog } = useHostingAddress();
  const locked = lockOf(holding, "redirectionCreate");
  const action =
    locked === undefined ? (
      <Button size="sm" icon={<IconPlus size={15} />} onPress={() => openDialog({ "new-redirection": "" })}>
        {t("hosting.redirection_new")}
      </Button>
    ) : (
      <LockHint reason={locked} />
    );
  const name = toUnicode(holding.reference);
  const rows = web && groupsOf(web, holding.reference).flatMap(({ redirections }) => redirections);
  return (
    <Card flush title={t("hosting.redirections")} actions={action}>
      {rows === undefined ? (
        error ? (
          <ErrorState title={t("hosting.sites_failed")} text={describeError(error)} onRetry={retry} />
        ) : (
          <SkeletonRows rows={3} columns={["w-1/3", "w-1/3", "w-24"]} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<IconArrowForwardUp size={20} aria-hidden />}
          title={t("hosting.redirections_empty")}
          text={t("hosting.redirections_empty_text", { name })}
        />
      ) : (
        <WebTable label={t("hosting.redirections_table", { name })} target={t("hosting.column_target")}>
          {rows.map((redirection) => (
            <RedirectionRow key={redirection.id} redirection={redirection} />
          ))}
        </WebTable>
      )}
    </Card>
  );
}
