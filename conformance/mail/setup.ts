/** Starts an installation for each of the two files that run at a time; they use it one after the other. */
import { makeHome, removeHome } from "../installation.ts";
import { type SharedInstallation, bringUp } from "./installation.ts";

const homes = [makeHome(), makeHome()];

export async function globalSetup(): Promise<void> {
  const started: SharedInstallation[] = [];
  for (const home of homes) started.push(await bringUp(home));
  process.env["ATRIO_MAIL_INSTALLATIONS"] = JSON.stringify(started);
}

export async function globalTeardown(): Promise<void> {
  for (const home of homes) await removeHome(home);
}
