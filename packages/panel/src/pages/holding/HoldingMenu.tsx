import { t } from "../../i18n/i18n.ts";
import { holdingPaths } from "../../paths.ts";
import { NavLink } from "../../shell/NavLink.tsx";
import { areas, isVisible } from "./areas.ts";
import { useHolding } from "./holding.ts";
import { HoldingSwitcher } from "./HoldingSwitcher.tsx";
import { areaIcons, useHasPage } from "./useAreas.tsx";

/** The side menu of a holding: the switcher, then what of it the user sees. */
export function HoldingMenu() {
  const holding = useHolding();
  const hasPage = useHasPage();
  return (
    <>
      <HoldingSwitcher holding={holding} />
      {areas
        .filter((area) => hasPage(area.id) && isVisible(area, holding))
        .map(({ id, label, isPartOfService }) => {
          const Icon = areaIcons[id];
          return (
            <NavLink
              key={id}
              href={holdingPaths[id](holding.id)}
              icon={<Icon size={18} stroke={1.6} />}
              isIndented={isPartOfService}
            >
              {t(label(holding))}
            </NavLink>
          );
        })}
    </>
  );
}
