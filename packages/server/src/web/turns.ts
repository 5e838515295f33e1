/** Work on one thing, one run after the other: each reads what is wanted when it begins, so the newest is the last to be carried out. */
export class Turns {
  readonly #running = new Map<number, Promise<void>>();
  readonly #next = new Map<number, Promise<void>>();

  /** What is being worked on. */
  ids(): number[] {
    return [...this.#running.keys()];
  }

  /** Who comes while one runs shares the run that follows it. */
  take(id: number, run: () => Promise<void>): Promise<void> {
    const waiting = this.#next.get(id);
    if (waiting) return waiting;
    const before = this.#running.get(id);
    if (!before) return this.#begin(id, run);
    const next = before.catch(() => undefined).then(() => this.#begin(id, run));
    this.#next.set(id, next);
    return next;
  }

  #begin(id: number, run: () => Promise<void>): Promise<void> {
    this.#next.delete(id);
    const turn = run().finally(() => {
      if (this.#running.get(id) === turn) this.#running.delete(id);
    });
    this.#running.set(id, turn);
    return turn;
  }
}
