/** From nothing up to the busiest day, in three or four steps of a power of two: each line is a round number of 1024-units. */
export function linesOf(most: number): readonly number[] {
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(most / 4)));
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, line) => line * step);
}

/** Which of the days is under a finger at that place. */
export const dayAt = (x: number, width: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor((x / width) * count)));

/** Those with a date below them: today, and a day of each week before. */
export const datedDays = (count: number): readonly number[] =>
  Array.from({ length: Math.ceil(count / 7) }, (_, week) => count - 1 - week * 7);
