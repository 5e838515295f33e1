/** Servers on Unix sockets. No npm package is loaded here: the vault uses it. */
import { existsSync, unlinkSync } from "node:fs";
import { type Server, connect } from "node:net";

/** A socket file that nobody listens on is left over from a process that was killed. */
async function removeStale(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const inUse = await new Promise<boolean>((resolve) => {
    const probe = connect(path, () => resolve(true));
    probe.on("error", () => resolve(false)).on("connect", () => probe.destroy());
  });
  if (inUse) throw new Error(`Another process listens on ${path}.`);
  unlinkSync(path);
}

export async function listenOnSocket(server: Server, path: string, mode: number): Promise<void> {
  await removeStale(path);
  // set by umask: between listen() and a chmod the file would stand open
  const umask = process.umask(0o777 & ~mode);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(path, resolve);
    });
  } finally {
    process.umask(umask);
  }
}
