import { IconLock } from "@tabler/icons-react";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { describeError, isNotFound } from "../../api/errors.ts";
import { t } from "../../i18n/i18n.ts";
import { paths } from "../../paths.ts";
import { Frame } from "../../shell/Shell.tsx";
import { useFirstList } from "../../session/holdings.ts";
import { useTitle } from "../../shell/useTitle.ts";
import { buttonStyle } from "../../ui/button-style.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";

/** In the place of a holding that is not there or not visible (never told apart), with the way out. */
export function NoPermission() {
  const list = useFirstList();
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
            <nav aria-label={t("holding.ways_out")} className="flex flex-wrap justify-center gap-2">
              <Link to={paths.dashboard} className={buttonStyle()}>
                {t("shell.dashboard")}
              </Link>
              <Link to={list ?? paths.domains} className={buttonStyle({ variant: "primary" })}>
                {t("shell.domains")}
              </Link>
            </nav>
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
