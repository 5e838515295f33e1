import { nameserversMax, nameserversMin } from "@atrio/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ClipboardEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { answerWords } from "./CheckResult.tsx";
import { answerOf, splitNames, spread } from "./nameserver-draft.ts";
import type { useNameserverForm } from "./use-nameserver-form.ts";

export interface ServerFieldsProps {
  form: ReturnType<typeof useNameserverForm>;
  /** As many as the registry takes. */
  most: number;
  /** Where nothing stands before them. */
  autoFocus: boolean;
}

/** Two to seven names (specification 1, section 5); beside each what the check said of it. */
export function ServerFields({ form, most, autoFocus }: ServerFieldsProps) {
  const { draft, check } = form;
  const { servers } = draft;
  const limit = Math.min(most, nameserversMax);
  const fields = useRef<HTMLDivElement>(null);
  const put = (next: readonly string[]) => form.change({ ...draft, servers: next });
  /** A field that was just added takes the focus; so does the one before a field that was removed. */
  const putAndFocus = (next: readonly string[], index: number) => {
    flushSync(() => put(next));
    fields.current?.querySelectorAll("input")[index]?.focus();
  };
  const paste = (index: number) => (event: ClipboardEvent<HTMLElement>) => {
    const names = splitNames(event.clipboardData.getData("text"));
    if (names.length < 2) return;
    event.preventDefault();
    put(spread(servers, index, names, limit));
  };
  return (
    <div ref={fields} className="grid gap-3">
      {Object.entries(servers).map(([position, server]) => {
        const index = Number(position);
        const answer = check && answerOf(check, server);
        const fault = form.faultOf(index) ?? answer?.error ?? null;
        return (
          <div key={position} className="flex items-start gap-2">
            <TextField
              name="dns[]"
              label={t("domain.nameserver", { number: index + 1 })}
              mono
              placeholder={`ns${index + 1}.example.com`}
              autoComplete="off"
              autoFocus={autoFocus && index === 0}
              value={server}
              onChange={(value) => put(servers.with(index, value))}
              onPaste={paste(index)}
              validate={() => fault}
              validationBehavior="aria"
              description={answer && !fault ? answerWords(answer) : undefined}
              className="flex-1"
            />
            {index >= nameserversMin && (
              <Button
                variant="ghost"
                icon={<IconTrash size={16} />}
                aria-label={t("domain.nameserver_remove", { number: index + 1 })}
                onPress={() => putAndFocus(servers.toSpliced(index, 1), index - 1)}
                className="mt-6"
              />
            )}
          </div>
        );
      })}
      {servers.length < limit && (
        <div>
          <Button
            size="sm"
            icon={<IconPlus size={15} />}
            onPress={() => putAndFocus([...servers, ""], servers.length)}
          >
            {t("domain.nameserver_add")}
          </Button>
        </div>
      )}
    </div>
  );
}
