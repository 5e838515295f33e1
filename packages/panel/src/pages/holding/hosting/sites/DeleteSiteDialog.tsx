import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { t } from "../../../../i18n/i18n.ts";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx";
import type { SiteDialogProps } from "../dialog-props.ts";
import { deleteSite } from "../hosting-changes.ts";

export const DeleteSiteDialog = ({ id, site, onClose }: SiteDialogProps) => (
  <ConfirmDialog
    title={t("hosting.delete_title", { address: toUnicode(site.referencePunycode) })}
    confirmLabel={t("hosting.site_delete")}
    isOpen
    onClose={onClose}
    onConfirm={() => deleteSite(id, site.id)}
  >
    {t("hosting.site_delete_text", { folder: site.directorio })}
  </ConfirmDialog>
);
