import { IconPlus, IconRestore, IconTrash } from "@tabler/icons-react";
import { t } from "../../../i18n/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { LockHint } from "../../../ui/LockHint.tsx";
import { Menu, MenuButton } from "../../../ui/Menu.tsx";
import type { ZoneAct } from "./dns-search.ts";

export interface ZoneActionsProps {
  lockedBecause: string | undefined;
  onNew: () => void;
  onAct: (act: ZoneAct) => void;
}

/** What can be done with the zone as a whole, or why nothing can. */
export function ZoneActions({ lockedBecause, onNew, onAct }: ZoneActionsProps) {
  if (lockedBecause !== undefined) return <LockHint reason={lockedBecause} />;
  return (
    <>
      <Menu
        label={t("zone.more")}
        trigger={<MenuButton variant="secondary" aria-label={t("zone.more")} />}
        actions={[
          {
            id: "restore",
            label: t("zone.restore"),
            icon: <IconRestore size={16} />,
            onAction: () => onAct("restore"),
          },
          {
            id: "empty",
            label: t("zone.delete_all"),
            icon: <IconTrash size={16} />,
            isDanger: true,
            onAction: () => onAct("empty"),
          },
        ]}
      />
      <Button variant="primary" icon={<IconPlus size={16} />} onPress={onNew} className="max-sm:flex-1">
        {t("zone.new")}
      </Button>
    </>
  );
}
