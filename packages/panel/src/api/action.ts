import { t } from "../i18n/i18n.ts";
import { toast } from "../ui/toast.ts";
import { describeError, isSessionEnd } from "./errors.ts";

/** What a success says: the server's own words, else "Operation done successfully". */
export const infoOf = ({ info }: { info: readonly string[] }): string => info[0] ?? t("ui.success_text");

/** An ended session has its own dialog; everything else that failed is a toast. */
export function toastError(error: unknown): void {
  if (!isSessionEnd(error)) toast.error(describeError(error));
}
