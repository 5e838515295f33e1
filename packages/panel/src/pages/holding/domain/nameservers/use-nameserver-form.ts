import type { Calls, ReplyOf } from "@atrio/contract";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../../api/client.ts";
import { ApiError } from "../../../../api/errors.ts";
import { useAttempt } from "../../../../form/useAttempt.ts";
import { useKept } from "../../../../form/useKept.ts";
import { useOneAtATime } from "../../../../form/useOneAtATime.ts";
import { say } from "../../../../i18n/say.ts";
import { explain } from "../../explain.ts";
import { announce } from "../domain-changes.ts";
import { putDomain } from "../domain-queries.ts";
import { faultsOf, inputOf, isNameserverDraft, type NameserverDraft } from "./nameserver-draft.ts";

export type Check = ReplyOf<Calls["nameserverCheck"]>;

/** Whether something would stop working: then saving asks first. */
export const breaksSomething = ({ servers, lostTotal, breaksDnssec }: Check): boolean =>
  breaksDnssec || lostTotal > 0 || servers.some(({ answers }) => !answers);
const isRefused = ({ servers }: Check): boolean => servers.some(({ error }) => error !== null);

/** What was said of the servers is true of these only. */
interface Checked {
  readonly of: string;
  readonly check: Check;
}

/**
 * The state of the dialog. Nothing is saved before the new servers were asked what they would answer; what breaks is shown, and
 * saved all the same only once that is confirmed.
 */
export function useNameserverForm(id: number, start: NameserverDraft, onClose: () => void) {
  const { value: draft, set, isRestored } = useKept("nameservers", start, isNameserverDraft);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [faults, setFaults] = useState<readonly (string | null)[]>([]);
  const [general, setGeneral] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isAsking, setAsking] = useState(false);
  /** What was pressed last: saving checks too, and its button shows both. */
  const [isToSave, setToSave] = useState(false);
  const input = inputOf(draft);
  const body = JSON.stringify(input);
  const check = checked?.of === body ? checked.check : null;

  const refuse = (own: readonly (string | null)[], other: string | null = null) => {
    setFaults(own);
    setGeneral(other);
    setRefusals((count) => count + 1);
  };
  /** The server's refusal names the name server; beside its field if it is one of them. */
  const fail = (error: Error) => {
    if (explain(error) === "withdrawn") return onClose();
    const message = error instanceof ApiError ? error.fields["dns[]"] : undefined;
    if (message === undefined) return;
    const at = draft.servers.map((server) =>
      server !== "" && message.includes(server.trim().toLowerCase()) ? message : null,
    );
    refuse(at, at.some(Boolean) ? null : message);
  };

  const asked = useMutation({
    mutationFn: () => api.nameserverCheck({ params: { id }, input }),
    onSuccess: ({ data }) => {
      setChecked({ of: body, check: data });
      if (isRefused(data)) setRefusals((count) => count + 1);
    },
    onError: fail,
  });
  const attempt = useAttempt("nameservers:attempt");
  const saved = useMutation({
    mutationFn: () => api.nameserverEdit({ params: { id }, input }, { idempotencyKey: attempt.keyOf(body) }),
    onSuccess: (reply) => {
      putDomain(id, reply.data.domain);
      announce(id, reply);
      onClose();
    },
    onError: fail,
    onSettled: (_reply, error) => attempt.ended(error),
  });

  /** Null where it was refused, or could not be asked. */
  const ask = async (): Promise<Check | null> => {
    const wrong = faultsOf(draft);
    if (wrong) {
      refuse(wrong.map((fault) => fault && say(fault)));
      return null;
    }
    const answer =
      check ??
      (await asked.mutateAsync().then(
        ({ data }) => data,
        () => null,
      ));
    return answer && !isRefused(answer) ? answer : null;
  };
  const save = () => saved.mutateAsync().catch(() => undefined);
  const submit = async () => {
    setToSave(true);
    const answer = await ask();
    if (!answer) return;
    if (breaksSomething(answer)) setAsking(true);
    else await save();
  };
  const once = useOneAtATime();
  const isBusy = asked.isPending || saved.isPending;

  return {
    draft,
    isRestored,
    isDirty: JSON.stringify(draft) !== JSON.stringify(start),
    check,
    isChecking: isBusy && !isToSave,
    isSaving: isBusy && isToSave,
    isBusy,
    /** What is wrong with each server, in words. */
    faultOf: (index: number): string | null => faults[index] ?? null,
    /** What is wrong with none of them in particular. */
    general,
    refusals,
    change: (next: NameserverDraft) => {
      set(next);
      setFaults([]);
      setGeneral(null);
    },
    ask: () => {
      setToSave(false);
      void once(ask);
    },
    submit: () => once(submit),
    /** Set while what breaks must be confirmed. */
    isAsking,
    confirm: () => once(save),
    stopAsking: () => setAsking(false),
  };
}
