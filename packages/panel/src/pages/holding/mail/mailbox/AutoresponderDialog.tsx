import type { Autoresponder } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { query } from "../../../../api/query.ts";
import { FormFooter } from "../../../../form/FormFooter.tsx";
import { KeptNote } from "../../../../form/KeptNote.tsx";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { useKept } from "../../../../form/useKept.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Switch } from "../../../../ui/Switch.tsx";
import { TextArea } from "../../../../ui/TextArea.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { SectionState } from "../../domain/section/SectionState.tsx";
import { explainOrClose } from "../../explain.ts";
import type { MailboxDialogProps } from "../dialog-props.ts";
import { announce, refetchMail } from "../mail-changes.ts";
import { shownAddress } from "../mail-items.ts";
import { answerTime } from "./answer-days.ts";

/** Loaded each time: the form begins with what is stored now. */
const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

/** What a mailbox answers by itself, and on which days. */
export function AutoresponderDialog(props: MailboxDialogProps) {
  const { id, mailbox, onClose } = props;
  const loaded = useQuery({ ...query("autoresponderGet", { params: { id, cid: mailbox.id } }), ...fresh });
  if (loaded.data) return <AutoresponderForm {...props} stored={loaded.data.autoresponder} />;
  return (
    <Dialog title={titleOf(props)} isOpen onClose={onClose}>
      <SectionState query={loaded} rows={4}>
        {() => null}
      </SectionState>
    </Dialog>
  );
}

const titleOf = ({ mailbox }: MailboxDialogProps) =>
  t("mailbox.answers_title", { address: shownAddress(mailbox.user) });

const fields = ["subject", "content", "startsOn", "endsOn"] as const;
type Draft = Readonly<Record<(typeof fields)[number], string>> & { readonly enabled: boolean };
const isDraft = (value: unknown): value is Draft =>
  typeof value === "object" &&
  value !== null &&
  "enabled" in value &&
  typeof value.enabled === "boolean" &&
  fields.every((name) => name in value);

const draftOf = (stored: Autoresponder | null): Draft => ({
  enabled: stored?.enabled ?? true,
  subject: stored?.subject ?? t("mailbox.answers_menu"),
  content: stored?.content ?? "",
  startsOn: stored?.startsOn ?? "",
  endsOn: stored?.endsOn ?? "",
});

const today = () => new Date().toISOString().slice(0, 10);
const dayOf = (day: string) => {
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeZone: "UTC" });
  return day === "" ? "" : format.format(new Date(`${day}T00:00:00Z`));
};

function AutoresponderForm(props: MailboxDialogProps & { stored: Autoresponder | null }) {
  const { id, mailbox, onClose, stored } = props;
  const [start] = useState(() => draftOf(stored));
  const { value: draft, set, isRestored } = useKept(`autoresponder:${mailbox.id}`, start, isDraft);
  const form = useApiForm("autoresponderSave", {
    params: { id, cid: mailbox.id },
    prepare: () => ({ ...draft, enabled: draft.enabled ? "1" : "0" }),
    onSuccess: (reply) => {
      refetchMail(id);
      announce(id, reply, reply.data.undo, "mailboxUndo");
      onClose();
    },
    ...explainOrClose(onClose),
  });
  const change = (next: Partial<Draft>) => {
    set({ ...draft, ...next });
    form.reset();
  };
  const textField = (name: (typeof fields)[number]) => ({
    name,
    label: t(`mailbox.answers_field.${name}`),
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  const time = answerTime(draft, today());
  return (
    <Dialog
      title={titleOf(props)}
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(start)}
    >
      {isRestored && <KeptNote />}
      <Form {...form.props} className="grid gap-4">
        {stored ? (
          <Switch isSelected={draft.enabled} onChange={(enabled) => change({ enabled })}>
            {t("mailbox.answers_on")}
          </Switch>
        ) : (
          <p className="text-label text-muted">{t("mailbox.answers_none")}</p>
        )}
        <TextField {...textField("subject")} isRequired autoComplete="off" autoFocus />
        <TextArea {...textField("content")} isRequired rows={6} />
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <TextField {...textField("startsOn")} type="date" />
          <TextField {...textField("endsOn")} type="date" />
        </div>
        <p aria-live="polite" className="rounded-control bg-subtle px-3 py-2 text-label text-pretty">
          {t(`mailbox.answers_time.${time}`, { start: dayOf(draft.startsOn), end: dayOf(draft.endsOn) })}{" "}
          <span className="text-muted">{time !== "off" && t("mailbox.answers_once")}</span>
        </p>
        <FormFooter label={t("mail_page.save")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
