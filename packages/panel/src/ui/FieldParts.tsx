import { type ReactNode, useContext, useState } from "react";
import { FieldError, FieldErrorContext } from "react-aria-components/FieldError";
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
export function FieldNotes({ description }: { description?: ReactNode }) {
  const isInvalid = useContext(FieldErrorContext)?.isInvalid ?? false;
  const [room, setRoom] = useState(0);
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className="text-small text-muted">
          {description}
        </Text>
      )}
      <FieldError
        ref={(line) => {
          if (line) setRoom(line.offsetHeight);
        }}
        className="text-small text-danger"
      />
      {/* A message that goes leaves its room: the press that ends it must not miss a button that moves up. */}
      {!isInvalid && room > 0 && <span aria-hidden className="block" style={{ height: room }} />}
    </>
  );
}
