/**
 * The focus stays where the user is. What has it may be removed or disabled, by a deletion, by another tab, by the dialog it
 * is in; the browser then leaves it nowhere, and keys go to no part of the page. It also comes back after a reload that the
 * user's choice of a language causes.
 */
import { tabStorage } from "../session/tab-storage.ts";

/** In session.ts too, which loads this file only where there is something to restore. */
const focusKey = "_focus";
/** Longer than React Aria and the lists (pages/holding/use-focus-kept.ts) take to choose a better place. */
const lostMs = 100;
const pollMs = 50;
const longestWaitMs = 5000;

/** The focused element and its ancestors, innermost first. */
let trail: readonly Element[] = [];
/** The element outside of dialogs that had the focus last. */
let outside: Element | null = null;

const anyDialog = "section:is([role=dialog], [role=alertdialog])";
const controls = "a[href], button, input, select, textarea, [tabindex]";

function trailOf(element: Element): Element[] {
  return element.parentElement ? [element, ...trailOf(element.parentElement)] : [];
}
const isGone = (element: Element): boolean => !element.isConnected || element.matches(":disabled");
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Focuses `place`. Elements that are no controls become focusable, but not by Tab. */
function focus(place: Element | null | undefined): void {
  if (!(place instanceof HTMLElement)) return;
  if (!place.matches(controls)) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** Focuses the nearest remaining element: in the open dialog, else its opener, else the page. */
function recover(): void {
  const [last] = trail;
  if (!isNowhere() || last === undefined || !isGone(last)) return;
  const dialog = [...document.querySelectorAll(anyDialog)].at(-1);
  const isIn = `${dialog ? anyDialog : "main"} *`;
  const nearest = trail.find((part) => !isGone(part) && part.matches(isIn));
  const opener = !dialog && outside && !isGone(outside) ? outside : null;
  focus(nearest ?? dialog ?? opener ?? document.querySelector("main"));
}

function seen(element: Element | null): void {
  if (element === null || element === document.body) return;
  trail = trailOf(element);
  if (!element.closest(anyDialog)) outside = element;
}

let isWatched = false;
/** From the first page or dialog made with React Aria on. */
export function keepFocus(): void {
  if (isWatched) return;
  isWatched = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changes = new MutationObserver(() => {
    if (timer !== undefined || trail[0] === undefined || !isGone(trail[0])) return;
    timer = setTimeout(() => {
      timer = undefined;
      recover();
    }, lostMs);
  });
  seen(document.activeElement);
  addEventListener("focusin", ({ target }) => target instanceof Element && seen(target));
  // A press beside all controls is the user's own: what is removed after it took nothing away.
  addEventListener("pointerdown", () =>
    setTimeout(() => {
      if (isNowhere() && trail[0] !== undefined && !isGone(trail[0])) trail = [];
    }),
  );
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}

/** Before the page is loaded again; of a dialog that is answered by it, what it was opened from. */
export function rememberFocus(): void {
  const active = document.activeElement;
  const place = active?.closest(anyDialog) ? outside : active;
  // From the application's own element on: React Aria puts others before it, which a reload takes away.
  const parts = place ? trailOf(place) : [];
  const depth = parts.findIndex(({ id }) => id === "root");
  if (depth === -1) return;
  const steps = parts
    .slice(0, depth)
    .map((element) => `> :nth-child(${[...(element.parentElement?.children ?? [])].indexOf(element) + 1})`);
  tabStorage.set(focusKey, `#root ${steps.toReversed().join(" ")}`);
}

/** After it: as soon as that part of the page is drawn again, unless the user is elsewhere by then. */
function restoreFocus(): void {
  const place = tabStorage.get(focusKey);
  tabStorage.remove(focusKey);
  if (typeof place !== "string") return;
  const until = performance.now() + longestWaitMs;
  const look = () => {
    const isLate = performance.now() > until;
    if (!isNowhere()) return;
    const found = document.querySelector(place);
    if (found?.matches(controls)) focus(found);
    if (isNowhere() && isLate) focus(document.querySelector("main"));
    if (isNowhere() && !isLate) setTimeout(look, pollMs);
  };
  look();
}
restoreFocus();
