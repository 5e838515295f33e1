/** What the operator sees: steps with their time, tables, plain lines where there is no terminal. */
import { styleText } from "node:util";
import { sizeParts } from "@atrio/contract";

const pretty = process.stdout.isTTY && process.env["CI"] === undefined;
type Style = Parameters<typeof styleText>[0];
export const paint = (style: Style, text: string): string => (pretty ? styleText(style, text) : text);

export const say = (line = ""): void => void process.stdout.write(`${line}\n`);
export const warn = (line: string): void => void process.stderr.write(`${line}\n`);

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

export interface Progress {
  /** What the step is at; replaces what was shown before. */
  at(detail: string): void;
  /** What there was to do, shown when the step is done. */
  result(detail: string): void;
}

/** Shows one step while it runs and, when it is done, its time. */
export async function step<T>(title: string, work: (progress: Progress) => Promise<T> | T): Promise<T> {
  const began = performance.now();
  let detail = "";
  let outcome = "";
  const draw = () =>
    pretty &&
    process.stdout.write(`\r\u001B[K${paint("cyan", "…")} ${title}${detail && paint("dim", `  ${detail}`)}`);
  draw();
  const timer = pretty ? setInterval(draw, 500) : undefined;
  const finish = (mark: string) => {
    clearInterval(timer);
    const text = `${title}${outcome && `: ${outcome}`}`;
    if (pretty) process.stdout.write(`\r\u001B[K${mark} ${text} ${paint("dim", seconds(began))}\n`);
    else say(`${mark} ${text} (${seconds(began)})`);
  };
  try {
    const value = await work({
      at: (text) => {
        detail = text.slice(0, 90);
        draw();
      },
      result: (text) => (outcome = text),
    });
    finish(pretty ? paint("green", "✓") : "ok");
    return value;
  } catch (error) {
    finish(pretty ? paint("red", "✗") : "failed");
    throw error;
  }
}

/** Columns padded to their widest cell; the last one is left as it is. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/** At most two decimals. */
export function bytes(count: number): string {
  const { number, unit } = sizeParts(count);
  return `${Number(number.toFixed(2))} ${unit}`;
}

export function duration(total: number): string {
  if (total < 60) return `${total} s`;
  if (total < 3600) return `${Math.floor(total / 60)} min`;
  if (total < 86_400) return `${Math.floor(total / 3600)} h ${Math.floor((total % 3600) / 60)} min`;
  return `${Math.floor(total / 86_400)} d ${Math.floor((total % 86_400) / 3600)} h`;
}
