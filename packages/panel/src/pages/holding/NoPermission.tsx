import { IconLock } from "@tabler/icons-react";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { describeError, isNotFound } from "../../api/errors.ts";
import { t } from "../../i18n/i18n.ts";
import { paths } from "../../paths.ts";
import { Frame } from "../../shell/Shell.tsx";
import { useFirstList } from "../../session/holdings.ts";
import { useRetry } from "../../shell/useRetry.ts";
import { useTitle } from "../../shell/useTitle.ts";
import { buttonStyle } from "../../ui/button-style.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";

function WaysOut() {
  const list = useFirstList();
  return (
    <nav aria-label={t("holding.ways_out")} className="flex flex-wrap justify-center gap-2">
      <Link to={paths.dashboard} className={buttonStyle()}>
        {t("shell.dashboard")}
      </Link>
      <Link to={list ?? paths.domains} className={buttonStyle({ variant: "primary" })}>
        {t("shell.domains")}
      </Link>
    </nav>
  );
}

/** In the place of a holding that is not there or not visible (never told apart), with the way out. */
function NoPermission() {
  const title = t("holding.no_permission");
  useTitle(title);
  return (
    <EmptyState
      icon={<IconLock size={20} />}
      title={title}
      text={t("holding.no_permission_text")}
      action={<WaysOut />}
      isPage
    />
  );
}

/** What kept it from being shown may be over with the next attempt. */
function Failed({ error }: { error: unknown }) {
  const title = t("holding.failed");
  useTitle(title);
  const retry = useRetry();
  return (
    <ErrorState title={title} text={describeError(error)} onRetry={retry} isPage>
      <WaysOut />
    </ErrorState>
  );
}

export default function HoldingError({ error }: ErrorComponentProps) {
  return (
    <Frame>
      <Card>{isNotFound(error) ? <NoPermission /> : <Failed error={error} />}</Card>
    </Frame>
  );
}
