import { useEffect, useRef } from "react";

/** After each refused attempt the first wrong field has the focus, so that its message is read out. */
export function useFocusOnRefusal(refusals: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    const wrong = "[data-invalid] :is(input:not([type=hidden]), textarea, button)";
    form.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [refusals]);
  return form;
}
