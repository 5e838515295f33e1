import { IconKey } from "@tabler/icons-react";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Card } from "../../../../ui/Card.tsx";
import { LockHint } from "../../../../ui/LockHint.tsx";
import { ActionRow } from "./ActionRow.tsx";
import type { DomainPart } from "../domain-part.ts";
import { SecretDialogs, secrets } from "./SecretDialogs.tsx";
import { toggleNames, toggles } from "./toggles.ts";
import { ToggleRow } from "./ToggleRow.tsx";
import { useDomainDialog } from "../use-domain-dialog.ts";

/** The locks of the domain, and what is needed to move it elsewhere. */
export function ActionsCard(part: DomainPart) {
  const { holding, domain } = part;
  const { open } = useDomainDialog();
  const shown = toggleNames.filter((name) => {
    const { call, capability } = toggles[name];
    return holding.sees(call) && (domain.capabilities[capability] || domain[name]);
  });
  const offered = secrets.filter(({ name, call }) => holding.can(call) && domain.capabilities[name]);
  if (shown.length + offered.length === 0) return null;
  return (
    <Card title={t("domain.actions")}>
      <ul className="divide-y divide-line">
        {shown.map((name) => (
          <ToggleRow key={name} name={name} {...part} />
        ))}
        {offered.map(({ name }) => (
          <ActionRow key={name} title={t(`domain.${name}`)} text={t(`domain.${name}_text`)} domain={domain}>
            {domain.blocked && !domain[name] ? (
              <LockHint reason={t("domain.locked_blocked")} />
            ) : (
              <Button
                size="sm"
                icon={<IconKey size={15} aria-hidden />}
                aria-label={t("domain.show_of", { what: t(`domain.${name}`) })}
                onPress={() => open(name)}
              >
                {t("domain.show")}
              </Button>
            )}
          </ActionRow>
        ))}
      </ul>
      <SecretDialogs {...part} />
    </Card>
  );
}
