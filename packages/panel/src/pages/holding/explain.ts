import { toastError } from "../../api/action.ts";
import { ApiError } from "../../api/errors.ts";
import { invalidate } from "../../api/query.ts";

const noPermission = 110;

/** Tells of a refused change. `withdrawn`: the permission went meanwhile, so whatever offered the change must close. */
export function explain(error: unknown): "withdrawn" | "told" {
  toastError(error);
  if (!(error instanceof ApiError) || error.statusCode !== noPermission) return "told";
  void invalidate(["permissionGet", "permissionList"]);
  return "withdrawn";
}

/** For a form in a dialog: a refusal is told once, and the dialog closes where the permission went. */
export const explainOrClose = (onClose: () => void) => ({
  isToastLeftOut: true,
  onError: (error: unknown) => explain(error) === "withdrawn" && onClose(),
});
