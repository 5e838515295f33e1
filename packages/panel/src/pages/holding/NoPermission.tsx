import { IconLock } from "@tabler/icons-react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { describeError, isNotFound } from "../../api/errors.ts";
import { t } from "../../i18n/i18n.ts";
import { paths } from "../../paths.ts";
import { Frame } from "../../shell/Shell.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";

/** In the place of a holding that is not there or not visible (never told apart), with the way out. */
export function NoPermission() {
  useTitle(t("holding.no_permission"));
  return (
    <Frame>
      <Card>
        <h1 className="sr-only">{t("holding.no_permission")}</h1>
        <EmptyState
          icon={<IconLock size={20} />}
          title={t("holding.no_permission")}
          text={t("holding.no_permission_text")}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <LinkButton href={paths.dashboard}>{t("shell.dashboard")}</LinkButton>
              <LinkButton variant="primary" href={paths.domains}>
                {t("shell.domains")}
              </LinkButton>
            </span>
          }
        />
      </Card>
    </Frame>
  );
}

export default function HoldingError({ error, reset }: ErrorComponentProps) {
  if (isNotFound(error)) return <NoPermission />;
  return (
    <Frame>
      <Card>
        <ErrorState title={t("holding.failed")} text={describeError(error)} onRetry={reset} />
      </Card>
    </Frame>
  );
}
