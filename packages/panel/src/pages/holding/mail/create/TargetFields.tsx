import { mailTargetsMax } from "@atrio/contract";
import { parseMailAddress } from "@atrio/contract/fields/mail-address.ts";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ClipboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "../../../../i18n/i18n.ts";
import { say } from "../../../../i18n/say.ts";
import { Button } from "../../../../ui/Button.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { splitTargets, spreadTargets } from "./targets.ts";

export interface TargetFieldsProps {
  /** One at least; empty ones are sent by nobody. */
  targets: readonly string[];
  onChange: (targets: readonly string[]) => void;
  /** What the contract or the server said of the list. */
  fault: string | undefined;
  /** Addresses to offer, such as the domain's own mailboxes. */
  suggestions: readonly string[];
  autoFocus?: boolean;
}

/** Specification 1, section 5: checked on blur and on change; an invalid one says "Error", and here what is wrong with it. */
function wrong(target: string): string | null {
  if (target.trim() === "") return null;
  const parsed = parseMailAddress(target);
  return parsed.ok ? null : `${t("error")}: ${say(parsed.error)}`;
}

/** Where mail goes on to, an address a field. The first can't be removed. Sent as one field, separated by commas. */
export function TargetFields({ targets, onChange, fault, suggestions, autoFocus }: TargetFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  /** Nobody is told of a fault before having finished the address once. */
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const putAndFocus = (next: readonly string[], index: number) => {
    flushSync(() => onChange(next));
    fields.current?.querySelectorAll("input")[index]?.focus();
  };
  const paste = (index: number) => (event: ClipboardEvent<HTMLElement>) => {
    const addresses = splitTargets(event.clipboardData.getData("text"));
    if (addresses.length < 2) return;
    event.preventDefault();
    onChange(spreadTargets(targets, index, addresses));
  };
  const faults: (string | null)[] = targets.map((target, index) =>
    left.has(index) || fault ? wrong(target) : null,
  );
  // What names no address of the list, or one that looks right, stands at the first.
  const named = targets.findIndex((target) => target.trim() !== "" && fault?.includes(target.trim()));
  if (fault && !faults.some((one) => one !== null)) faults[Math.max(0, named)] = fault;
  const offered = suggestions.filter((address) => !targets.includes(address));
  return (
    <div ref={fields} className="grid gap-3">
      {Object.entries(targets).map(([position, target]) => {
        const index = Number(position);
        return (
          <div key={position} className="flex items-start gap-2">
            <TextField
              label={t("mail_page.target", { number: index + 1, count: targets.length })}
              mono
              type="email"
              placeholder="ana@example.com"
              autoComplete="off"
              autoFocus={autoFocus === true && index === 0}
              suggestions={offered}
              value={target}
              onChange={(value) => onChange(targets.with(index, value))}
              onBlur={() => setLeft(new Set([...left, index]))}
              onPaste={paste(index)}
              validate={() => faults[index] ?? null}
              validationBehavior="aria"
              isRequired={index === 0}
              className="flex-1"
            />
            {index > 0 && (
              <Button
                variant="ghost"
                icon={<IconTrash size={16} />}
                aria-label={t("mail_page.target_remove", { number: index + 1 })}
                onPress={() => putAndFocus(targets.toSpliced(index, 1), index - 1)}
                className="mt-6"
              />
            )}
          </div>
        );
      })}
      <input
        type="hidden"
        name="target"
        value={targets
          .map((target) => target.trim())
          .filter(Boolean)
          .join(",")}
      />
      {targets.length < mailTargetsMax && (
        <div>
          <Button
            size="sm"
            icon={<IconPlus size={15} />}
            onPress={() => putAndFocus([...targets, ""], targets.length)}
          >
            {t("mail_page.target_add")}
          </Button>
        </div>
      )}
    </div>
  );
}
