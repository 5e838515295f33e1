/** What is kept of errors: of each service so many a second, and how many more there were. */
import type { Level, Said } from "./lines.ts";

const mostInASecond = 20;
/** Files are not read in step: what one says may be older than what another said before. */
const forgottenAfterSeconds = 60;

export type Kept = Omit<Said, "message"> &
  ({ readonly message: string } | { readonly leftOut: number; readonly level: Level });

interface Count {
  readonly holding: number;
  readonly second: number;
  kept: number;
  leftOut: number;
}

export class Flood {
  readonly #counts = new Map<string, Count>();

  /** In the order in which it was said, each service's rest at the end. */
  keep(said: readonly Said[]): Kept[] {
    const kept: Kept[] = [];
    let newest = 0;
    for (const line of said) {
      const second = Math.floor(line.at / 1000);
      newest = Math.max(newest, second);
      const key = `${line.holding} ${second}`;
      const count = this.#counts.get(key) ?? { holding: line.holding, second, kept: 0, leftOut: 0 };
      this.#counts.set(key, count);
      if (count.kept < mostInASecond) {
        count.kept += 1;
        kept.push(line);
      } else count.leftOut += 1;
    }
    for (const [key, count] of this.#counts) {
      const { holding, second, leftOut } = count;
      if (leftOut > 0) kept.push({ holding, at: second * 1000, host: "", level: "notice", leftOut });
      count.leftOut = 0;
      if (second < newest - forgottenAfterSeconds) this.#counts.delete(key);
    }
    return kept;
  }
}
