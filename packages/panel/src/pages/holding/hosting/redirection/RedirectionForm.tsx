import { type Redirection, redirectTypes } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import type { ApiForm } from "../../../../form/useApiForm.ts";
import { t } from "../../../../i18n/i18n.ts";
import { ChoiceField } from "../../../../ui/ChoiceField.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { TextArea } from "../../../../ui/TextArea.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { useHolding } from "../../holding.ts";
import { useWeb } from "../hosting-queries.ts";

export interface RedirectionFormProps {
  title: string;
  /** What submitting does. */
  submit: string;
  start: Omit<Redirection, "id" | "origin" | "eliminable" | "subDomain">;
  form: ApiForm;
  onClose: () => void;
}

/** What leads where, and how; of a frame also what its page says of itself. */
export function RedirectionForm({ title, submit, start, form, onClose }: RedirectionFormProps) {
  const holding = useHolding();
  const domain = toUnicode(holding.reference);
  const { web } = useWeb(holding);
  const [type, setType] = useState(start.redirType);
  const names = (web?.sites ?? []).map(({ subdominio }) => toUnicode(subdominio)).filter(Boolean);
  return (
    <Dialog title={title} isOpen onClose={onClose} locked={form.isPending} isDirty={form.isDirty}>
      {form.isRestored && <KeptNote />}
      <Form {...form.props} className="grid gap-4">
        <TextField
          name="subDomain"
          label={t("hosting.redirection_from")}
          description={t("hosting.redirection_from_text", { name: domain })}
          mono
          suffix={`.${domain}`}
          suggestions={names}
          autoComplete="off"
          defaultValue={toUnicode(start.subdominio)}
        />
        <TextField
          name="recurso"
          label={t("hosting.redirection_path")}
          description={t("hosting.redirection_path_text")}
          placeholder="/"
          mono
          autoComplete="off"
          defaultValue={start.recurso}
        />
        <TextField
          name="urlRedir"
          type="url"
          label={t("hosting.redirection_url")}
          placeholder="https://"
          mono
          autoComplete="off"
          autoFocus
          isRequired
          defaultValue={start.url}
        />
        <ChoiceField
          name="redirType"
          label={t("hosting.redirection_type")}
          value={type}
          onChange={setType}
          choices={redirectTypes.map((one) => ({
            id: one,
            label: t(`hosting.redirection_${one}`),
            note: t(`hosting.redirection_${one}_text`),
          }))}
        />
        {/* Hidden rather than removed, so that what was typed is there when the type changes back. */}
        <fieldset hidden={type !== "frame"} disabled={type !== "frame"} className="grid min-w-0 gap-4">
          <FrameFields {...start} />
        </fieldset>
        <FormFooter label={submit} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}

const FrameFields = ({
  iframeTitle,
  iframeDescription,
  iframeKeywords,
}: Pick<Redirection, "iframeTitle" | "iframeDescription" | "iframeKeywords">) => (
  <>
    <TextField name="iframeTitle" label={t("hosting.frame_title")} defaultValue={iframeTitle} />
    <TextArea
      name="iframeDescription"
      label={t("hosting.frame_description")}
      description={t("hosting.frame_text")}
      rows={2}
      defaultValue={iframeDescription}
    />
    <TextField name="iframeKeywords" label={t("hosting.frame_keywords")} defaultValue={iframeKeywords} />
  </>
);
