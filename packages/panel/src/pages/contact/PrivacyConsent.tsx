import { useId } from "react";
import { t } from "../../i18n/i18n.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { PrivacyPolicyLink } from "./PrivacyPolicyLink.tsx";

export interface PrivacyConsentProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  name?: string;
}

/** The tick without which nothing is sent. The policy's name in the label opens it; the box is what ticks. */
export function PrivacyConsent(props: PrivacyConsentProps) {
  const id = useId();
  // The words between the bars are the link: the sentence stays whole for who translates it.
  const [before, policy, after] = t("privacy.consent").split("|");
  return (
    <div className="flex items-center gap-2.5">
      <Checkbox {...props} value="1" aria-labelledby={id} />
      <span id={id}>
        {before}
        <PrivacyPolicyLink>{policy}</PrivacyPolicyLink>
        {after}
      </span>
    </div>
  );
}
