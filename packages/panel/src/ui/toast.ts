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
  action?: ToastAction | undefined;
}
export interface Toast {
  readonly key: number;
  readonly tone: ToastTone;
  readonly title: string;
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

/** Specification 1, section 9. */
const lifeMs = 5000;
/** More would cover the page; the oldest goes. */
const mostShown = 4;

interface Clock {
  leftMs: number;
  startedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

let lastKey = 0;
let shown: readonly Toast[] = [];
let isPaused = false;
const clocks = new Map<number, Clock>();
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function start(key: number, clock: Clock): void {
  clock.startedAt = performance.now();
  clock.timer = setTimeout(() => toasts.close(key), clock.leftMs);
}

/** What is shown, newest last: drawn by <ToastRegion>. */
export const toasts = {
  list: (): readonly Toast[] => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  add: (toast: Omit<Toast, "key">): void => {
    const key = ++lastKey;
    const clock: Clock = { leftMs: lifeMs, startedAt: 0, timer: undefined };
    clocks.set(key, clock);
    if (!isPaused) start(key, clock);
    for (const { key: old } of shown.slice(0, Math.max(0, shown.length + 1 - mostShown))) toasts.close(old);
    show([...shown, { ...toast, key }]);
  },
  close: (key: number): void => {
    clearTimeout(clocks.get(key)?.timer);
    clocks.delete(key);
    show(shown.filter((toast) => toast.key !== key));
  },
  /** While the pointer or the focus is on them: nobody reads against the clock. */
  pause: (): void => {
    if (isPaused) return;
    isPaused = true;
    for (const clock of clocks.values()) {
      clearTimeout(clock.timer);
      clock.leftMs -= performance.now() - clock.startedAt;
    }
  },
  resume: (): void => {
    if (!isPaused) return;
    isPaused = false;
    for (const [key, clock] of clocks) start(key, clock);
  },
};

const of =
  (tone: ToastTone) =>
  (text: string, { title = t(`ui.${tone}`), action }: ToastOptions = {}): void =>
    toasts.add({ tone, title, text, action });

export const toast = { success: of("success"), error: of("error"), info: of("info") };
