import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../../../api/query.ts";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { t } from "../../../../i18n/i18n.ts";
import { useRefusedLoad } from "../../dialogs/use-refused-load.ts";
import { explainOrClose } from "../../explain.ts";
import { useHolding } from "../../holding.ts";
import type { MailDialogProps } from "../dialog-props.ts";
import { announce, refetchMail } from "../mail-changes.ts";
import { shownAddress, targetsOf } from "../mail-items.ts";
import { useMailboxAddresses } from "../mail-queries.ts";
import { TargetsForm } from "./TargetsForm.tsx";

export function CatchAllDialog({ id, onClose }: MailDialogProps) {
  const holding = useHolding();
  const { data, error } = useQuery(query("catchAllGet", { params: { id } }));
  useRefusedLoad(error, onClose);
  const suggestions = useMailboxAddresses(holding);
  const form = useApiForm("catchAllSave", {
    params: { id },
    prepare: ({ target = "" }) => ({ target }),
    onSuccess: (reply) => {
      refetchMail(id);
      announce(id, reply, reply.data.undo, "aliasUndo");
      onClose();
    },
    ...explainOrClose(onClose),
  });
  if (!data) return null;
  const targets = targetsOf(data.catchAll?.name ?? "").map(shownAddress);
  return (
    <TargetsForm
      title={t("mail_page.catch_all_title", { name: toUnicode(holding.reference) })}
      choice={{
        label: t("mail_page.catch_all_choice"),
        ways: [
          { id: "off", label: t("mail_page.catch_all_off"), note: t("mail_page.catch_all_off_note") },
          { id: "on", label: t("mail_page.catch_all_on"), note: t("mail_page.catch_all_on_note") },
        ],
        way: targets.length > 0 ? "on" : "off",
      }}
      targets={targets}
      suggestions={suggestions}
      form={form}
      keptAs="catch-all"
      onClose={onClose}
    />
  );
}
