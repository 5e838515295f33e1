/** Where notices stand while a dialog is open: over none of its controls and refusals, as far as the window has room for that. */

export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A window without scroll offset. */
export interface View {
  readonly width: number;
  readonly height: number;
}

const gap = 8;

/** The top of notices of this column and height that overlap none of the controls; undefined where there is no such place. */
export function clearTop(
  { left, right, height }: Pick<Box, "left" | "right"> & { readonly height: number },
  view: View,
  controls: readonly Box[],
): number | undefined {
  const edge = view.width - right;
  const beside = controls.filter((box) => box.left < right + gap && box.right > left - gap);
  const lowest = view.height - edge - height;
  const between = beside.flatMap((box) => [box.top - gap - height, box.bottom + gap]);
  return [lowest, edge, ...between.toSorted((a, b) => b - a)].find(
    (top) =>
      top >= edge &&
      top <= lowest &&
      beside.every((box) => box.bottom + gap <= top || box.top >= top + height + gap),
  );
}

const refusals = "[slot=errorMessage]";
const anyDialog = "section:is([role=dialog], [role=alertdialog])";
const boxes = (dialog: Element, which: string) =>
  [...dialog.querySelectorAll(which)].map((control) => control.getBoundingClientRect());

function place(notices: Element): void {
  const dialog = [...document.querySelectorAll(anyDialog)].at(-1);
  const view = { width: innerWidth, height: innerHeight };
  const column = notices.getBoundingClientRect();
  const find = (which: string) => dialog && clearTop(column, view, boxes(dialog, which));
  // The fields too if possible; where a form fills the window, what closes and sends it, and what is wrong with it.
  const top =
    find(`button, a, input, textarea, ${refusals}`) ??
    find(`header button, footer button, ${refusals}`) ??
    find("header button, footer button");
  const { style } = document.documentElement;
  if (top === undefined) style.removeProperty("--notices");
  else style.setProperty("--notices", `${innerHeight - top - column.height}px`);
}

/** Keeps the notices off the dialog on top, from now until what is returned is called. */
export function clearNotices(): () => void {
  const notices = document.querySelector("[data-react-aria-top-layer]");
  if (!notices) return () => undefined;
  let frame = 0;
  const placeSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => place(notices));
  };
  const sizes = new ResizeObserver(placeSoon);
  for (const box of [notices, ...document.querySelectorAll(anyDialog)]) sizes.observe(box);
  const events = ["scroll", "resize", "animationend"] as const;
  for (const event of events) addEventListener(event, placeSoon, true);
  return () => {
    placeSoon();
    sizes.disconnect();
    for (const event of events) removeEventListener(event, placeSoon, true);
  };
}
