import { IconLayoutSidebar } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { locale, t } from "../../i18n/i18n.ts";
import { holdingPaths } from "../../paths.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { areas, firstWritable, isVisible } from "./areas.ts";
import { useHolding } from "./holding.ts";
import { HoldingHeader } from "./HoldingHeader.tsx";
import { useHasPage } from "./useAreas.tsx";

/** `/admin/{id}/` leads on to the first area with write access, else the first to read. */
export default function HoldingPage() {
  const holding = useHolding();
  const hasPage = useHasPage();
  const visible = areas.filter((one) => isVisible(one, holding));
  const area = firstWritable(holding, hasPage) ?? visible.find(({ id }) => hasPage(id));
  if (area) return <Navigate to={holdingPaths[area.id](holding.id)} replace />;
  const labels = new Intl.ListFormat(locale()).format(visible.map(({ label }) => t(label(holding))));
  return (
    <>
      <HoldingHeader section={t("holding.overview")} />
      <Card>
        <EmptyState
          icon={<IconLayoutSidebar size={20} />}
          title={t(labels ? "holding.not_yet" : "holding.nothing_here")}
          text={labels ? t("holding.not_yet_text", { areas: labels }) : t("holding.nothing_here_text")}
        />
      </Card>
    </>
  );
}
