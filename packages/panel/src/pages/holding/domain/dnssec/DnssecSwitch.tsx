import type { DnssecStatus } from "@atrio/contract";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { infoOf } from "../../../../api/action.ts";
import { api } from "../../../../api/client.ts";
import { useOneAtATime } from "../../../../form/useOneAtATime.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Skeleton } from "../../../../ui/Skeleton.tsx";
import { toast } from "../../../../ui/toast.ts";
import { explain } from "../../explain.ts";
import { lockOf } from "../domain-access.ts";
import type { DomainPart } from "../domain-part.ts";
import { refreshDomain } from "../domain-queries.ts";
import { SwitchControl } from "../section/SwitchControl.tsx";
import { isWorking, putStatus } from "./dnssec-queries.ts";
import { SwitchSteps } from "./SwitchSteps.tsx";

/** Turned back, it goes the safe way from wherever it is: that is its undo. */
function useSwitch(id: number) {
  const once = useOneAtATime();
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (on: boolean) => api.dnssecToggle({ params: { id }, input: { value: on ? "1" : "0" } }),
    onSuccess: (reply, on) => {
      putStatus(id, reply.data.status);
      const back = { label: t("domain.undo"), onAction: () => void mutateAsync(!on).catch(() => undefined) };
      const isBegun = reply.job !== null;
      toast[isBegun ? "info" : "success"](infoOf(reply), { action: isBegun ? back : undefined });
    },
    onError: (error) => {
      explain(error);
      void refreshDomain(id);
    },
  });
  const set = (on: boolean) => void once(() => mutateAsync(on).catch(() => undefined));
  return { set, asked: isPending ? variables : undefined };
}

export interface DnssecSwitchProps extends DomainPart {
  /** Undefined until known: its place is kept. */
  status: DnssecStatus | undefined;
}

/** Only where the zone is here: it is signed, and the registry told of its key, in the order that breaks nothing. */
export function DnssecSwitch({ status, ...part }: DnssecSwitchProps) {
  const title = useId();
  const text = useId();
  const { holding } = part;
  const state = status?.switch;
  const { set, asked } = useSwitch(holding.id);
  return (
    <div className="mt-3">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p id={title} className="font-medium">
            {t("domain.dnssec_switch")}
          </p>
          <p id={text} className="text-small text-pretty text-muted">
            {t("domain.dnssec_switch_text")}
          </p>
        </div>
        {state ? (
          <SwitchControl
            titleId={title}
            textId={text}
            holding={holding}
            call="dnssecToggle"
            isOn={state.on}
            asked={asked}
            locked={lockOf("dnssecToggle", part)}
            onChange={set}
          />
        ) : (
          <Skeleton className="w-9.5 shrink-0" />
        )}
      </div>
      {status && state && isWorking(status) && <SwitchSteps state={state} />}
    </div>
  );
}
