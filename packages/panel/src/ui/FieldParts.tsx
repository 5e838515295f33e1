import type { ReactNode } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { labelStyle } from "./field-style.ts";

/** What every field may be given beside React Aria's own properties. */
export interface FieldProps {
  label: string;
  /** A line below: what it is for, or an example. */
  description?: ReactNode;
}

export const FieldLabel = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <span className="flex items-baseline justify-between gap-2">
    <Label className={labelStyle}>{children}</Label>
    {action}
  </span>
);

/** Help and refusal below a field; the refusal is tied to the field and read out with it. */
export const FieldNotes = ({ description }: { description?: ReactNode }) => (
  <>
    {description !== undefined && (
      <Text slot="description" className="text-small text-muted">
        {description}
      </Text>
    )}
    <FieldError className="text-small text-danger" />
  </>
);
