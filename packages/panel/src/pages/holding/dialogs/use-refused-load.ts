import { useEffect, useEffectEvent } from "react";
import { ApiError } from "../../../api/errors.ts";
import { explain } from "../explain.ts";

/** Closes a dialog that the user may not load any more, and says why. Other failures stay in it, where a retry helps. */
export function useRefusedLoad(error: Error | null, close: (() => void) | undefined): void {
  const refuse = useEffectEvent(() => {
    if (close === undefined) return;
    explain(error);
    close();
  });
  useEffect(() => {
    if (error instanceof ApiError && error.status === 403) refuse();
  }, [error]);
}
