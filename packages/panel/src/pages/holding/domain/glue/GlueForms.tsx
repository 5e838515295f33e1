import { exampleIpv4, exampleIpv6, type GlueRecord, toUnicode } from "@atrio/contract";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { type ApiForm, useApiForm } from "../../../../form/useApiForm.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { explain } from "../../explain.ts";
import { announce } from "../domain-changes.ts";
import type { DomainPart } from "../domain-part.ts";
import { hostOf } from "./glue-record.ts";
import { Ipv4Field } from "./Ipv4Field.tsx";

interface GlueFormProps {
  part: DomainPart;
  /** Back to the list. */
  onClose: () => void;
}

export function NewGlue({ part, onClose }: GlueFormProps) {
  const { id } = part.holding;
  const form = useApiForm("glueCreate", {
    params: { id },
    isToastLeftOut: true,
    onSuccess: (reply) => {
      announce(id, reply);
      onClose();
    },
    onError: explain,
  });
  return (
    <GlueForm
      title={t("domain.title_of", { what: t("domain.glue_new"), name: toUnicode(part.domain.name) })}
      form={form}
      part={part}
      record={null}
      onClose={onClose}
    />
  );
}

export function EditGlue({ part, record, onClose }: GlueFormProps & { record: GlueRecord }) {
  const { id } = part.holding;
  const form = useApiForm("glueSave", {
    params: { id, gid: record.id },
    isToastLeftOut: true,
    onSuccess: (reply) => {
      announce(id, reply);
      onClose();
    },
    onError: explain,
  });
  const title = t("domain.glue_edit", { host: hostOf(record, part.domain) });
  return <GlueForm title={title} form={form} part={part} record={record} onClose={onClose} />;
}

interface GlueFieldsProps extends GlueFormProps {
  title: string;
  form: ApiForm;
  /** A saved one keeps its name. */
  record: GlueRecord | null;
}

function GlueForm({ title, form, part, record, onClose }: GlueFieldsProps) {
  const { domain } = part;
  return (
    <Dialog title={title} isOpen onClose={onClose} locked={form.isPending} isDirty={form.isDirty}>
      {form.isRestored && <KeptNote />}
      <Form {...form.props} className="grid gap-4">
        {record === null && (
          <TextField
            name="name"
            label={t("domain.glue_name")}
            mono
            placeholder="ns1"
            suffix={`.${toUnicode(domain.name)}`}
            autoComplete="off"
            autoFocus
          />
        )}
        <Ipv4Field
          name="ip"
          label={t("domain.glue_ip")}
          placeholder={exampleIpv4}
          defaultValue={record?.ip ?? ""}
          description={t("domain.glue_ip_hint")}
          autoFocus={record !== null}
        />
        {domain.capabilities.glue.ipv6 && (
          <TextField
            name="ipv6"
            label={t("domain.glue_ipv6")}
            mono
            placeholder={exampleIpv6}
            defaultValue={record?.ipv6 ?? ""}
            autoComplete="off"
          />
        )}
        <FormFooter label={t(record ? "domain.save" : "domain.glue_create")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
