import { execFileSync } from "node:child_process";
import { Failure } from "../failure.ts";
import { findAccount, findProgram } from "../machine.ts";
import { serviceAccounts } from "../services/service.ts";

const accounts = serviceAccounts.filter((name) => name.startsWith("atrio-"));

/** The system accounts the services run as. Returns those that were made. */
export function makeAccounts(): string[] {
  const absent = accounts.filter((name) => !findAccount(name));
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
