import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components/Toast";
import { t } from "../i18n/i18n.ts";

export type ToastTone = "success" | "error" | "info";
export interface ToastAction {
  label: string;
  onAction: () => void;
}
export interface ToastOptions {
  /** "Success", "Error" or "Notice" when left out. */
  title?: string;
  /** Such as Undo. */
  action?: ToastAction;
}
export interface ToastContent extends ToastOptions {
  tone: ToastTone;
  title: string;
  text: string;
}

/** Specification 1, section 9: 5 s; the clock stops while the pointer or the focus is on it. */
const lifeMs = 5000;
export const toasts = new ToastQueue<ToastContent>({ maxVisibleToasts: 4 });

const show =
  (tone: ToastTone) =>
  (text: string, { title = t(`ui.${tone}`), action }: ToastOptions = {}): void => {
    toasts.add({ tone, title, text, action }, { timeout: lifeMs });
  };

/** Read out politely; drawn bottom right by <ToastRegion>. */
export const toast = { success: show("success"), error: show("error"), info: show("info") };
