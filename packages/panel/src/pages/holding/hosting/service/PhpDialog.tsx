import type { Service } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { type Choice, ChoiceField } from "../../../../ui/ChoiceField.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { useRefusedLoad } from "../../dialogs/use-refused-load.ts";
import { explainOrClose } from "../../explain.ts";
import { useHolding } from "../../holding.ts";
import type { ServiceDialogProps } from "../dialog-props.ts";
import { announce, serviceJobs } from "../hosting-changes.ts";
import { putService, useService } from "../hosting-queries.ts";

export function PhpDialog(props: ServiceDialogProps) {
  const { data, error } = useService(props.id);
  useRefusedLoad(error, props.onClose);
  return data ? <Versions {...props} service={data.service} /> : null;
}

/** Before them, newest first, the one that follows the installation. */
const choicesOf = ({ phpVersions, defaultPHPVersion }: Service): Choice<string>[] => [
  {
    id: "default",
    label: t("hosting.php_default", { version: defaultPHPVersion }),
    note: t("hosting.php_default_note"),
  },
  ...phpVersions
    .filter(({ available }) => available)
    .map(({ version }) => ({ id: version, label: t("hosting.php_version", { version }) }))
    .toReversed(),
];

/** Those that the service could have, were they installed. */
function Missing({ phpVersions }: Pick<Service, "phpVersions">) {
  const missing = phpVersions.filter(({ available }) => !available).map(({ version }) => version);
  if (missing.length === 0) return null;
  return (
    <p className="rounded-control bg-subtle px-3 py-2 text-label text-muted">
      {t("hosting.php_missing", {
        versions: new Intl.ListFormat(locale()).format(missing.toReversed()),
        count: missing.length,
      })}
    </p>
  );
}

function Versions({ id, service, onClose }: ServiceDialogProps & { service: Service }) {
  const { reference } = useHolding();
  const [version, setVersion] = useState<string>(service.phpversion);
  const form = useApiForm("serviceSetPhp", {
    params: { id },
    onSuccess: (reply) => {
      putService(id, reply.data.service);
      const undo = { call: "serviceUndo", entry: reply.data.undo } as const;
      announce(id, reply, { undo, jobs: serviceJobs, thing: id });
      onClose();
    },
    ...explainOrClose(onClose),
  });
  return (
    <Dialog
      title={t("hosting.php_title", { name: toUnicode(reference) })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={version !== service.phpversion}
    >
      {form.isRestored && <KeptNote />}
      <Form {...form.props} className="grid gap-4">
        <ChoiceField
          name="phpVersion"
          label={t("hosting.php_label")}
          description={t("hosting.php_text")}
          autoFocus
          value={version}
          onChange={setVersion}
          choices={choicesOf(service)}
        />
        <Missing phpVersions={service.phpVersions} />
        <p className="text-label text-muted">{t("hosting.php_mail")}</p>
        <FormFooter label={t("hosting.save")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
