import { phpSettingOptions, type PhpSettings } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import { explainOrClose } from "../../explain.ts";
import type { SiteDialogProps } from "../dialog-props.ts";
import { announce, siteJobs } from "../hosting-changes.ts";
import { putSite } from "../hosting-queries.ts";

const names = ["memoryMegabytes", "uploadMegabytes", "executionSeconds", "displayErrors"] as const;
type Setting = (typeof names)[number];

/** As the installation has it: the call's empty value, which no select can have. */
const usual = "usual";

const valuesOf = (name: Setting): readonly string[] =>
  name === "displayErrors" ? ["1", "0"] : phpSettingOptions[name].map(String);
const wordsOf = (name: Setting, value: string): string =>
  name === "displayErrors"
    ? t(value === "1" ? "hosting.setting_shown" : "hosting.setting_hidden")
    : t(name === "executionSeconds" ? "hosting.setting_seconds" : "hosting.setting_megabytes", { value });
const chosen = (settings: PhpSettings, name: Setting): string => {
  const value = settings[name];
  return value === null ? usual : String(Number(value));
};

/** What the site's PHP may use, within what a service can bear. */
export function SettingsDialog({ id, site, onClose }: SiteDialogProps) {
  const form = useApiForm("subdomainSave", {
    params: { id, sid: site.id },
    prepare: (fields) => ({
      folder: site.directorio,
      ...Object.fromEntries(names.map((name) => [name, fields[name] === usual ? "" : fields[name]])),
    }),
    onSuccess: (reply) => {
      putSite(id, reply.data.subdomain);
      announce(id, reply, {
        undo: { call: "subdomainUndo", entry: reply.data.undo },
        jobs: siteJobs,
        thing: site.id,
      });
      onClose();
    },
    ...explainOrClose(onClose),
  });
  return (
    <Dialog
      title={t("hosting.settings_title", { address: toUnicode(site.referencePunycode) })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={form.isDirty}
    >
      {form.isRestored && <KeptNote />}
      <Form {...form.props} className="grid gap-4">
        {names.map((name) => (
          <SelectField
            key={name}
            name={name}
            label={t(`hosting.setting_${name}`)}
            defaultValue={chosen(site.phpSettings, name)}
            options={[
              { id: usual, label: t("hosting.setting_usual") },
              ...valuesOf(name).map((value) => ({ id: value, label: wordsOf(name, value) })),
            ]}
          />
        ))}
        <FormFooter label={t("hosting.save")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
