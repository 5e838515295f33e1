import { hasPriority, recordTypes, type DnsRecord, type RecordType } from "@atrio/contract";
import type { FormEvent } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../form/FormFooter.tsx";
import { KeptNote } from "../../../form/KeptNote.tsx";
import { useFocusOnRefusal } from "../../../form/useFocusOnRefusal.ts";
import { t } from "../../../i18n/i18n.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { fieldsOf, nameField, priorityField, ttlField } from "./record-fields.ts";
import { RecordName, TypeBadge } from "./RecordCells.tsx";
import { RecordFields } from "./RecordFields.tsx";
import { useRecordForm } from "./use-record-form.ts";

export interface RecordDialogProps {
  id: number;
  /** The zone as the user reads it. */
  zone: string;
  /** Null for a new one. */
  record: DnsRecord | null;
  /** Of a new one; undefined where the user is to choose. */
  type?: RecordType | undefined;
  onType?: (type: RecordType) => void;
  onClose: () => void;
}

export function RecordDialog(props: RecordDialogProps) {
  const { record, zone, onClose, onType } = props;
  const form = useRecordForm(props);
  const { draft, isSaving } = form;
  const formRef = useFocusOnRefusal(form.refusals);
  const fields = fieldsOf(draft, record);
  const common = { draft, zone, onChange: form.change, refused: form.refused };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  const chooseType = (type: RecordType) => {
    form.chooseType(type);
    onType?.(type);
  };
  return (
    <Dialog
      title={t(record ? "zone.edit_title" : "zone.new", { type: draft.type })}
      isOpen
      onClose={onClose}
      locked={isSaving}
      isDirty={form.isDirty}
    >
      {form.isRestored && <KeptNote />}
      <Form ref={formRef} onSubmit={submit} validationBehavior="aria">
        <div className="grid grid-cols-6 gap-4">
          {record ? (
            <RecordHeading record={record} zone={zone} />
          ) : (
            <>
              <TypeField type={draft.type} onChange={chooseType} autoFocus={props.type === undefined} />
              <RecordFields {...common} fields={fields.filter(({ isName }) => isName)} />
              <RecordFields {...common} fields={[nameField]} autoFocus={props.type !== undefined} />
            </>
          )}
          <RecordFields
            {...common}
            fields={fields.filter(({ isName }) => !isName)}
            autoFocus={record !== null}
          />
          <RecordFields
            {...common}
            fields={hasPriority(draft.type) ? [priorityField, ttlField] : [ttlField]}
          />
        </div>
        <FormFooter label={t(record ? "zone.save" : "zone.create")} isPending={isSaving} />
      </Form>
    </Dialog>
  );
}

interface TypeFieldProps {
  type: RecordType;
  onChange: (type: RecordType) => void;
  autoFocus: boolean;
}

const TypeField = ({ type, onChange, autoFocus }: TypeFieldProps) => (
  <SelectField
    name="type"
    label={t("zone.type")}
    options={recordTypes.map((id) => ({ id, label: id, note: t(`zone.type.${id}`) }))}
    value={type}
    onChange={onChange}
    description={t(`zone.type.${type}`)}
    autoFocus={autoFocus}
    mono
    className="col-span-6"
  />
);

/** Name and type are what a record is; an edit shows them as text. */
const RecordHeading = ({ record, zone }: { record: DnsRecord; zone: string }) => (
  <p className="flex min-w-0 items-center gap-3 font-mono text-label col-span-6">
    <TypeBadge type={record.type} />
    <span className="min-w-0 wrap-anywhere">
      <RecordName record={record} zone={zone} />
    </span>
  </p>
);
