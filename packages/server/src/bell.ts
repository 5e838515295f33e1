/** A bell that is rung while nobody waits is heard by the next who does. */
export class Bell {
  #rung = Promise.withResolvers<void>();

  ring(): void {
    this.#rung.resolve();
  }

  async wait(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.ring(), milliseconds);
    await this.#rung.promise;
    clearTimeout(timer);
    this.#rung = Promise.withResolvers<void>();
  }
}
