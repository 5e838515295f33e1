/** Who holds a port, out of /proc: no tool of the system is needed. */
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { isIP } from "node:net";
import { withDescendants } from "./processes.ts";

const listening = "0A";
const tables = ["tcp", "tcp6", "udp", "udp6"] as const;

interface Socket {
  readonly inode: string;
  /** Of whoever opened it. */
  readonly uid: number;
}

/** An IPv6 address as its eight groups. */
function groupsOf(address: string): string[] {
  const [left = [], right = []] = address
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  return [...left, ...Array.from<string>({ length: 8 - left.length - right.length }).fill("0"), ...right];
}

/** As the kernel writes it: 32-bit words in the machine's byte order. */
function hexOf(address: string): string {
  const bytes =
    isIP(address) === 4
      ? Buffer.from(address.split(".").map(Number))
      : Buffer.from(
          groupsOf(address)
            .map((group) => group.padStart(4, "0"))
            .join(""),
          "hex",
        );
  return bytes.swap32().toString("hex").toUpperCase();
}

const isWildcard = (hex: string): boolean => /^0+$/.test(hex);
const mapped = "0000000000000000FFFF0000";

/** Whether a socket bound to `local` gets what arrives for `address`, or some of it. */
function overlaps(local: string, address: string | undefined): boolean {
  if (address === undefined || isWildcard(local)) return true;
  const wanted = hexOf(address);
  const own = local.startsWith(mapped) ? local.slice(mapped.length) : local;
  return own === wanted || (isWildcard(wanted) && own.length === wanted.length);
}

function socketsAt(port: number, address?: string): Map<(typeof tables)[number], Socket[]> {
  const found = new Map<(typeof tables)[number], Socket[]>();
  for (const table of tables) {
    let text: string;
    try {
      text = readFileSync(`/proc/net/${table}`, "utf8");
    } catch {
      continue;
    }
    const sockets = text
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, bound = "", , state]) => {
        const [local = "", hex = ""] = bound.split(":");
        const isOpen = table.startsWith("udp") || state === listening;
        return isOpen && Number.parseInt(hex, 16) === port && overlaps(local, address);
      });
    found.set(
      table,
      sockets.map((fields) => ({ inode: fields[9] ?? "", uid: Number(fields[7]) })),
    );
  }
  return found;
}

/** The sockets a process has; undefined where this user may not look. */
function inodesOf(pid: number | string): Set<string> | undefined {
  try {
    const links = readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return "";
      }
    });
    if (links.length > 0 && links.every((link) => link === "")) return undefined;
    return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  } catch {
    return undefined;
  }
}

function nameHolder(inodes: ReadonlySet<string>): string {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (![...(inodesOf(pid) ?? [])].some((inode) => inodes.has(inode))) continue;
    try {
      return `${readFileSync(`/proc/${pid}/comm`, "utf8").trim()} (pid ${pid})`;
    } catch {
      // it ended meanwhile
    }
  }
  return "another process";
}

/** "nginx (pid 312)", or "another process" where this user may not look; undefined when the port is free. */
export function portHolder(port: number): string | undefined {
  const inodes = new Set([...socketsAt(port).values()].flat().map(({ inode }) => inode));
  return inodes.size === 0 ? undefined : nameHolder(inodes);
}

function uidOfProcess(pid: number): number | undefined {
  try {
    return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

/** Of these sockets those that neither the process nor what it started has. */
function foreign(sockets: readonly Socket[], pid: number): Socket[] {
  const rest = (own: Set<string> | undefined) => sockets.filter(({ inode }) => !own?.has(inode));
  const ofMaster = inodesOf(pid);
  if (ofMaster === undefined) {
    // a container may forbid root to look: the account is the installation's own
    const uid = uidOfProcess(pid);
    return sockets.filter((socket) => socket.uid !== uid && socket.uid !== 0);
  }
  if (rest(ofMaster).length === 0) return [];
  return rest(new Set(withDescendants(pid).flatMap((one) => Array.from(inodesOf(one) ?? []))));
}

export interface Place {
  readonly address: string;
  readonly port: number;
  /** Asked by UDP as well as by TCP. */
  readonly udp: boolean;
}

/** Describes a listener that doesn't belong to this process or a child of it; undefined if it does. */
export function wrongListener({ address, port, udp }: Place, pid: number): string | undefined {
  const found = socketsAt(port, address);
  for (const protocol of udp ? (["tcp", "udp"] as const) : (["tcp"] as const)) {
    const sockets = [...(found.get(protocol) ?? []), ...(found.get(`${protocol}6`) ?? [])];
    if (sockets.length === 0) return `nothing listens at ${address}, port ${port}`;
    const others = foreign(sockets, pid);
    if (others.length > 0)
      return `port ${port} of ${address} is held by ${nameHolder(new Set(others.map(({ inode }) => inode)))}, which is not of this installation`;
  }
  return undefined;
}
