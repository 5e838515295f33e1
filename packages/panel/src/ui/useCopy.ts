import { useEffect, useState } from "react";

/** Specification 1, section 9. */
const confirmedMs = 2000;

/** Copies text and says for two seconds that it did. `onFailed`: where the browser does not let us, as over plain HTTP. */
export function useCopy(onFailed: () => void) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (outcome !== "copied") return undefined;
    const timer = setTimeout(() => setOutcome(null), confirmedMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (text: string) => {
    try {
      // Over plain HTTP there is no clipboard at all.
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      onFailed();
      setOutcome("failed");
    }
  };
  return { outcome, copy };
}
