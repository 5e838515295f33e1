import { type ContactMode, type ContactRole, contactModes, contactRoles } from "@atrio/contract";
import { IconCopy } from "@tabler/icons-react";
import type { FormEvent } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useFocusOnRefusal } from "../../../../form/useFocusOnRefusal.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { ChoiceField } from "../../../../ui/ChoiceField.tsx";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Menu } from "../../../../ui/Menu.tsx";
import { AddressFields } from "./AddressFields.tsx";
import type { Contacts } from "./ContactsCard.tsx";
import { KindField, PersonFields } from "./PersonFields.tsx";
import { type ContactForm, useContactForm } from "./use-contact-form.ts";

export interface ContactDialogProps {
  id: number;
  /** The domain, as the user reads it. */
  name: string;
  role: ContactRole;
  /** Another owner has to be approved. */
  isTrade: boolean;
  contacts: Contacts;
  onClose: () => void;
}

export default function ContactDialog({ id, name, role, isTrade, contacts, onClose }: ContactDialogProps) {
  const form = useContactForm(id, role, contacts[role] ?? null, onClose);
  const formRef = useFocusOnRefusal(form.refusals);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Dialog
      title={t("domain.title_of", { what: t(`domain.contact_edit.${role}`), name })}
      isOpen
      onClose={onClose}
      locked={form.isSaving}
      isDirty={form.isDirty}
    >
      {form.isRestored && <KeptNote />}
      <Form ref={formRef} onSubmit={submit} validationBehavior="aria">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <KindField form={form} />
          <CopyMenu form={form} role={role} contacts={contacts} />
        </div>
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <PersonFields form={form} />
          <AddressFields form={form} />
        </div>
        {isTrade && (
          <p className="mt-4 rounded-control bg-info-soft px-3 py-2 text-small text-info">
            {t("domain.owner_trade")}
          </p>
        )}
        {role !== "registrant" && <ModeField form={form} role={role} name={name} />}
        <FormFooter label={t("domain.save")} isPending={form.isSaving} />
      </Form>
      {role !== "registrant" && (
        <ConfirmDialog
          title={t(`domain.contact_everywhere.${role}`)}
          confirmLabel={t("domain.contact_everywhere_confirm")}
          isOpen={form.isAsking}
          onClose={form.stopAsking}
          onConfirm={form.confirm}
        >
          <p className="text-pretty">{t("domain.contact_everywhere_text")}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

/** The owner is not among them where the user does not see him. */
function CopyMenu({
  form,
  role,
  contacts,
}: { form: ContactForm } & Pick<ContactDialogProps, "role" | "contacts">) {
  const actions = contactRoles.flatMap((other) => {
    const contact = contacts[other];
    return contact && other !== role
      ? [{ id: other, label: t(`domain.contact.${other}`), onAction: () => form.copy(contact) }]
      : [];
  });
  if (actions.length === 0) return null;
  return (
    <Menu
      label={t("domain.contact_copy")}
      actions={actions}
      trigger={
        <Button size="sm" icon={<IconCopy size={15} aria-hidden />} isDisabled={form.isSaving}>
          {t("domain.contact_copy")}
        </Button>
      }
    />
  );
}

interface ModeFieldProps {
  form: ContactForm;
  role: ContactRole;
  name: string;
}

function ModeField({ form: { draft, change }, role, name }: ModeFieldProps) {
  return (
    <div className="mt-4">
      <ChoiceField<ContactMode>
        label={t("domain.contact_mode")}
        value={draft.mode}
        onChange={(mode) => change({ ...draft, mode })}
        choices={contactModes.map((id) => ({
          id,
          label: t(`domain.contact_mode.${id}`),
          note: t(`domain.contact_mode_text.${id}`, { contact: role, name }),
        }))}
      />
    </div>
  );
}
