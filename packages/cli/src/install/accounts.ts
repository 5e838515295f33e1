import { execFileSync } from "node:child_process";
import { Failure } from "../failure.ts";
import { accountName, findAccount, findProgram, installationNumber } from "../machine.ts";
import { serviceAccounts } from "../services/service.ts";

/** Debian's packages make those of their daemons, for the first installation. */
const isOurs = (account: string): boolean =>
  account.startsWith("atrio-") || (installationNumber() > 0 && findAccount(account, 0) !== undefined);

/** The system accounts the services run as. Returns those that were made. */
export function makeAccounts(): string[] {
  const absent = serviceAccounts
    .filter((account) => isOurs(account) && !findAccount(account))
    .map((account) => accountName(account));
  const useradd = findProgram("useradd");
  if (absent.length > 0 && !useradd)
    throw new Failure(
      "The program useradd is not here.",
      `Make the system accounts ${absent.join(", ")} by hand, then run it again.`,
    );
  for (const name of absent)
    execFileSync(
      useradd!,
      [
        "--system",
        "--user-group",
        "--no-create-home",
        "--home-dir",
        "/nonexistent",
        "--shell",
        "/usr/sbin/nologin",
        name,
      ],
      {
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
  return absent;
}
