import { IconSearch } from "@tabler/icons-react";
import { Input } from "react-aria-components/Input";
import { TextField } from "react-aria-components/TextField";
import { t } from "../../i18n/i18n.ts";
import { NativeButton } from "../../ui/NativeButton.tsx";

/** Where one types. Beside it the way out for those without an Escape key. */
export const PaletteField = ({ onClose }: { onClose: () => void }) => (
  <div className="flex shrink-0 items-center gap-3 border-b border-line pr-2 pl-4">
    <IconSearch size={18} aria-hidden className="shrink-0 text-muted" />
    <TextField aria-label={t("shell.find")} autoFocus className="min-w-0 flex-1">
      <Input
        placeholder={t("shell.find")}
        maxLength={255}
        autoCapitalize="none"
        className="h-13 w-full bg-transparent text-base outline-none placeholder:text-muted"
      />
    </TextField>
    <NativeButton variant="ghost" size="sm" onClick={onClose}>
      {t("ui.close")}
    </NativeButton>
  </div>
);
