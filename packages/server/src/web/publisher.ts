/** What nginx serves, by holding. Changes that come at the same time are published together; one that nginx refuses keeps nobody else's back. */
import { isDeepStrictEqual } from "node:util";
import type { Lines } from "./maps.ts";
import { ConfigurationRefused, type WebServer } from "./web-server.ts";

type ByHolding = Map<number, Lines>;

/** Null: it has none any more. */
type Wanted = Lines | null;

export class Publisher {
  readonly #server: Pick<WebServer, "stage" | "adopt" | "discard">;
  #inForce: ByHolding = new Map();
  readonly #wanted = new Map<number, Wanted>();
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<ReadonlyMap<number, string>> | undefined;

  constructor(server: Pick<WebServer, "stage" | "adopt" | "discard">) {
    this.#server = server;
  }

  /** Who is served. */
  holdings(): number[] {
    return [...this.#inForce.keys()];
  }

  /** Takes the place of all that is served: what nginx refuses of it is left out, and returned with its reason. */
  start(all: ByHolding): Promise<ReadonlyMap<number, string>> {
    for (const [holdingId, lines] of all) this.#wanted.set(holdingId, lines);
    return this.#publish();
  }

  /** Resolves when it is served; rejects with ConfigurationRefused where nginx will not have it. */
  async set(holdingId: number, lines: Wanted): Promise<void> {
    this.#wanted.set(holdingId, lines);
    const refusal = (await this.#publish()).get(holdingId);
    if (refusal !== undefined) throw new ConfigurationRefused(refusal);
  }

  /** One at a time; who comes while one runs is in the next. */
  #publish(): Promise<ReadonlyMap<number, string>> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        const turn = this.#publishNow();
        this.#running = turn;
        return turn;
      });
    return this.#next;
  }

  async #publishNow(): Promise<ReadonlyMap<number, string>> {
    const changes = [...this.#wanted].filter(
      ([holdingId, lines]) => !isDeepStrictEqual(this.#inForce.get(holdingId) ?? null, lines),
    );
    this.#wanted.clear();
    const refused = new Map<number, string>();
    try {
      const { lines, directory } = await this.#staged(this.#inForce, changes, refused);
      if (directory !== undefined) await this.#server.adopt(directory);
      this.#inForce = lines;
    } catch (error) {
      // nothing was decided: it is wanted still, unless something newer is
      for (const [holdingId, lines] of changes)
        if (!this.#wanted.has(holdingId)) this.#wanted.set(holdingId, lines);
      throw error;
    }
    return refused;
  }

  /** Halves what nginx refuses until what it refuses is one holding's: that one stays as it was. */
  async #staged(
    base: ByHolding,
    changes: readonly (readonly [number, Wanted])[],
    refused: Map<number, string>,
  ): Promise<{ lines: ByHolding; directory: string | undefined }> {
    if (changes.length === 0) return { lines: base, directory: undefined };
    const lines = withChanges(base, changes);
    try {
      return { lines, directory: await this.#server.stage(lines.values()) };
    } catch (error) {
      if (!(error instanceof ConfigurationRefused)) throw error;
      const [only] = changes;
      if (changes.length === 1 && only) {
        refused.set(only[0], error.message);
        return { lines: base, directory: undefined };
      }
    }
    const half = Math.ceil(changes.length / 2);
    const first = await this.#staged(base, changes.slice(0, half), refused);
    const second = await this.#staged(first.lines, changes.slice(half), refused);
    if (second.directory === undefined) return first;
    if (first.directory !== undefined) await this.#server.discard(first.directory);
    return second;
  }
}

function withChanges(base: ByHolding, changes: readonly (readonly [number, Wanted])[]): ByHolding {
  const lines = new Map(base);
  for (const [holdingId, wanted] of changes)
    if (wanted) lines.set(holdingId, wanted);
    else lines.delete(holdingId);
  return lines;
}
