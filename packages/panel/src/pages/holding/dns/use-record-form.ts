import { conflictsWith, recordTypes, toAscii, type DnsRecord, type RecordType } from "@atrio/contract";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Options, type Reply } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { useAttempt } from "../../../form/useAttempt.ts";
import { useKept } from "../../../form/useKept.ts";
import { say } from "../../../i18n/say.ts";
import { explain } from "../explain.ts";
import type { FieldName, RecordDraft } from "./record-fields.ts";
import {
  checkDraft,
  draftOf,
  emptyDraft,
  inputOf,
  isDraft,
  toFields,
  type FieldMessages,
} from "./record-form.ts";
import type { RecordDialogProps } from "./RecordDialog.tsx";
import type { FieldWords } from "./RecordFields.tsx";
import { pendingRecords } from "./pending-records.ts";
import { addRecord, announce, putRecord } from "./zone-changes.ts";
import { useNeighbours } from "./zone-queries.ts";

const sayAll = (messages: FieldMessages): FieldWords =>
  Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, say(message)]));

/** A chosen type alone is no change: nothing is lost with it. */
const isSame = (a: RecordDraft, b: RecordDraft): boolean =>
  JSON.stringify({ ...a, type: b.type }) === JSON.stringify(b);

/**
 * The state of the record dialog. A field's message comes from the contract's rules once the user has tried to save, from
 * the loaded neighbours as soon as they contradict, and from the server; the last two go when the field is touched.
 */
export function useRecordForm({ id, zone, record, type, onClose }: RecordDialogProps) {
  const [start] = useState(() => (record ? draftOf(record) : emptyDraft(type ?? recordTypes[0])));
  const { value: draft, set: setDraft, isRestored } = useKept("record", start, isDraft);
  const [hasTried, setTried] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const [fromServer, setFromServer] = useState<FieldWords>({});
  const isDirty = !isSame(draft, start);

  const zoneName = toAscii(zone);
  const checked = checkDraft(draft, record, zoneName);
  const neighbours = useNeighbours(id, checked.record, record);
  const conflict = checked.record && isDirty ? conflictsWith(checked.record, neighbours, zoneName) : null;
  // A saved record keeps its name: there is no such field to mark.
  const conflicting = conflict
    ? toFields(draft, { [record ? "value" : conflict.field]: conflict.message })
    : {};
  const own = sayAll({ ...conflicting, ...(hasTried ? checked.messages : {}) });

  const attempt = useAttempt("record:attempt");
  const save = useMutation({
    mutationFn: () => send(id, draft, record, { idempotencyKey: attempt.keyOf(JSON.stringify(draft)) }),
    onSuccess: (reply) => {
      const { dns, undo } = reply.data;
      if (record) putRecord(id, dns);
      else addRecord(id, dns);
      announce(id, reply, undo);
      if (reply.job !== null) pendingRecords.keep(dns.id, reply.job);
      onClose();
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? toFields(draft, error.fields) : {};
      setFromServer(fields);
      setRefusals(refusals + 1);
      if (explain(error) === "withdrawn") onClose();
    },
    onSettled: (_reply, error) => attempt.ended(error),
  });

  return {
    draft,
    isDirty,
    isRestored,
    isSaving: save.isPending,
    /** What is wrong with each field, in words. */
    refused: { ...fromServer, ...own },
    /** How many attempts were refused. */
    refusals,
    chooseType: (chosen: RecordType) => {
      setDraft({ ...draft, type: chosen });
      setFromServer({});
      setTried(false);
    },
    change: (name: FieldName, value: string) => {
      setDraft({ ...draft, [name]: value });
      setFromServer({ ...fromServer, [name]: undefined });
    },
    submit: async () => {
      if (save.isPending) return;
      setTried(true);
      setFromServer({});
      if (checked.messages || conflict) setRefusals(refusals + 1);
      else await save.mutateAsync().catch(() => undefined);
    },
  };
}

type Saved = Reply<"dnsSave"> | Reply<"dnsCreate">;

function send(id: number, draft: RecordDraft, record: DnsRecord | null, options: Options): Promise<Saved> {
  const { zona, ...input } = inputOf(draft, record);
  return record
    ? api.dnsSave({ params: { id, zid: record.id }, input }, options)
    : api.dnsCreate({ params: { id }, input: { type: draft.type, zona, ...input } }, options);
}
