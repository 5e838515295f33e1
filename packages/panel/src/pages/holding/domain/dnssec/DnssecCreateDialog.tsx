import { type Calls, type DnssecType, type ReplyOf, dnssecDigestDigits } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { type ClipboardEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { query } from "../../../../api/query.ts";
import { fillFields } from "../../../../form/form-fields.ts";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { t } from "../../../../i18n/i18n.ts";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import { TextArea } from "../../../../ui/TextArea.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { explainOrClose } from "../../explain.ts";
import { announce } from "../domain-changes.ts";
import { SectionState } from "../section/SectionState.tsx";
import { useFailedLoad } from "../use-failed-load.ts";
import { usePublishQuestion } from "./use-publish-question.ts";
import { fieldsOfLine } from "./record-line.ts";
import { algorithmName, digestTypeName, flagsName, optionsOf } from "./dnssec-names.ts";

type Init = ReplyOf<Calls["dnssecCreateInit"]>;

export interface DnssecCreateDialogProps {
  id: number;
  name: string;
  onClose: () => void;
  /** The permission went meanwhile. */
  onRefused: () => void;
}

/** With the fields that the registry asks for: a digest of the key, or the key itself. */
export function DnssecCreateDialog({ id, name, onClose, onRefused }: DnssecCreateDialogProps) {
  const init = useQuery(query("dnssecCreateInit", { params: { id } }));
  useFailedLoad(init.error);
  const { question, isAtRisk, prepare } = usePublishQuestion(id);
  const form = useApiForm("dnssecCreate", {
    params: { id },
    prepare,
    onSuccess: (reply) => {
      announce(id, reply, isAtRisk.current ? "info" : "success");
      onClose();
    },
    ...explainOrClose(onRefused),
  });
  return (
    <Dialog
      title={t("domain.dnssec_new_title", { name })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={form.isDirty}
    >
      {form.isRestored && <KeptNote />}
      <SectionState query={init} rows={4}>
        {(data) => (
          <Form {...form.props}>
            <div onPaste={takeWhole(data.type)} className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
              {data.type === "digest" ? <DigestFields init={data} /> : <KeyFields init={data} />}
            </div>
            <FormFooter label={t("domain.dnssec_create")} isPending={form.isPending} />
          </Form>
        )}
      </SectionState>
      {question && (
        <ConfirmDialog
          title={t("domain.dnssec_confirm_title", { name })}
          confirmLabel={t("domain.dnssec_confirm")}
          isOpen
          onClose={() => question.answer(false)}
          onConfirm={async () => question.answer(true)}
        >
          <p className="text-pretty">{question.risk}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

/** A whole record goes into its fields, wherever it is pasted. */
const takeWhole = (type: DnssecType) => (event: ClipboardEvent) => {
  const fields = fieldsOfLine(type, event.clipboardData.getData("text"));
  const form = event.currentTarget.closest("form");
  if (!fields || !form) return;
  event.preventDefault();
  fillFields(form, fields);
};

/** What is offered first: what is signed with nowadays, if the registry takes it. */
const preferred = <T extends number>(codes: readonly T[], wanted: number): T | null =>
  codes.find((code) => code === wanted) ?? codes[0] ?? null;

const AlgorithmField = ({ init }: { init: Init }) => (
  <SelectField
    name="algorithm"
    label={t("domain.dnssec_algorithm")}
    options={optionsOf(init.algorithms, algorithmName)}
    defaultValue={preferred(init.algorithms, 13)}
    isRequired
  />
);

/** Copied out of a zone file, a digest has spaces: they do not count. */
const digitsIn = (text: string): number => text.replaceAll(/\s/g, "").length;

function DigestFields({ init }: { init: Init }) {
  const [type, setType] = useState(preferred(init.digestTypes, 2));
  const [typed, setTyped] = useState(0);
  const digits = type === null ? undefined : dnssecDigestDigits[type];
  return (
    <>
      <TextField
        name="keytag"
        label={t("domain.dnssec_keytag")}
        inputMode="numeric"
        autoComplete="off"
        mono
        isRequired
        autoFocus
      />
      <AlgorithmField init={init} />
      <SelectField
        name="digesttype"
        label={t("domain.dnssec_digesttype")}
        options={optionsOf(init.digestTypes, digestTypeName)}
        value={type}
        onChange={setType}
        isRequired
      />
      <TextArea
        name="digest"
        label={t("domain.dnssec_digest")}
        description={digits === undefined ? undefined : t("domain.dnssec_digest_length", { typed, digits })}
        onChange={(text) => setTyped(digitsIn(text))}
        rows={2}
        mono
        isRequired
        className="col-span-full"
      />
    </>
  );
}

const KeyFields = ({ init }: { init: Init }) => (
  <>
    <SelectField
      name="flags"
      label={t("domain.dnssec_flags")}
      options={optionsOf(init.flags, flagsName)}
      defaultValue={preferred(init.flags, 257)}
      isRequired
      autoFocus
    />
    <SelectField
      name="protocols"
      label={t("domain.dnssec_protocols")}
      options={optionsOf(init.protocols, String)}
      defaultValue={preferred(init.protocols, 3)}
      isRequired
    />
    <AlgorithmField init={init} />
    <TextArea
      name="digest"
      label={t("domain.dnssec_publickey")}
      description={t("domain.dnssec_publickey_text")}
      rows={3}
      mono
      isRequired
      className="col-span-full"
    />
  </>
);
