/** Who holds a port, out of /proc: no tool of the system is needed. */
import { readFileSync, readdirSync, readlinkSync } from "node:fs";

const listening = "0A";

function socketInodes(port: number): Set<string> {
  const inodes = new Set<string>();
  for (const table of ["tcp", "tcp6", "udp", "udp6"]) {
    let text: string;
    try {
      text = readFileSync(`/proc/net/${table}`, "utf8");
    } catch {
      continue;
    }
    for (const line of text.split("\n").slice(1)) {
      const fields = line.trim().split(/\s+/);
      const [, local = "", , state] = fields;
      const bound = Number.parseInt(local.split(":")[1] ?? "", 16) === port;
      if (bound && (table.startsWith("udp") || state === listening)) inodes.add(fields[9] ?? "");
    }
  }
  return inodes;
}

function holds(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
        return inode !== undefined && inodes.has(inode);
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

/** "nginx (pid 312)", or "another process" where this user may not look; undefined when the port is free. */
export function portHolder(port: number): string | undefined {
  const inodes = socketInodes(port);
  if (inodes.size === 0) return undefined;
  const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && holds(name, inodes));
  if (pid === undefined) return "another process";
  return `${readFileSync(`/proc/${pid}/comm`, "utf8").trim()} (pid ${pid})`;
}
