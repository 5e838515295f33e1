import type { ReactNode } from "react";
import { t } from "../../../../i18n/i18n.ts";
import { ChoiceField } from "../../../../ui/ChoiceField.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { type QuotaDraft, quotaUnits } from "./quota.ts";

export interface QuotaFieldsProps {
  draft: QuotaDraft;
  onChange: (draft: QuotaDraft) => void;
  /** What the contract or the server said of it. */
  fault: string | undefined;
  /** Whether it may be without a limit. */
  maySpare: boolean;
  description?: ReactNode;
  autoFocus?: boolean;
}

/** The space of a mailbox. */
export function QuotaFields(props: QuotaFieldsProps) {
  const { draft, onChange, fault, maySpare, description, autoFocus = false } = props;
  return (
    <>
      {maySpare && (
        <ChoiceField
          name="limit"
          label={t("mailbox.quota")}
          value={draft.isLimited ? "limited" : "unlimited"}
          onChange={(choice) => onChange({ ...draft, isLimited: choice === "limited" })}
          choices={[
            { id: "limited", label: t("mailbox.quota_limited") },
            { id: "unlimited", label: t("mailbox.quota_unlimited") },
          ]}
        />
      )}
      {draft.isLimited && (
        <div className="flex items-start gap-2">
          <TextField
            name="amount"
            label={t("mailbox.quota_amount")}
            description={fault === undefined ? description : undefined}
            inputMode="decimal"
            autoComplete="off"
            autoFocus={autoFocus}
            isRequired
            value={draft.amount}
            onChange={(amount) => onChange({ ...draft, amount })}
            validate={() => fault ?? null}
            validationBehavior="aria"
            className="flex-1"
          />
          <SelectField
            name="unit"
            label={t("mailbox.quota_unit")}
            options={quotaUnits.map((unit) => ({ id: unit, label: unit }))}
            value={draft.unit}
            onChange={(unit) => onChange({ ...draft, unit })}
          />
        </div>
      )}
      {!draft.isLimited && fault && <p className="text-label text-danger">{fault}</p>}
    </>
  );
}
