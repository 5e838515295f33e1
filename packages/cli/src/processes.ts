/** Processes told apart by pid and start time, so that a pid the kernel gave to another is never taken for ours. */
import { readFileSync, readdirSync } from "node:fs";

export interface ProcessMark {
  readonly pid: number;
  /** Clock ticks after boot, field 22 of /proc/PID/stat. */
  readonly start: number;
}

interface Stat {
  readonly state: string;
  readonly parent: number;
  readonly start: number;
}

function readStat(pid: number): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // the name in parentheses may hold anything
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", parent: Number(fields[1]), start: Number(fields[19]) };
}

export function markOf(pid: number): ProcessMark | undefined {
  const stat = readStat(pid);
  return stat && stat.state !== "Z" ? { pid, start: stat.start } : undefined;
}

export const isAlive = (mark: ProcessMark | undefined): mark is ProcessMark =>
  mark !== undefined && markOf(mark.pid)?.start === mark.start;

/** Mark files hold "PID START", as stack/alone writes them. */
export function readMark(path: string): ProcessMark | undefined {
  try {
    const [pid, start] = readFileSync(path, "utf8").trim().split(" ").map(Number);
    return pid !== undefined && start !== undefined && pid > 1 ? { pid, start } : undefined;
  } catch {
    return undefined;
  }
}

export const formatMark = ({ pid, start }: ProcessMark): string => `${pid} ${start}\n`;

/** Seconds since the process began. */
export function ageSeconds(mark: ProcessMark): number {
  const [uptime = "0"] = readFileSync("/proc/uptime", "utf8").split(" ");
  return Math.max(0, Math.floor(Number(uptime) - mark.start / 100));
}

/** The process and all its descendants. */
export function withDescendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = readStat(Number(name))?.parent;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const collect = (id: number): number[] => [id, ...(children.get(id) ?? []).flatMap(collect)];
  return collect(pid);
}

/** Proportional set size of these processes in bytes: what would be free without them. */
export function memoryBytes(pids: readonly number[]): number {
  return pids
    .map((pid) => {
      try {
        return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
      } catch {
        return 0;
      }
    })
    .reduce((sum, kilobytes) => sum + kilobytes * 1024, 0);
}

export function signal(mark: ProcessMark, name: NodeJS.Signals): void {
  if (!isAlive(mark)) return;
  try {
    process.kill(mark.pid, name);
  } catch {
    // it ended meanwhile
  }
}
