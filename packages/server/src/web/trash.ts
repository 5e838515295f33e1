/** What holdings that are gone had: kept for a month, then removed by the customer's own account, whatever lies in it. */
import { mkdir, readdir, rename, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { asCustomer, serviceDirectory } from "./as-customer.ts";

const keptMilliseconds = 30 * 86_400_000;
const longestRemovalMilliseconds = 600_000;

/** What the customer closed to himself is opened first; links are not followed. */
const removal = "chmod -R u+rwx /home /tmp; exec find /home /tmp -xdev -mindepth 1 -delete";

export interface TrashPlace {
  /** `<home>/web/srv`. */
  readonly services: string;
  /** `<home>/web/trash`: a directory for each moment, in it those of services. */
  readonly trash: string;
}

/** Nothing happens to one that is not there. */
export async function throwAway({ services, trash }: TrashPlace, holdingId: number): Promise<void> {
  const now = join(trash, String(Date.now()));
  const to = serviceDirectory(now, holdingId);
  await mkdir(trash, { recursive: true, mode: 0o700 });
  await mkdir(now, { recursive: true, mode: 0o700 });
  try {
    await rename(serviceDirectory(services, holdingId), to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    await rmdir(now).catch(() => undefined);
  }
}

async function removeService(directory: string, holdingId: number): Promise<void> {
  await asCustomer({
    directory,
    holdingId,
    command: ["/bin/sh", "-c", removal],
    timeoutMilliseconds: longestRemovalMilliseconds,
  });
  const own = serviceDirectory(directory, holdingId);
  for (const empty of [join(own, "home"), join(own, "tmp"), own]) await rmdir(empty);
}

/** Returns how many services' files it removed; one that cannot be removed now waits for the next time. */
export async function emptyTrash({ trash }: Pick<TrashPlace, "trash">, now = Date.now()): Promise<number> {
  let removed = 0;
  for (const moment of await readdir(trash).catch(() => [])) {
    if (Number(moment) > now - keptMilliseconds) continue;
    const directory = join(trash, moment);
    const all = (await readdir(directory)).map(Number);
    const ended = await Promise.allSettled(all.map((holdingId) => removeService(directory, holdingId)));
    const gone = ended.filter(({ status }) => status === "fulfilled").length;
    if (gone === all.length) await rmdir(directory);
    removed += gone;
  }
  return removed;
}
