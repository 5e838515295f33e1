/**
 * One stream of server-sent events for all tabs of a browser, because over HTTP/1.1 they have six connections together. The
 * tab that holds a lock has the stream and relays its events on a channel. A tab that becomes visible takes the lock, as the
 * browser may have suspended the tab that held it; a tab that leaves, also for the back/forward cache, gives it up.
 * Browsers withhold locks from plain HTTP: there each visible tab has a stream of its own.
 */

/** Wait before reopening a stream that was refused: browsers reopen only those that broke. */
const retryMs = 10_000;

export interface SharedStream {
  /** Lock and channel have this name too: only streams of one user share it. */
  readonly url: string;
  /** By the event's name. */
  readonly listeners: Readonly<Record<string, (data: string) => unknown>>;
  /** The stream opened after a break: events may have been missed. */
  readonly onReopen: () => void;
  /** Whether this page may have the stream (again): asked when it was refused, and when the page comes back. */
  readonly mayOpen: () => Promise<boolean>;
}
type Tell = (event: string, data: string) => void;
const opened = "open";

function openStream({ url, listeners, mayOpen }: SharedStream, tell: Tell): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  const open = () => {
    source = new EventSource(url);
    for (const event of Object.keys(listeners))
      source.addEventListener(event, ({ data }: MessageEvent<string>) => tell(event, data));
    source.addEventListener("open", () => tell(opened, ""));
    source.addEventListener("error", () => {
      if (source.readyState !== source.CLOSED) return;
      void mayOpen();
      timer = setTimeout(open, retryMs);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

/** Returns how to stop. */
export function shareStream(stream: SharedStream): () => void {
  const locks = "locks" in navigator ? navigator.locks : undefined;
  const stopped = new AbortController();
  /** Null while the page is in the back/forward cache, or frozen. */
  let taking: AbortController | null = null;
  let channel: BroadcastChannel | undefined;
  /** Closes the stream; undefined while this tab has none. */
  let close: (() => void) | undefined;
  /** Whether some stream told this page what happened, until now. */
  let isCovered = false;

  const hear: Tell = (event, data) => {
    stream.listeners[event]?.(data);
    if (event !== opened) return;
    if (isCovered) stream.onReopen();
    isCovered = true;
  };
  const open = () =>
    openStream(stream, (event, data) => {
      channel?.postMessage([event, data]);
      hear(event, data);
    });

  /** Has the stream as long as the lock. False: the browser refuses locks. */
  async function lead(manager: LockManager, signal: AbortSignal, options: LockOptions): Promise<boolean> {
    let closeMine: (() => void) | undefined;
    try {
      await manager.request(stream.url, options, (lock) => {
        if (lock === null || signal.aborted) return undefined;
        close = closeMine = open();
        return new Promise((resolve) => signal.addEventListener("abort", resolve));
      });
      return true;
    } catch (error) {
      // Another tab took the lock, or this one left.
      return error instanceof DOMException && error.name === "AbortError";
    } finally {
      closeMine?.();
      if (close === closeMine) close = undefined;
    }
  }
  async function queue(manager: LockManager, signal: AbortSignal): Promise<void> {
    let goesOn = await lead(manager, signal, { ifAvailable: true });
    isCovered = true;
    while (goesOn && !signal.aborted) goesOn = await lead(manager, signal, { signal });
  }

  function enter(): void {
    if (taking || stopped.signal.aborted || (!locks && document.hidden)) return;
    taking = new AbortController();
    if (locks) {
      channel = new BroadcastChannel(stream.url);
      channel.addEventListener("message", ({ data }: MessageEvent<[string, string]>) => hear(...data));
      void queue(locks, taking.signal);
    } else close = open();
  }
  function leave(): void {
    taking?.abort();
    taking = null;
    channel?.close();
    channel = undefined;
    // At once: a page with a connection is not kept for going back.
    close?.();
    close = undefined;
  }
  async function comeBack(): Promise<void> {
    if (taking || !(await stream.mayOpen())) return;
    stream.onReopen();
    enter();
  }
  function look(): void {
    if (!locks) (document.hidden ? leave : enter)();
    else if (taking && !close && !document.hidden) void lead(locks, taking.signal, { steal: true });
  }

  const on = (events: readonly string[], listener: () => void) => {
    // Capturing: some of these are the document's, and do not bubble.
    for (const event of events) addEventListener(event, listener, { capture: true, signal: stopped.signal });
  };
  on(["pagehide", "freeze"], leave);
  on(["pageshow", "resume"], () => void comeBack());
  on(["visibilitychange"], look);
  enter();
  return () => {
    stopped.abort();
    leave();
  };
}
