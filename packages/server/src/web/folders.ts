/** The folders of a service. Root makes what is root's; within what is the customer's, the customer does. */
import { execFile } from "node:child_process";
import { chown, mkdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { asCustomer, serviceDirectory, uidOf } from "./as-customer.ts";

const run = promisify(execFile);

export interface FolderPlace {
  /** `<home>/web/srv`, where each service has a directory of its number. */
  readonly services: string;
  /** Whom nginx runs as: it may pass into each service. */
  readonly account: string;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** One of the customer's own in root's directory. It has its name once it is the customer's: a killed worker leaves none that is not. */
async function makeOwned(path: string, uid: number, mode: number): Promise<void> {
  if (await isThere(path)) return;
  await mkdir(`${path}.next`, { mode, recursive: true });
  await chown(`${path}.next`, uid, uid);
  await rename(`${path}.next`, path);
}

/** `<services>/12`: nobody's but its customer's and nginx's; `home` in it is what the customer has. */
export async function makeService({ services, account }: FolderPlace, holdingId: number): Promise<void> {
  const directory = serviceDirectory(services, holdingId);
  const uid = uidOf(holdingId);
  if (await isThere(join(directory, "tmp"))) return;
  await mkdir(directory, { recursive: true, mode: 0o750 });
  await chown(directory, 0, uid);
  await run("/usr/bin/setfacl", ["-m", `u:${account}:--x`, directory], { cwd: "/" });
  await makeOwned(join(directory, "home"), uid, 0o755);
  await makeOwned(join(directory, "tmp"), uid, 0o700);
}

/** At a line's end: what stands before it may be a folder of that name. */
const outOfRoom =
  /: (?:No space left on device|Disk quota exceeded|Read-only file system|Input\/output error)$/m;

/** From what was said while folders were made. A disk that is full is nobody's choice, and may have room again. */
export const standsInTheWay = (said: string): boolean => said.includes("mkdir: ") && !outOfRoom.test(said);

/** A file of the customer's stands in the way; what mkdir said is for the log. */
export class FolderRefused extends Error {}

/** Makes the sites' folders where they are not there. */
export async function makeSiteFolders(
  { services }: FolderPlace,
  holdingId: number,
  folders: readonly string[],
): Promise<void> {
  if (folders.length === 0) return;
  try {
    await asCustomer({
      directory: services,
      holdingId,
      command: ["mkdir", "-p", "--", ...folders.map((folder) => `/home${folder}`)],
    });
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    if (!standsInTheWay(said)) throw error;
    throw new FolderRefused(said.trim(), { cause: error });
  }
}
