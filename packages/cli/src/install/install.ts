/** From a fresh clone to everything that must be there before the first service starts. */
import type { Home } from "../home.ts";
import { isDebian, isRoot, useInstallation } from "../machine.ts";
import { type Plan, makePlan } from "../services/plan.ts";
import { apacheModules, webAccount } from "../services/web-values.ts";
import { step } from "../terminal.ts";
import { makeAccounts } from "./accounts.ts";
import { buildApacheModule } from "./apache-module.ts";
import { makeFallbackCertificate, takeCertificate } from "./certificate.ts";
import { checkDatabase } from "./database.ts";
import { takeAuthority } from "./database-url.ts";
import { makeDirectories, requirePorts, settle } from "./home.ts";
import { takeNumber, withMachineLock } from "./installations.ts";
import { daemonPackages, databasePackage, installPackages, missingPackages } from "./packages.ts";
import { buildPanel } from "./panel.ts";
import { openPassage } from "./passage.ts";
import { renumber, requireStopped } from "./renumber.ts";
import { makeSecrets, readDatabaseUrl } from "./secrets.ts";

export async function installDebianPackages(wanted: readonly string[]): Promise<void> {
  const missing = missingPackages(wanted);
  if (missing.length === 0) return;
  await step(`Debian packages ${missing.join(", ")}`, (progress) => installPackages(missing, progress));
}

async function makeAccountsAndPassage(home: Home): Promise<void> {
  await step("Accounts", async (progress) => {
    // useradd fails where another one is at work
    const made = await withMachineLock(() => {
      useInstallation(takeNumber(home));
      return makeAccounts();
    });
    requireStopped(home);
    const renumbered = renumber(home);
    const opened = await openPassage(home.root, progress);
    const parts = [
      ...made.map((name) => `made ${name}`),
      ...(renumbered === undefined ? [] : [renumbered]),
      ...opened.map((path) => `may pass through ${path}`),
    ];
    progress.result(parts.join(", ") || "up to date");
  });
}

export interface InstallWishes {
  readonly port: string | undefined;
  readonly mayInstall: boolean;
  readonly demo: boolean;
}

/** Returns the plan by which services are started. */
export async function install(home: Home, { port, mayInstall, demo }: InstallWishes): Promise<Plan> {
  await step("Panel", buildPanel);
  const databaseUrl = readDatabaseUrl(home);
  if (isRoot && isDebian() && mayInstall)
    await installDebianPackages(
      databaseUrl === undefined ? [databasePackage, ...daemonPackages] : daemonPackages,
    );
  if (isRoot) await makeAccountsAndPassage(home);
  const settings = await settle(home, port, demo);
  makeDirectories(home);
  makeSecrets(home);
  takeAuthority(home, databaseUrl);
  if (databaseUrl !== undefined) await checkDatabase(home, databaseUrl);
  const plan = makePlan(home, settings, databaseUrl);
  if (plan.names.includes("dovecot")) takeCertificate(home, settings.mail);
  const web = webAccount(plan);
  if (web) {
    makeFallbackCertificate(home, web);
    await step("Apache's module", (progress) => buildApacheModule(apacheModules(home), progress));
  }
  await requirePorts(plan);
  return plan;
}
