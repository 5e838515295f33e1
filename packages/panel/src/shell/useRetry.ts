import { onlineManager, useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** In the place of a page that failed: asks again for all that it needs, the session too. Once online again, by itself. */
export function useRetry(): () => void {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useEffect(() => onlineManager.subscribe((isOnline) => isOnline && retry()));
  return retry;
}
