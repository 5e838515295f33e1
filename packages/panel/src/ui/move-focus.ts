/** Where each key leads from the control at `index` of `count`; -1 when the focus is on none of them yet. */
const moves: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrow keys up and down a column of controls. False: the key is none of these, or there is nowhere to go. */
export function moveFocus(controls: readonly HTMLElement[], key: string): boolean {
  const next = moves[key]?.(
    controls.findIndex((control) => control === document.activeElement),
    controls.length,
  );
  if (next === undefined || !controls[next]) return false;
  controls[next].focus();
  return true;
}
