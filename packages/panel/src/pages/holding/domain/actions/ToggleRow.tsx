import type { PendingChange } from "@atrio/contract";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { api, type Reply } from "../../../../api/client.ts";
import { t } from "../../../../i18n/i18n.ts";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { Switch } from "../../../../ui/Switch.tsx";
import { explain } from "../../explain.ts";
import { ActionRow } from "./ActionRow.tsx";
import { lockOf } from "../domain-access.ts";
import { announce } from "../domain-changes.ts";
import type { DomainPart } from "../domain-part.ts";
import { putDomain, refreshDomain } from "../domain-queries.ts";

export const toggles = {
  transferBlock: { call: "domainToggleTransferBlock", pending: "transferLock" },
  whoisPrivacy: { call: "domainToggleWhoisPrivacy", pending: "privacy" },
  blocked: { call: "domainToggleBlock", pending: "block" },
} as const satisfies Record<string, { call: string; pending: PendingChange }>;
export type Toggle = keyof typeof toggles;
type ToggleCall = (typeof toggles)[Toggle]["call"];

/** The switch shows at once what was asked for, and in the end what the registry has. */
function useToggle(id: number, name: Toggle) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (on: boolean): Promise<Reply<ToggleCall>> =>
      api[toggles[name].call]({ params: { id }, input: { value: on ? "1" : "0" } }),
    onSuccess: (reply) => {
      putDomain(id, reply.data.domain);
      announce(id, reply);
    },
    onError: (error) => {
      explain(error);
      void refreshDomain(id);
    },
  });
  return { set: mutate, isRunning: isPending, asked: isPending ? variables : undefined };
}

export function ToggleRow({ name, ...part }: DomainPart & { name: Toggle }) {
  const { holding, domain } = part;
  const { call, pending } = toggles[name];
  const title = useId();
  const { set, isRunning, asked } = useToggle(holding.id, name);
  const isOn = domain[name];
  const isRegistrys = name === "transferBlock" && domain.transferBlockByRegistry;
  const locked = isRegistrys ? t("domain.locked_registry") : lockOf(call, part);
  return (
    <ActionRow
      titleId={title}
      title={t(`domain.toggle.${name}`)}
      text={isRegistrys ? t("domain.locked_registry") : t(`domain.toggle.${name}_text`)}
      domain={domain}
      pending={pending}
    >
      {holding.can(call) ? (
        <span className="flex items-center gap-2">
          {locked !== undefined && !domain.pending.includes(pending) && <LockHint reason={locked} />}
          <Switch
            aria-labelledby={title}
            isSelected={asked ?? isOn}
            isDisabled={locked !== undefined}
            isReadOnly={isRunning}
            onChange={set}
          />
        </span>
      ) : (
        <State isOn={isOn} />
      )}
    </ActionRow>
  );
}

/** For who may only look (specification 1, section 4). */
const State = ({ isOn }: { isOn: boolean }) => (
  <span className={isOn ? "text-success" : "text-danger"}>
    {isOn ? <IconCheck size={20} aria-hidden /> : <IconX size={20} aria-hidden />}
    <span className="sr-only">{t(isOn ? "domain.on" : "domain.off")}</span>
  </span>
);
