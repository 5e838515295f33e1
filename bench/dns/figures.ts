/** Percentiles, and goals that are met or missed. */
export interface Figures {
  readonly n: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly worst: number;
}

export function figures(samples: readonly number[]): Figures {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { n: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), worst: sorted.at(-1) ?? Number.NaN };
}

const cell = (ms: number): string => ms.toFixed(ms < 100 ? 1 : 0);

export class Report {
  readonly #lines: string[] = [];
  readonly #missed: string[] = [];

  heading(text: string): void {
    this.#print("", `### ${text}`, "", "| ms | n | p50 | p90 | p99 | worst |", "|---|---|---|---|---|---|");
  }

  row(title: string, samples: readonly number[]): Figures {
    const f = figures(samples);
    this.#print(
      `| ${title} | ${f.n} | ${cell(f.p50)} | ${cell(f.p90)} | ${cell(f.p99)} | ${cell(f.worst)} |`,
    );
    return f;
  }

  goal(title: string, value: number, atMost: number): void {
    const met = value <= atMost;
    if (!met) this.#missed.push(title);
    this.#print(`- ${met ? "met" : "**missed**"}: ${title}: ${value.toFixed(1)}, goal at most ${atMost}`);
  }

  /** Of a rate, which is better the higher it is. */
  goalAtLeast(title: string, value: number, atLeast: number): void {
    const met = value >= atLeast;
    if (!met) this.#missed.push(title);
    this.#print(
      `- ${met ? "met" : "**missed**"}: ${title}: ${value.toFixed(2)}, goal at least ${atLeast.toFixed(2)}`,
    );
  }

  text(line = ""): void {
    this.#print(line);
  }

  /** The goals that were missed. */
  get missed(): readonly string[] {
    return this.#missed;
  }

  #print(...lines: readonly string[]): void {
    this.#lines.push(...lines);
    for (const line of lines) console.log(line);
  }
}
