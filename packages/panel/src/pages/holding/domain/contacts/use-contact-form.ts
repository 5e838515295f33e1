import type { Contact, ContactRole } from "@atrio/contract";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Options, type Reply } from "../../../../api/client.ts";
import { ApiError } from "../../../../api/errors.ts";
import { faultsOf } from "../../../../form/parse.ts";
import { useAttempt } from "../../../../form/useAttempt.ts";
import { useKept } from "../../../../form/useKept.ts";
import { useOneAtATime } from "../../../../form/useOneAtATime.ts";
import { t } from "../../../../i18n/i18n.ts";
import { say } from "../../../../i18n/say.ts";
import { explain } from "../../explain.ts";
import { announce } from "../domain-changes.ts";
import { putContacts } from "../domain-queries.ts";
import {
  type ContactDraft,
  type TextName,
  draftOf,
  inputOf,
  isContactDraft,
  missingParts,
} from "./contact-draft.ts";
import { spreadJobs } from "./SpreadNote.tsx";

type Saved = Reply<"contactOwnerSave"> | Reply<"contactSave">;
type Faults = Partial<Record<TextName, string>>;

function send(id: number, role: ContactRole, draft: ContactDraft, options: Options): Promise<Saved> {
  const input = inputOf(draft);
  return role === "registrant"
    ? api.contactOwnerSave({ params: { id }, input: { ...input, type: role } }, options)
    : api.contactSave({ params: { id }, input: { ...input, type: role, mode: draft.mode } }, options);
}

/** What the contract says of it before it is sent; null where all is well. */
async function ownFaults(role: ContactRole, draft: ContactDraft): Promise<Faults | null> {
  const isOwner = role === "registrant";
  const fields = { ...inputOf(draft), type: role, ...(isOwner ? {} : { mode: draft.mode }) };
  const { phone, ...faults } =
    (await faultsOf(isOwner ? "contactOwnerSave" : "contactSave", Object.entries(fields))) ?? {};
  const missing = missingParts(draft).map((name) => [name, say("main.required")] as const);
  const all = {
    ...faults,
    ...(missing.length > 0
      ? Object.fromEntries(missing)
      : phone && { phone: t("domain.contact_phone_wrong") }),
  };
  return Object.keys(all).length > 0 ? all : null;
}

/**
 * The state of the dialog. What is wrong with a field comes from the contract's rules once the user has tried to save, and from the
 * server; it goes when the field is touched.
 */
export function useContactForm(id: number, role: ContactRole, contact: Contact | null, onClose: () => void) {
  const [start] = useState(() => draftOf(contact));
  const part = `contact:${role}`;
  const { value: draft, set: setDraft, isRestored } = useKept(part, start, isContactDraft);
  const [faults, setFaults] = useState<Faults>({});
  const [refusals, setRefusals] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const refuse = (next: Faults) => {
    setFaults(next);
    setRefusals((count) => count + 1);
  };

  const attempt = useAttempt(`${part}:attempt`);
  const save = useMutation<Saved>({
    mutationFn: () => send(id, role, draft, { idempotencyKey: attempt.keyOf(JSON.stringify(draft)) }),
    onSuccess: (reply) => {
      const { undo: _, ...contacts } = reply.data;
      putContacts(id, contacts);
      const spreads = draft.mode === "all_contacts" && reply.job !== null;
      if (spreads) spreadJobs.keep(id, reply.job);
      announce(id, spreads ? { ...reply, job: null } : reply);
      onClose();
    },
    onError: (error) => {
      if (explain(error) === "withdrawn") return onClose();
      refuse(error instanceof ApiError ? error.fields : {});
    },
    onSettled: (_reply, error) => attempt.ended(error),
  });
  const once = useOneAtATime();
  const confirm = () => once(() => save.mutateAsync().catch(() => undefined));
  const submit = async () => {
    const wrong = await ownFaults(role, draft);
    if (wrong) refuse(wrong);
    else if (draft.mode === "all_contacts") setAsking(true);
    else await save.mutateAsync().catch(() => undefined);
  };

  const change = (next: ContactDraft) => {
    setDraft(next);
    const touched = Object.keys(faults).filter(
      (name) => Reflect.get(next, name) !== Reflect.get(draft, name),
    );
    if (touched.length > 0)
      setFaults(Object.fromEntries(Object.entries(faults).filter(([name]) => !touched.includes(name))));
  };
  return {
    /** As it was opened. */
    start,
    draft,
    faults,
    refusals,
    isRestored,
    isSaving: save.isPending,
    isDirty: JSON.stringify(draft) !== JSON.stringify(start),
    change,
    /** The data of another contact in this form; how far the edit reaches stays. */
    copy: (other: Contact) => {
      setDraft({ ...draftOf(other), mode: draft.mode });
      setFaults({});
    },
    submit: () => once(submit),
    /** Set while an edit of all domains must be confirmed. */
    isAsking,
    confirm,
    stopAsking: () => setAsking(false),
  };
}
export type ContactForm = ReturnType<typeof useContactForm>;
