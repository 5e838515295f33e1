import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import type { KeyboardEvent } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Segmented } from "../../../../ui/Segmented.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { type Holding, useHolding } from "../../holding.ts";
import type { MailDialogProps } from "../dialog-props.ts";
import { useMailboxAddresses } from "../mail-queries.ts";
import type { MailKind } from "../mail-search.ts";
import { QuotaFields } from "../mailbox/QuotaFields.tsx";
import { NewPasswordField } from "../NewPasswordField.tsx";
import { useMailAddress } from "../use-mail-address.ts";
import { NumberLeft, spaceLeftText } from "./left.tsx";
import { localPartOf } from "./targets.ts";
import { TargetFields } from "./TargetFields.tsx";
import { useNewAddress } from "./use-new-address.ts";

/** Specification 1, section 4: an alias where the user may not create mailboxes. */
function kindOf({ can }: Holding, asked: string): MailKind {
  if (!can("mailboxCreate")) return "alias";
  return asked === "alias" && can("aliasCreate") ? "alias" : "account";
}

const beginAnother = (inForm: Element) => inForm.closest("form")?.requestSubmit();

/** Before a button in the form takes Enter for a press. */
function onKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) beginAnother(event.currentTarget);
}

/** A new mailbox or alias, and others after it. The name goes from one to the other; which it is stands in the address. */
export function NewDialog({ id, text, onClose }: MailDialogProps) {
  const holding = useHolding();
  const kind = kindOf(holding, text);
  const { replaceDialog } = useMailAddress();
  const suggestions = useMailboxAddresses(holding);
  const typed = useNewAddress(id, kind, onClose);
  const { form, targets, service } = typed;
  return (
    <Dialog
      title={t("mail_page.new_title", { name: toUnicode(holding.reference) })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={[typed.name, typed.password, ...targets.value].some((one) => one !== "")}
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
      <p className="mb-4 text-label text-muted">
        {t(`mail_page.new_${kind}_text`)} <NumberLeft kind={kind} service={service} />
      </p>
      <Form {...form.props} onSubmit={typed.submit}>
        <div role="presentation" onKeyDownCapture={onKeys} className="grid gap-4">
          {/* Begun anew for each one: the first field has the focus, no password is shown. */}
          <div key={typed.made} className="grid gap-4">
            <TextField
              name="name"
              label={t("mail_page.name")}
              mono
              suffix={`@${toUnicode(holding.reference)}`}
              placeholder="ana"
              autoComplete="off"
              autoFocus
              isRequired
              value={typed.name}
              onChange={(next) => typed.setName(localPartOf(next, holding.reference))}
            />
            {kind === "account" ? (
              <NewPasswordField value={typed.password} onChange={typed.setPassword} />
            ) : (
              <TargetFields
                targets={targets.value}
                onChange={(next) => {
                  targets.set(next);
                  form.reset();
                }}
                fault={form.faults["target"]}
                suggestions={suggestions}
              />
            )}
          </div>
          {kind === "account" && (
            <QuotaFields
              draft={typed.quota}
              onChange={(next) => {
                typed.setQuota(next);
                form.reset();
              }}
              fault={form.faults["quota"]}
              maySpare={service?.quota === null}
              description={spaceLeftText(service)}
            />
          )}
        </div>
        <FormFooter label={t(`mail_page.create_${kind}`)} isPending={form.isPending}>
          <Button isDisabled={form.isPending} onPress={({ target }) => beginAnother(target)}>
            {t("mail_page.create_another")}
          </Button>
        </FormFooter>
      </Form>
    </Dialog>
  );
}
