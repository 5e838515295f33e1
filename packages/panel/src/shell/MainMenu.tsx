import { IconLayoutDashboard, IconMail, IconServer2, IconSettings, IconWorld } from "@tabler/icons-react";
import { t } from "../i18n/i18n.ts";
import { paths } from "../paths.ts";
import { useHoldingKinds } from "../session/holdings.ts";
import { NavLink } from "./NavLink.tsx";

const size = 18;

/** The left menu of the pages that belong to no holding. Lists of which the user has nothing are left out. */
export function MainMenu() {
  const kinds = useHoldingKinds();
  return (
    <>
      <NavLink href={paths.dashboard} icon={<IconLayoutDashboard size={size} stroke={1.6} />}>
        {t("shell.dashboard")}
      </NavLink>
      {kinds.domain && (
        <NavLink href={paths.domains} icon={<IconWorld size={size} stroke={1.6} />}>
          {t("shell.list_domain")}
        </NavLink>
      )}
      {kinds.service && (
        <NavLink href={paths.services} icon={<IconServer2 size={size} stroke={1.6} />}>
          {t("shell.list_service")}
        </NavLink>
      )}
      {kinds.mail && (
        <NavLink href={paths.mail} icon={<IconMail size={size} stroke={1.6} />}>
          {t("shell.list_mail")}
        </NavLink>
      )}
    </>
  );
}

/** At the foot of every side menu. */
export const FootMenu = () => (
  <NavLink href={paths.preferences} icon={<IconSettings size={size} stroke={1.6} />}>
    {t("shell.preferences")}
  </NavLink>
);
