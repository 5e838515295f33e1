import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import type { ReactNode } from "react";
import { t } from "../../i18n/i18n.ts";
import { holdingPaths } from "../../paths.ts";
import { useFirstList } from "../../session/holdings.ts";
import { PageHeader } from "../../shell/PageHeader.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { HintText } from "../../ui/Tooltip.tsx";
import { useHolding } from "./holding.ts";
import { StatusStrip } from "./StatusStrip.tsx";

/** The header of each page of a holding: crumbs, the reference, the status strip, the page's actions. */
export function HoldingHeader({ section, actions }: { section: string; actions?: ReactNode }) {
  const holding = useHolding();
  const name = toUnicode(holding.reference);
  const list = useFirstList();
  useTitle(`${section} – ${name}`);
  return (
    <PageHeader
      crumbs={[
        { label: t("shell.domains"), href: list ?? undefined },
        { label: name, href: holdingPaths.overview(holding.id) },
        { label: section },
      ]}
      title={name === holding.reference ? name : <HintText text={holding.reference}>{name}</HintText>}
      actions={actions}
    >
      <StatusStrip permission={holding} />
    </PageHeader>
  );
}
