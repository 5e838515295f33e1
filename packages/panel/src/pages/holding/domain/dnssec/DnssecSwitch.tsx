import type { DnssecStatus } from "@atrio/contract";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { infoOf } from "../../../../api/action.ts";
import { api } from "../../../../api/client.ts";
import { t } from "../../../../i18n/i18n.ts";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { Switch } from "../../../../ui/Switch.tsx";
import { toast } from "../../../../ui/toast.ts";
import { explain } from "../../explain.ts";
import { lockOf } from "../domain-access.ts";
import type { DomainPart } from "../domain-part.ts";
import { refreshDomain } from "../domain-queries.ts";
import { isWorking, putStatus } from "./dnssec-queries.ts";
import { SwitchSteps } from "./SwitchSteps.tsx";

/** Turned back, it goes the safe way from wherever it is: that is its undo. */
function useSwitch(id: number) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (on: boolean) => api.dnssecToggle({ params: { id }, input: { value: on ? "1" : "0" } }),
    onSuccess: (reply, on) => {
      putStatus(id, reply.data.status);
      const back = { label: t("domain.undo"), onAction: () => mutate(!on) };
      toast.success(infoOf(reply), { action: reply.job === null ? undefined : back });
    },
    onError: (error) => {
      explain(error);
      void refreshDomain(id);
    },
  });
  return { set: mutate, isRunning: isPending, asked: isPending ? variables : undefined };
}

export interface DnssecSwitchProps extends DomainPart {
  status: DnssecStatus;
  state: NonNullable<DnssecStatus["switch"]>;
}

/** Only where the zone is here: it is signed, and the registry told of its key, in the order that breaks nothing. */
export function DnssecSwitch({ status, state, ...part }: DnssecSwitchProps) {
  const title = useId();
  const { holding } = part;
  const { set, isRunning, asked } = useSwitch(holding.id);
  const locked = lockOf("dnssecToggle", part);
  return (
    <div className="mt-3">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p id={title} className="font-medium">
            {t("domain.dnssec_switch")}
          </p>
          <p className="text-small text-pretty text-muted">{t("domain.dnssec_switch_text")}</p>
        </div>
        {holding.can("dnssecToggle") ? (
          <span className="flex items-center gap-2">
            {locked !== undefined && <LockHint reason={locked} />}
            <Switch
              aria-labelledby={title}
              isSelected={asked ?? state.on}
              isDisabled={locked !== undefined}
              isReadOnly={isRunning}
              onChange={set}
            />
          </span>
        ) : (
          <span className={state.on ? "text-success" : "text-danger"}>
            {state.on ? <IconCheck size={20} aria-hidden /> : <IconX size={20} aria-hidden />}
            <span className="sr-only">{t(state.on ? "domain.on" : "domain.off")}</span>
          </span>
        )}
      </div>
      {isWorking(status) && <SwitchSteps state={state} />}
    </div>
  );
}
