import { t } from "../i18n/i18n.ts";
import { toast, toasts } from "../ui/toast.ts";
import { ApiError, describeError, isSessionEnd } from "./errors.ts";

/** The browsers' words for code that is gone: the panel was upgraded meanwhile, or the connection is down. */
const notLoaded = /dynamically imported module|Importing a module script|preload CSS/i;

/** What a user should hear of what nobody caught; null: nothing. */
export function wordsOfUncaught(error: unknown): string | null {
  // Without an error object: resize observers (specification 1, section 8), and scripts of browser extensions.
  if (!(error instanceof Error) || error.message.startsWith("ResizeObserver loop")) return null;
  // What was called off on purpose is none either; an ended session has its own dialog.
  if (error.name === "AbortError" || isSessionEnd(error)) return null;
  if (error instanceof ApiError) return describeError(error);
  return t(notLoaded.test(error.message) ? "ui.not_loaded" : "ui.uncaught");
}

function tell(error: unknown): void {
  const text = wordsOfUncaught(error);
  if (text === null || toasts.list().some((shown) => shown.text === text)) return;
  toast.error(text, { action: { label: t("ui.reload"), onAction: () => location.reload() } });
}

/** Once, at the start. The console has it all the same. */
export function listenForUncaught(): void {
  addEventListener("error", ({ error }: ErrorEvent) => tell(error));
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}
