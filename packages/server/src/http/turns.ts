import { refuse } from "./refuse.ts";

export interface TurnRules {
  readonly atOnce: number;
  readonly waitingMax: number;
  /** What whoever finds the queue full is told: about the time that a full queue takes. */
  readonly retryAfterSeconds: number;
}

/** So much at once, so many waiting in the order they came; whoever comes after is told to come back. */
export class Turns {
  readonly #rules: TurnRules;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(rules: TurnRules) {
    this.#rules = rules;
  }

  get idle(): boolean {
    return this.#running === 0;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    const { atOnce, waitingMax, retryAfterSeconds } = this.#rules;
    if (this.#running >= atOnce) {
      if (this.#waiting.length >= waitingMax) refuse("tooMany", { retryAfterSeconds });
      await new Promise<void>((ready) => this.#waiting.push(ready));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      // The turn passes to the next without being given back, so nobody can slip in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** A queue for each id, there as long as somebody is in it. */
export class TurnsById {
  readonly #rules: TurnRules;
  readonly #queues = new Map<number, Turns>();

  constructor(rules: TurnRules) {
    this.#rules = rules;
  }

  async take<T>(id: number, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(id) ?? new Turns(this.#rules);
    this.#queues.set(id, queue);
    try {
      return await queue.take(work);
    } finally {
      if (queue.idle) this.#queues.delete(id);
    }
  }
}
