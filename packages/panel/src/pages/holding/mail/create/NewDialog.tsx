import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { useKept } from "../../../../form/useKept.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Segmented } from "../../../../ui/Segmented.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { explainOrClose } from "../../explain.ts";
import { type Holding, useHolding } from "../../holding.ts";
import type { MailDialogProps } from "../dialog-props.ts";
import { announce, putAlias, putMailbox } from "../mail-changes.ts";
import type { MailKind } from "../mail-search.ts";
import { NewPasswordField } from "../NewPasswordField.tsx";
import { useMailAddress } from "../use-mail-address.ts";
import { pageOf, useMailboxAddresses } from "../mail-queries.ts";
import { isTargets } from "./targets.ts";
import { TargetFields } from "./TargetFields.tsx";

const noTargets: readonly string[] = [""];

/** Specification 1, section 4: an alias where the user may not create mailboxes. */
function kindOf({ can }: Holding, asked: string): MailKind {
  if (!can("mailboxCreate")) return "alias";
  return asked === "alias" && can("aliasCreate") ? "alias" : "account";
}

/** A new mailbox or alias. The name goes from one to the other; which it is stands in the address. */
export function NewDialog({ id, text, onClose }: MailDialogProps) {
  const holding = useHolding();
  const kind = kindOf(holding, text);
  const { replaceDialog, closeAt } = useMailAddress(id);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const targets = useKept("new-alias:targets", noTargets, isTargets);
  const suggestions = useMailboxAddresses(holding);

  const mailbox = useApiForm("mailboxCreate", {
    params: { id },
    onSuccess: (reply) => {
      putMailbox(id, reply.data.correo);
      announce(id, reply, reply.data.undo, "mailboxUndo");
      closeAt(pageOf(id, "account", reply.data.correo.id));
    },
    ...explainOrClose(onClose),
  });
  const alias = useApiForm("aliasCreate", {
    params: { id },
    onSuccess: (reply) => {
      putAlias(id, reply.data.alias);
      announce(id, reply, reply.data.undo, "aliasUndo");
      closeAt(pageOf(id, "alias", reply.data.alias.id));
    },
    ...explainOrClose(onClose),
  });
  const form = kind === "alias" ? alias : mailbox;
  const typed = [name, password, ...targets.value];
  return (
    <Dialog
      title={t("mail_page.new_title", { name: toUnicode(holding.reference) })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={typed.some((one) => one !== "")}
    >
      {(form.isRestored || targets.isRestored) && <KeptNote />}
      {holding.can("mailboxCreate") && holding.can("aliasCreate") && (
        <div className="mb-3 flex">
          <Segmented
            label={t("mail_page.new_kind")}
            segments={[
              { id: "account", label: t("mail_page.account") },
              { id: "alias", label: t("mail_page.alias") },
            ]}
            value={kind}
            onChange={(chosen) => replaceDialog({ new: chosen })}
          />
        </div>
      )}
      <p className="mb-4 text-label text-muted">{t(`mail_page.new_${kind}_text`)}</p>
      <Form {...form.props} className="grid gap-4">
        <TextField
          name="name"
          label={t("mail_page.name")}
          mono
          suffix={`@${toUnicode(holding.reference)}`}
          placeholder="ana"
          autoComplete="off"
          autoFocus
          isRequired
          value={name}
          onChange={setName}
        />
        {kind === "account" ? (
          <NewPasswordField value={password} onChange={setPassword} />
        ) : (
          <TargetFields
            targets={targets.value}
            onChange={(next) => {
              targets.set(next);
              alias.reset();
            }}
            fault={alias.faults["target"]}
            suggestions={suggestions}
          />
        )}
        <FormFooter label={t(`mail_page.create_${kind}`)} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
