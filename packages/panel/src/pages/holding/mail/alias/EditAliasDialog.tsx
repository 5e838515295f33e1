import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { useKept } from "../../../../form/useKept.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { explainOrClose } from "../../explain.ts";
import { useHolding } from "../../holding.ts";
import { isTargets } from "../create/targets.ts";
import { TargetFields } from "../create/TargetFields.tsx";
import type { AliasDialogProps } from "../dialog-props.ts";
import { announce, putAlias } from "../mail-changes.ts";
import { shownAddress, targetsOf } from "../mail-items.ts";
import { useMailboxAddresses } from "../mail-queries.ts";

export function EditAliasDialog({ id, alias, onClose }: AliasDialogProps) {
  const [start] = useState<readonly string[]>(() => targetsOf(alias.name).map(shownAddress));
  const targets = useKept(`alias:${alias.id}`, start, isTargets);
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
    <Dialog
      title={t("mail_page.targets_title", { address: shownAddress(alias.referencePunycode) })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={JSON.stringify(targets.value) !== JSON.stringify(start)}
    >
      {targets.isRestored && <KeptNote />}
      <Form {...form.props} className="grid gap-4">
        <TargetFields
          targets={targets.value}
          onChange={(next) => {
            targets.set(next);
            form.reset();
          }}
          fault={form.faults["target"]}
          suggestions={suggestions}
          autoFocus
        />
        <FormFooter label={t("mail_page.save")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
