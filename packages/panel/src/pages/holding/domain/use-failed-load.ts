import { useEffect } from "react";
import { invalidate } from "../../../api/query.ts";
import { useHolding } from "../holding.ts";

/** What a dialog could not load may be what the user may no longer see: his permissions are asked for again. */
export function useFailedLoad(error: Error | null): void {
  const { id } = useHolding();
  useEffect(() => {
    if (error) void invalidate(["permissionGet"], { id });
  }, [error, id]);
}
