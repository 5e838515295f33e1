/**
 * Exits 0 when node_modules holds what package-lock.json asks for, as after a developer's own `npm install`:
 * `./atrio` then has nothing to install. Imports nothing but Node: the packages may be half there.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly link?: boolean;
}

const root = join(import.meta.dirname, "../../..");
function readEntries(file: string): Record<string, Entry> {
  const { packages }: { packages: Record<string, Entry> } = JSON.parse(
    readFileSync(join(root, file), "utf8"),
  );
  return packages;
}

function isInstalled(): boolean {
  try {
    const present = readEntries("node_modules/.package-lock.json");
    return Object.entries(readEntries("package-lock.json"))
      .filter(([path, entry]) => path.startsWith("node_modules/") && !entry.link)
      .every(([path, entry]) => {
        const found = present[path];
        if (!found) return entry.optional === true;
        return found.version === entry.version && found.integrity === entry.integrity;
      });
  } catch {
    return false;
  }
}

process.exitCode = isInstalled() ? 0 : 1;
