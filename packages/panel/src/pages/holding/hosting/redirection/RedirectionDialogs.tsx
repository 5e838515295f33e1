import { t } from "../../../../i18n/i18n.ts";
import { explainOrClose } from "../../explain.ts";
import { useHolding } from "../../holding.ts";
import { useApiForm } from "../../../../form/useApiForm.ts";
import type { RedirectionDialogProps, ServiceDialogProps } from "../dialog-props.ts";
import { announce, redirectionJobs } from "../hosting-changes.ts";
import { knownWeb, putRedirection } from "../hosting-queries.ts";
import type { Reply } from "../../../../api/client.ts";
import { pageOf } from "../sites/site-groups.ts";
import { useHostingAddress } from "../use-hosting-address.ts";
import { RedirectionForm, readRedirection } from "./RedirectionForm.tsx";
import { originOf } from "./RedirectionRow.tsx";

const none = {
  subdominio: "",
  recurso: "",
  url: "",
  keepPath: undefined,
  redirType: "301",
  iframeTitle: "",
  iframeDescription: "",
  iframeKeywords: "",
} as const;

function shown(id: number, reply: Reply<"redirectionCreate" | "redirectionSave">): void {
  const { redirection, undo } = reply.data;
  putRedirection(id, redirection);
  announce(id, reply, {
    undo: { call: "redirectionUndo", entry: undo },
    jobs: redirectionJobs,
    thing: redirection.id,
  });
}

/** From which site stands in the address. */
export function NewRedirectionDialog({ id, text, onClose }: ServiceDialogProps) {
  const { reference } = useHolding();
  const { closeAt } = useHostingAddress();
  const form = useApiForm("redirectionCreate", {
    params: { id },
    prepare: readRedirection,
    onSuccess: (reply) => {
      shown(id, reply);
      closeAt(pageOf(knownWeb(id), reference, reply.data.redirection.subdominio));
    },
    ...explainOrClose(onClose),
  });
  return (
    <RedirectionForm
      title={t("hosting.redirection_new")}
      submit={t("hosting.redirection_create")}
      start={{ ...none, subdominio: text }}
      form={form}
      onClose={onClose}
    />
  );
}

export function EditRedirectionDialog({ id, redirection, onClose }: RedirectionDialogProps) {
  const { reference } = useHolding();
  const form = useApiForm("redirectionSave", {
    params: { id, rid: redirection.id },
    prepare: readRedirection,
    onSuccess: (reply) => {
      shown(id, reply);
      onClose();
    },
    ...explainOrClose(onClose),
  });
  return (
    <RedirectionForm
      title={t("hosting.redirection_edit_title", { address: originOf(redirection, reference) })}
      submit={t("hosting.save")}
      start={redirection}
      form={form}
      onClose={onClose}
    />
  );
}
