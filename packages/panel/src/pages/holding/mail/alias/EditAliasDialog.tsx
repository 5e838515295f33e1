import { useApiForm } from "../../../../form/useApiForm.ts";
import { t } from "../../../../i18n/i18n.ts";
import { explainOrClose } from "../../explain.ts";
import { useHolding } from "../../holding.ts";
import type { AliasDialogProps } from "../dialog-props.ts";
import { announce, putAlias } from "../mail-changes.ts";
import { shownAddress, targetsOf } from "../mail-items.ts";
import { useMailboxAddresses } from "../mail-queries.ts";
import { TargetsForm } from "./TargetsForm.tsx";

export function EditAliasDialog({ id, alias, onClose }: AliasDialogProps) {
  const suggestions = useMailboxAddresses(useHolding());
  const form = useApiForm("aliasSave", {
    params: { id, aid: alias.id },
    onSuccess: (reply) => {
      putAlias(id, reply.data.alias);
      announce(id, reply, reply.data.undo, "aliasUndo");
      onClose();
    },
    ...explainOrClose(onClose),
  });
  return (
    <TargetsForm
      title={t("mail_page.targets_title", { address: shownAddress(alias.referencePunycode) })}
      targets={targetsOf(alias.name).map(shownAddress)}
      suggestions={suggestions}
      form={form}
      keptAs={`alias:${alias.id}`}
      onClose={onClose}
    />
  );
}
