import type { CallName } from "@atrio/contract";
import { IconCheck, IconX } from "@tabler/icons-react";
import { t } from "../../../../i18n/i18n.ts";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { Switch } from "../../../../ui/Switch.tsx";
import type { Holding } from "../../holding.ts";

export interface SwitchControlProps {
  titleId: string;
  /** What it is for. */
  textId: string;
  holding: Holding;
  /** The call that turns it. */
  call: CallName;
  isOn: boolean;
  /** What was asked for a moment ago, while that is under way. */
  asked: boolean | undefined;
  /** Why it can't be turned; undefined where it can. */
  locked: string | undefined;
  /** That why stands beside it already. */
  isExplained?: boolean;
  onChange: (on: boolean) => void;
}

/** Shows at once what was asked for. For who may only look, how it stands (specification 1, section 4). */
export function SwitchControl(props: SwitchControlProps) {
  const { titleId, textId, holding, call, isOn, asked, locked, isExplained = false, onChange } = props;
  if (!holding.can(call)) return <State isOn={isOn} />;
  return (
    <span className="flex items-center gap-2">
      {locked !== undefined && !isExplained && <LockHint reason={locked} />}
      <Switch
        aria-labelledby={titleId}
        aria-describedby={textId}
        isSelected={asked ?? isOn}
        isDisabled={locked !== undefined}
        isReadOnly={asked !== undefined}
        onChange={onChange}
      />
    </span>
  );
}

const State = ({ isOn }: { isOn: boolean }) => (
  <span className={isOn ? "text-success" : "text-danger"}>
    {isOn ? <IconCheck size={20} aria-hidden /> : <IconX size={20} aria-hidden />}
    <span className="sr-only">{t(isOn ? "domain.on" : "domain.off")}</span>
  </span>
);
