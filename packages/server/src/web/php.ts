/** PHP of the services: what phpd (stack/php) runs for each, and how it is told. */
import { access, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { uidOf } from "./as-customer.ts";

export interface PhpPlace {
  /** `<home>/web`: `php/12` in it is for phpd. */
  readonly directory: string;
  /** `<home>/run/php`, where phpd listens. */
  readonly phpRun: string;
  /** `<home>/etc/php/service`: the files of a service, to be filled. */
  readonly phpTemplates: string;
}

export interface PhpWanted {
  readonly holdingId: number;
  readonly version: string;
  /** Its space is used up: its programs may read and not write. */
  readonly readOnly?: boolean;
}

const limits = { MEMORY_BYTES: String(512 * 1024 ** 2), PROCESSES: "64", CPU_PERCENT: "100" };
const lastFile = "fpm.conf";
const files = ["service", lastFile];
const patienceMilliseconds = 20_000;

/** phpd does not answer, or a master does not begin. */
export class PhpRefused extends Error {}

async function tell(path: string, line: string): Promise<void> {
  const socket = connect(path);
  socket.setTimeout(patienceMilliseconds, () => socket.destroy(new Error("phpd did not answer in time.")));
  socket.end(`${line}\n`);
  const answer = (await text(socket)).trim();
  if (answer !== "ok") throw new PhpRefused(answer);
}

/** phpd knows a change by the file being another one. */
async function update(path: string, wanted: string): Promise<void> {
  if ((await readFile(path, "utf8").catch(() => undefined)) === wanted) return;
  await writeFile(`${path}.next`, wanted, { mode: 0o600 });
  await rename(`${path}.next`, path);
}

export function openPhp({ directory, phpRun, phpTemplates }: PhpPlace) {
  const reload = (holdingId: number) => tell(join(phpRun, "control.sock"), `reload ${holdingId}`);
  const directoryOf = (holdingId: number) => join(directory, "php", String(holdingId));
  return {
    async apply({ holdingId, version, readOnly = false }: PhpWanted): Promise<void> {
      const values: Readonly<Record<string, string>> = {
        ...limits,
        ID: String(holdingId),
        UID: String(uidOf(holdingId)),
        VERSION: version,
        HOME_BIND: readOnly ? "ro-bind" : "bind",
      };
      const own = directoryOf(holdingId);
      await mkdir(own, { recursive: true, mode: 0o700 });
      for (const file of files) {
        const template = await readFile(join(phpTemplates, file), "utf8");
        const filled = template.replaceAll(/@([A-Z_]+)@/g, (_, name: string) => values[name] ?? "");
        await update(join(own, file), filled);
      }
      // also when nothing was written: a worker that was killed may have written it and said nothing
      await reload(holdingId);
    },
    /** Whose files are whole, and whom phpd has heard of: it has sockets for each. */
    async known(): Promise<ReadonlySet<number>> {
      const sockets = new Set(await readdir(phpRun));
      const names = (await readdir(join(directory, "php"))).filter((name) => sockets.has(`${name}.apache`));
      const whole = names.map((name) =>
        access(join(directory, "php", name, lastFile)).then(
          () => [Number(name)],
          () => [],
        ),
      );
      return new Set((await Promise.all(whole)).flat());
    },
    async remove(holdingId: number): Promise<void> {
      await rm(directoryOf(holdingId), { recursive: true, force: true });
      await reload(holdingId);
    },
  };
}
