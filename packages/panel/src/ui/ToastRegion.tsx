import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import { type FocusEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { t } from "../i18n/i18n.ts";
import { cx } from "./cx.ts";
import { NativeButton } from "./NativeButton.tsx";
import { type Toast, toasts, type ToastTone } from "./toast.ts";

const icons = { success: IconCheck, error: IconAlertTriangle, info: IconInfoCircle };
const tones: Record<ToastTone, string> = {
  success: "bg-success-soft text-success",
  error: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
};

/**
 * Bottom right, over everything; while a dialog is open, where its controls are not (clear-notices.ts). The two live regions
 * are there before their text is, or screen readers say nothing: errors interrupt, the rest waits its turn. F6 leads
 * here and back. React Aria's dialogs leave alone what is marked as its top layer.
 */
export function ToastRegion() {
  const all = useSyncExternalStore(toasts.subscribe, toasts.list);
  const region = useRef<HTMLDivElement>(null);
  /** Where the focus goes back to. */
  const before = useRef<HTMLElement | null>(null);
  const isAny = all.length > 0;
  useWayIn(region, before);
  // What closed under the pointer sends no event.
  useEffect(() => {
    if (!isAny) toasts.resume();
  }, [isAny]);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    toasts.pause();
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      before.current = relatedTarget;
  };
  const close = (key: number) => {
    if (region.current?.contains(document.activeElement)) goBack(before.current);
    toasts.close(key);
  };
  return (
    <div
      ref={region}
      role={isAny ? "region" : undefined}
      aria-label={isAny ? t("ui.notices") : undefined}
      tabIndex={-1}
      data-react-aria-top-layer="true"
      onPointerEnter={toasts.pause}
      onPointerLeave={toasts.resume}
      onFocus={enter}
      onBlur={leave}
      className={cx(
        "fixed right-6 bottom-[var(--notices,1.5rem)] z-50 flex w-90 max-w-[calc(100vw-2rem)] flex-col outline-none max-sm:right-4 max-sm:bottom-[var(--notices,1rem)]",
        isAny && "gap-2",
      )}
    >
      <div aria-live="polite" className="flex flex-col gap-2">
        <Toasts list={all.filter(({ tone }) => tone !== "error")} onClose={close} />
      </div>
      <div aria-live="assertive" className="flex flex-col gap-2">
        <Toasts list={all.filter(({ tone }) => tone === "error")} onClose={close} />
      </div>
    </div>
  );
}

const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
  if (!currentTarget.contains(relatedTarget)) toasts.resume();
};

type OnClose = (key: number) => void;

const Toasts = ({ list, onClose }: { list: readonly Toast[]; onClose: OnClose }) =>
  list.map((toast) => <ToastCard key={toast.key} toast={toast} onClose={() => onClose(toast.key)} />);

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { tone, title, text, action } = toast;
  const Icon = icons[tone];
  return (
    <div className="flex animate-appear items-start gap-3 rounded-card border border-line bg-surface p-4 shadow-float">
      <span className={cx("grid size-6 shrink-0 place-items-center rounded-full", tones[tone])}>
        <Icon size={15} aria-hidden />
      </span>
      {/* Beside one line of text, below more. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          <p className="text-label text-muted wrap-anywhere">{text}</p>
        </div>
        {action && (
          <NativeButton
            size="sm"
            onClick={() => {
              onClose();
              action.onAction();
            }}
          >
            {action.label}
          </NativeButton>
        )}
      </div>
      <button
        type="button"
        aria-label={t("ui.close")}
        onClick={onClose}
        className="-m-1 grid size-7 shrink-0 cursor-pointer place-items-center rounded-md text-muted hover:text-ink max-sm:-m-2.5 max-sm:size-11"
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}

/** To where the focus was; the page itself where that was nowhere, or is gone. */
function goBack(before: HTMLElement | null): void {
  const place = before?.isConnected ? before : document.querySelector("main");
  place?.focus();
}

type Place = RefObject<HTMLElement | null>;

/** F6 goes between the page and the notices, as between the parts of any window. */
function useWayIn(region: Place, before: Place): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const there = region.current;
      if (event.key !== "F6" || !there || toasts.list().length === 0) return;
      event.preventDefault();
      const isThere = there.contains(document.activeElement);
      if (isThere) goBack(before.current);
      else there.querySelector("button")?.focus();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [region, before]);
}
