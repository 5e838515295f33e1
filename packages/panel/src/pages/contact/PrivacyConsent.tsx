import { useId } from "react";
import { t } from "../../i18n/i18n.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { PrivacyPolicyLink } from "./PrivacyPolicyLink.tsx";

export interface PrivacyConsentProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  name?: string;
}

/** The tick without which nothing is sent. The policy's name in the label opens it; the box and the other words tick. */
export function PrivacyConsent(props: PrivacyConsentProps) {
  const id = useId();
  // The words between the bars are the link: the sentence stays whole for who translates it.
  const [before, policy, after] = t("privacy.consent").split("|");
  return (
    <div className="flex items-center gap-2.5">
      <Checkbox {...props} id={`${id}-box`} value="1" aria-labelledby={id} />
      <span id={id}>
        <Words of={`${id}-box`}>{before}</Words>
        <PrivacyPolicyLink>{policy}</PrivacyPolicyLink>
        <Words of={`${id}-box`}>{after}</Words>
      </span>
    </div>
  );
}

const Words = ({ of, children }: { of: string; children: string | undefined }) => (
  <label htmlFor={of} className="cursor-pointer max-sm:py-3">
    {children}
  </label>
);
