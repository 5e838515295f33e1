import { type ReactNode, useContext, useLayoutEffect, useState } from "react";
import { FieldError, FieldErrorContext } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { afterPress } from "./after-press.ts";
import { cx } from "./cx.ts";
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

/**
 * Help and refusal below a field; the refusal is tied to the field and read out with it. It neither comes nor goes under the
 * pointer: one that comes with a press takes its room after it, one that goes leaves its room.
 */
export function FieldNotes({ description }: { description?: ReactNode }) {
  const isInvalid = useContext(FieldErrorContext)?.isInvalid ?? false;
  const [isSettled, setSettled] = useState(isInvalid);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => afterPress(() => setSettled(isInvalid)), [isInvalid]);
  const isShown = isInvalid && isSettled;
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className="text-small text-muted">
          {description}
        </Text>
      )}
      <FieldError
        ref={(line) => {
          if (line && isShown) setRoom(line.offsetHeight);
        }}
        className={cx("text-small text-danger", !isShown && "invisible absolute")}
      />
      {!isShown && room > 0 && <span aria-hidden className="block" style={{ height: room }} />}
    </>
  );
}
