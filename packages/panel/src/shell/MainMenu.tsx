import {
  IconFileText,
  IconHelpCircle,
  IconLayoutDashboard,
  IconMail,
  IconServer2,
  IconSettings,
  IconWorld,
} from "@tabler/icons-react";
import { t } from "../i18n/i18n.ts";
import { listPaths, paths } from "../paths.ts";
import { listKinds, useHoldingKinds } from "../session/holdings.ts";
import { NavLink } from "./NavLink.tsx";

const look = { size: 18, stroke: 1.6, "aria-hidden": true };
const kindIcons = { domain: IconWorld, service: IconServer2, mail: IconMail };

/** The left menu of the pages that belong to no holding. Lists of which the user has nothing are left out. */
export function MainMenu() {
  const has = useHoldingKinds();
  return (
    <>
      <NavLink href={paths.dashboard} icon={<IconLayoutDashboard {...look} />}>
        {t("shell.dashboard")}
      </NavLink>
      {listKinds
        .filter((kind) => has[kind])
        .map((kind) => {
          const Icon = kindIcons[kind];
          return (
            <NavLink key={kind} href={listPaths[kind]} icon={<Icon {...look} />}>
              {t(`shell.list_${kind}`)}
            </NavLink>
          );
        })}
    </>
  );
}

/** At the foot of every side menu. */
export const FootMenu = () => (
  <>
    <NavLink href={paths.preferences} icon={<IconSettings {...look} />}>
      {t("shell.preferences")}
    </NavLink>
    <NavLink href={paths.legal} icon={<IconFileText {...look} />}>
      {t("shell.legal")}
    </NavLink>
    <NavLink href={paths.contact} icon={<IconHelpCircle {...look} />}>
      {t("shell.contact")}
    </NavLink>
  </>
);
