import type { Subdomain } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { query } from "../../../../api/query.ts";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { SectionState } from "../../domain/section/SectionState.tsx";
import { explainOrClose } from "../../explain.ts";
import type { SiteDialogProps } from "../dialog-props.ts";
import { announce, siteJobs } from "../hosting-changes.ts";
import { putSite } from "../hosting-queries.ts";
import { readSite, SiteFields } from "./SiteFields.tsx";

/** The certificate's key is asked for each time, and in no cache afterwards. */
const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

export function EditSiteDialog({ id, site, onClose }: SiteDialogProps) {
  const loaded = useQuery({ ...query("subdomainGet", { params: { id, sid: site.id } }), ...fresh });
  if (loaded.data) return <Edit id={id} site={loaded.data.subdomain} onClose={onClose} />;
  return (
    <Dialog
      title={titleOf(site)}
      isOpen
      onClose={onClose}
      footer={<Button slot="close">{t("ui.close")}</Button>}
    >
      <SectionState query={loaded} rows={5}>
        {() => null}
      </SectionState>
    </Dialog>
  );
}

const titleOf = ({ referencePunycode }: Pick<Subdomain, "referencePunycode">) =>
  t("hosting.site_edit_title", { address: toUnicode(referencePunycode) });

function Edit({ id, site, onClose }: Omit<SiteDialogProps, "site"> & { site: Subdomain }) {
  const [folder, setFolder] = useState(site.directorio);
  const form = useApiForm("subdomainSave", {
    params: { id, sid: site.id },
    prepare: readSite,
    onSuccess: (reply) => {
      const { subdomain, undo } = reply.data;
      putSite(id, subdomain);
      announce(id, reply, {
        undo: { call: "subdomainUndo", entry: undo },
        jobs: siteJobs,
        thing: subdomain.id,
      });
      onClose();
    },
    ...explainOrClose(onClose),
  });
  return (
    <Dialog title={titleOf(site)} isOpen onClose={onClose} locked={form.isPending} isDirty={form.isDirty}>
      {form.isRestored && <KeptNote />}
      <Form {...form.props} className="grid gap-4">
        <SiteFields id={id} site={site} folder={folder} onFolder={setFolder} faults={form.faults} />
        <FormFooter label={t("hosting.save")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
