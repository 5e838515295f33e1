import { type FormEvent, useRef, useState } from "react";
import { useApiForm } from "../../../../form/useApiForm.ts";
import { useKept } from "../../../../form/useKept.ts";
import { locale } from "../../../../i18n/i18n.ts";
import { explainOrClose } from "../../explain.ts";
import { announce, putAlias, putMailbox } from "../mail-changes.ts";
import { pageOf, useMailService } from "../mail-queries.ts";
import type { MailKind } from "../mail-search.ts";
import { offeredQuota, type QuotaDraft, readQuota, writeQuota } from "../mailbox/quota.ts";
import { useMailAddress } from "../use-mail-address.ts";
import { isTargets } from "./targets.ts";

const noTargets: readonly string[] = [""];

/** What is typed of a new mailbox or alias, and the call that makes it. Once made, the list shows it, or another is begun. */
export function useNewAddress(id: number, kind: MailKind, onClose: () => void) {
  const { closeAt } = useMailAddress();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const targets = useKept("new-alias:targets", noTargets, isTargets);
  const service = useMailService(id).data?.mail;
  const [chosen, setQuota] = useState<QuotaDraft | null>(null);
  const quota = chosen ?? { isLimited: true, ...writeQuota(offeredQuota(service), locale()) };
  const isAnotherWanted = useRef(false);
  const [made, setMade] = useState(0);
  const end = (item: number) => {
    if (!isAnotherWanted.current) return closeAt(pageOf(id, kind, item));
    setName("");
    setPassword("");
    targets.set(noTargets);
    setMade(made + 1);
  };
  const mailbox = useApiForm("mailboxCreate", {
    params: { id },
    prepare: () => ({ name, password, quota: readQuota(quota) }),
    onSuccess: (reply) => {
      putMailbox(id, reply.data.correo);
      announce(id, reply, reply.data.undo, "mailboxUndo");
      end(reply.data.correo.id);
    },
    ...explainOrClose(onClose),
  });
  const alias = useApiForm("aliasCreate", {
    params: { id },
    onSuccess: (reply) => {
      putAlias(id, reply.data.alias);
      announce(id, reply, reply.data.undo, "aliasUndo");
      end(reply.data.alias.id);
    },
    ...explainOrClose(onClose),
  });
  const form = kind === "alias" ? alias : mailbox;
  /** By a button or Enter it is the last one, by `requestSubmit` alone another follows. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { nativeEvent } = event;
    isAnotherWanted.current = nativeEvent instanceof SubmitEvent && nativeEvent.submitter === null;
    form.props.onSubmit(event);
  };
  return { form, submit, made, service, name, setName, password, setPassword, targets, quota, setQuota };
}
