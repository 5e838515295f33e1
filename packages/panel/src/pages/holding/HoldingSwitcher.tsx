import type { PermissionEntry } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { IconSelector } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Menu, MenuItem } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { query } from "../../api/query.ts";
import { t } from "../../i18n/i18n.ts";
import { holdingPaths } from "../../paths.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { cx } from "../../ui/cx.ts";
import { floating, option } from "../../ui/float-style.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { areas, isVisible } from "./areas.ts";
import type { Holding } from "./holding.ts";

const shownAtOnce = "8";
const countedAreas = new Set(["domain", "service", "mail", "dns"]);

/** Which holding this is, and the way to the others: type a part of the name. */
export function HoldingSwitcher({ holding }: { holding: Holding }) {
  const name = toUnicode(holding.reference);
  /** Over a phone's page the menu is a modal dialog of the browser's: what floats outside of it can't be reached. */
  const [dialog, setDialog] = useState<Element | null>(null);
  const count = areas.filter((area) => countedAreas.has(area.id) && isVisible(area, holding)).length;
  return (
    <DialogTrigger>
      <Button
        ref={(button) => setDialog(button?.closest("dialog") ?? null)}
        className="mb-3 flex w-full cursor-pointer items-center gap-2.5 rounded-[10px] border border-line bg-surface p-2.5 text-left hover:bg-subtle"
      >
        <Avatar name={name} square />
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block truncate font-semibold">{name}</span>
          <span className="text-small text-muted">{t("holding.areas", { count })}</span>
          <span className="sr-only">. {t("holding.switch")}</span>
        </span>
        <IconSelector size={16} className="shrink-0 text-muted" />
      </Button>
      <Popover
        placement="bottom start"
        UNSTABLE_portalContainer={dialog ?? undefined}
        className={cx(floating, "w-(--trigger-width) min-w-64")}
      >
        <Dialog aria-label={t("holding.switch")} className="outline-none">
          {({ close }) => <Choices onChosen={close} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** The first few of all, or what the text finds: names that begin with it come first. */
function useChoices(text: string): readonly PermissionEntry[] | undefined {
  const isAll = text === "";
  const all = useQuery({
    ...query("permissionList", { input: { page: "1", pageSize: shownAtOnce } }),
    enabled: isAll,
  });
  const found = useQuery({
    ...query("permissionFind", { input: { text } }),
    enabled: !isAll,
    placeholderData: keepPreviousData,
  });
  return (isAll ? all.data : (found.data ?? all.data))?.permissions;
}

function Choices({ onChosen }: { onChosen: () => void }) {
  const [filter, setFilter] = useState("");
  const choices = useChoices(filter.trim());
  return (
    <Autocomplete inputValue={filter} onInputChange={setFilter}>
      <SearchField label={t("holding.find")} autoFocus className="m-1" />
      <Menu
        aria-label={t("shell.domains")}
        items={choices ?? []}
        onAction={onChosen}
        renderEmptyState={() => <p className="p-3 text-muted">{choices && t("main.no_results")}</p>}
        className="max-h-72 overflow-auto p-1 outline-none"
      >
        {({ id, reference }) => (
          <MenuItem id={id} href={holdingPaths.overview(id)} className={cx(option, "font-mono text-label")}>
            <span className="truncate">{toUnicode(reference)}</span>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}
