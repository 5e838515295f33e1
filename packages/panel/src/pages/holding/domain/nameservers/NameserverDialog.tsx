import { type Calls, type Domain, type ReplyOf, toUnicode } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { query } from "../../../../api/query.ts";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useFocusOnRefusal } from "../../../../form/useFocusOnRefusal.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { ChoiceField } from "../../../../ui/ChoiceField.tsx";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx";
import { Dialog, DialogFooter } from "../../../../ui/Dialog.tsx";
import type { DomainPart } from "../domain-part.ts";
import { SectionState } from "../section/SectionState.tsx";
import { useFailedLoad } from "../use-failed-load.ts";
import { Breakage, CheckedServers } from "./CheckResult.tsx";
import { draftOf } from "./nameserver-draft.ts";
import { ServerFields } from "./ServerFields.tsx";
import { useNameserverForm } from "./use-nameserver-form.ts";

const titleOf = ({ name }: Domain) =>
  t("domain.title_of", { what: t("domain.nameservers_edit"), name: toUnicode(name) });

interface NameserverDialogProps extends DomainPart {
  onClose: () => void;
}

export function NameserverDialog(props: NameserverDialogProps) {
  const { id } = props.holding;
  const loaded = useQuery(query("nameserverInit", { params: { id } }));
  useFailedLoad(loaded.error);
  if (loaded.data) return <NameserverForm {...props} init={loaded.data} />;
  return (
    <Dialog title={titleOf(props.domain)} isOpen onClose={props.onClose}>
      <SectionState query={loaded}>{() => null}</SectionState>
    </Dialog>
  );
}

type FormProps = NameserverDialogProps & { init: ReplyOf<Calls["nameserverInit"]> };

function NameserverForm({ holding, domain, init, onClose }: FormProps) {
  const [start] = useState(() => draftOf(domain, init.domainDNSs, init.hasService));
  const form = useNameserverForm(holding.id, start, onClose);
  const formRef = useFocusOnRefusal(form.refusals);
  const { draft, check, isBusy } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Dialog title={titleOf(domain)} isOpen onClose={onClose} locked={isBusy} isDirty={form.isDirty}>
      {form.isRestored && <KeptNote />}
      <Form ref={formRef} onSubmit={submit} validationBehavior="aria" className="grid gap-4">
        {init.hasService && (
          <ChoiceField
            label={t("domain.nameservers_choice")}
            autoFocus
            value={draft.isDefault ? "default" : "own"}
            onChange={(choice) => form.change({ ...draft, isDefault: choice === "default" })}
            choices={[
              { id: "default", label: t("domain.mode.defaultDNS"), note: init.defaultDNSs.join(", ") },
              { id: "own", label: t("domain.mode.setDNS"), note: t("domain.nameservers_own") },
            ]}
          />
        )}
        {draft.isDefault ? (
          check && <CheckedServers servers={check.servers} />
        ) : (
          <ServerFields form={form} most={domain.capabilities.nameservers.max} autoFocus={!init.hasService} />
        )}
        {form.general !== null && (
          <p role="alert" className="text-small text-danger">
            {form.general}
          </p>
        )}
        {check && <Breakage check={check} domain={domain.name} />}
        <p className="rounded-control bg-info-soft px-3 py-2 text-small text-info">
          {t("domain.nameservers_notice")}
        </p>
        <DialogFooter>
          <Button slot="close" isDisabled={isBusy}>
            {t("ui.cancel")}
          </Button>
          <Button onPress={form.ask} isPending={form.isChecking} isDisabled={form.isSaving}>
            {t("domain.check")}
          </Button>
          <Button type="submit" variant="primary" isPending={form.isSaving} isDisabled={form.isChecking}>
            {t("domain.save")}
          </Button>
        </DialogFooter>
      </Form>
      {check && (
        <ConfirmDialog
          title={t("domain.nameservers_confirm_title")}
          confirmLabel={t("domain.nameservers_confirm")}
          isOpen={form.isAsking}
          onClose={form.stopAsking}
          onConfirm={form.confirm}
        >
          <Breakage check={check} domain={domain.name} />
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
