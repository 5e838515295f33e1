import { useRef } from "react";

/** For what is sent: a second press is part of the first, even before the page was drawn as locked. */
export function useOneAtATime(): (send: () => Promise<unknown>) => Promise<void> {
  const isRunning = useRef(false);
  return async (send) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await send();
    } finally {
      isRunning.current = false;
    }
  };
}
