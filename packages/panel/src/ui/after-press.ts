/**
 * A press takes the focus out of a field before it reaches the button. What that changes must not move the button meanwhile:
 * the browser makes no click of a press that ends beside where it began.
 */
let isPressed = false;
const waiting = new Set<() => void>();

function release(): void {
  isPressed = false;
  for (const run of waiting) run();
  waiting.clear();
}

// A tap is told twice: as a pointer, and when that is up as a mouse, which moves the focus.
for (const begin of ["pointerdown", "mousedown"]) addEventListener(begin, () => (isPressed = true), true);
// The click follows in the same task.
for (const end of ["pointerup", "pointercancel", "mouseup", "contextmenu"])
  addEventListener(end, () => setTimeout(release), true);

/** Runs it at once, or as soon as the press that is under way has ended. Returns how to call it off. */
export function afterPress(run: () => void): () => void {
  if (isPressed) waiting.add(run);
  else run();
  return () => waiting.delete(run);
}
