import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { explainOrClose } from "../../explain.ts";
import { useHolding } from "../../holding.ts";
import type { ServiceDialogProps } from "../dialog-props.ts";
import { announce, siteJobs } from "../hosting-changes.ts";
import { knownWeb, putSite } from "../hosting-queries.ts";
import { useHostingAddress } from "../use-hosting-address.ts";
import { pageOf } from "./site-groups.ts";
import { readSite, SiteFields } from "./SiteFields.tsx";
import { suggestedFolder } from "./suggested-folder.ts";

/** A new site: its folder follows its name until one is typed. */
export function NewSiteDialog({ id, onClose }: ServiceDialogProps) {
  const { reference } = useHolding();
  const domain = toUnicode(reference);
  const { closeAt } = useHostingAddress();
  const [name, setName] = useState("");
  const [folder, setFolder] = useState<string>();
  const form = useApiForm("subdomainCreate", {
    params: { id },
    prepare: ({ subDomain = "", ...fields }) => ({ subDomain, ...readSite(fields) }),
    onSuccess: (reply) => {
      const { subdomain, undo } = reply.data;
      putSite(id, subdomain);
      announce(id, reply, {
        undo: { call: "subdomainUndo", entry: undo },
        jobs: siteJobs,
        thing: subdomain.id,
      });
      closeAt(pageOf(knownWeb(id), reference, subdomain.subdominio));
    },
    ...explainOrClose(onClose),
  });
  return (
    <Dialog
      title={t("hosting.site_new_title", { name: domain })}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={form.isDirty}
    >
      {form.isRestored && <KeptNote />}
      <Form {...form.props} className="grid gap-4">
        <TextField
          name="subDomain"
          label={t("hosting.name")}
          description={t("hosting.name_text")}
          mono
          suffix={`.${domain}`}
          autoComplete="off"
          autoFocus
          isRequired
          value={name}
          onChange={setName}
        />
        <SiteFields
          id={id}
          folder={folder ?? suggestedFolder(name)}
          onFolder={setFolder}
          faults={form.faults}
        />
        <FormFooter label={t("hosting.site_create")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
