import { type Redirection, keepsPathByDefault, redirectTypes } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import type { ApiForm } from "../../../../form/useApiForm.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Checkbox } from "../../../../ui/Checkbox.tsx";
import { ChoiceField } from "../../../../ui/ChoiceField.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { TextArea } from "../../../../ui/TextArea.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { useHolding } from "../../holding.ts";
import { useWeb } from "../hosting-queries.ts";

type Start = Omit<Redirection, "id" | "origin" | "eliminable" | "subDomain" | "keepPath"> & {
  /** Undefined while it is new: as the addresses suggest. */
  keepPath: boolean | undefined;
};

/** As the call has it: what is not ticked is not in a form. */
export const readRedirection = (fields: Readonly<Record<string, string>>): Record<string, string> => ({
  ...fields,
  keepPath: fields["keepPath"] === "1" ? "1" : "0",
});

export interface RedirectionFormProps {
  title: string;
  /** What submitting does. */
  submit: string;
  start: Start;
  form: ApiForm;
  onClose: () => void;
}

/** What leads where, and how; of a frame also what its page says of itself. */
export function RedirectionForm({ title, submit, start, form, onClose }: RedirectionFormProps) {
  const holding = useHolding();
  const domain = toUnicode(holding.reference);
  const { web } = useWeb(holding);
  const [type, setType] = useState(start.redirType);
  const [path, setPath] = useState(start.recurso);
  const [url, setUrl] = useState(start.url);
  const [keepsPath, setKeepsPath] = useState(start.keepPath);
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
          value={path}
          onChange={setPath}
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
          value={url}
          onChange={setUrl}
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
        {type !== "frame" && (
          <Checkbox
            name="keepPath"
            value="1"
            isSelected={keepsPath ?? keepsPathByDefault(path.trim(), url.trim())}
            onChange={setKeepsPath}
          >
            {t("hosting.redirection_keep_path")}
          </Checkbox>
        )}
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
