/** Starts an installation for each of the two files that run at a time; they use it one after the other. */
import { addPhp, installedVersions } from "../../packages/cli/src/install/php.ts";
import { makeHome, removeHome } from "../installation.ts";
import { type SharedInstallation, bringUp } from "./installation.ts";

const homes = [makeHome(), makeHome()];

/** Beside the first files, as it takes minutes on a new machine. Files that need one ask for it again: they wait for it, or say why not. */
async function addVersions(): Promise<void> {
  for (const version of ["8.4", "7.4"])
    if (!installedVersions().includes(version))
      await addPhp(version, { at() {}, result() {} }).catch(() => undefined);
}
let versions: Promise<void> | undefined;

export async function globalSetup(): Promise<void> {
  const started: SharedInstallation[] = [];
  for (const home of homes) started.push(await bringUp(home));
  process.env["ATRIO_MAIL_INSTALLATIONS"] = JSON.stringify(started);
  versions = addVersions();
}

export async function globalTeardown(): Promise<void> {
  await versions;
  for (const home of homes) await removeHome(home);
}
