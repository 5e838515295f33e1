import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { api, type Reply } from "../../../../api/client.ts";
import { useOneAtATime } from "../../../../form/useOneAtATime.ts";
import { t } from "../../../../i18n/i18n.ts";
import { explain } from "../../explain.ts";
import { lockOf } from "../domain-access.ts";
import { announce } from "../domain-changes.ts";
import type { DomainPart } from "../domain-part.ts";
import { putDomain, refreshDomain } from "../domain-queries.ts";
import { SwitchControl } from "../section/SwitchControl.tsx";
import { ActionRow } from "./ActionRow.tsx";
import { type Toggle, toggles } from "./toggles.ts";

type ToggleCall = (typeof toggles)[Toggle]["call"];

/** The switch shows at once what was asked for, and in the end what the registry has. */
function useToggle(id: number, name: Toggle) {
  const once = useOneAtATime();
  const { mutateAsync, isPending, variables } = useMutation({
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
  const set = (on: boolean) => void once(() => mutateAsync(on).catch(() => undefined));
  return { set, asked: isPending ? variables : undefined };
}

export function ToggleRow({ name, ...part }: DomainPart & { name: Toggle }) {
  const { holding, domain } = part;
  const { call, pending } = toggles[name];
  const title = useId();
  const text = useId();
  const { set, asked } = useToggle(holding.id, name);
  const isRegistrys = name === "transferBlock" && domain.transferBlockByRegistry;
  return (
    <ActionRow
      titleId={title}
      textId={text}
      title={t(`domain.toggle.${name}`)}
      text={isRegistrys ? t("domain.locked_registry") : t(`domain.toggle.${name}_text`)}
      domain={domain}
      pending={pending}
    >
      <SwitchControl
        titleId={title}
        textId={text}
        holding={holding}
        call={call}
        isOn={domain[name]}
        asked={asked}
        locked={isRegistrys ? t("domain.locked_registry") : lockOf(call, part)}
        isExplained={domain.pending.includes(pending)}
        onChange={set}
      />
    </ActionRow>
  );
}
