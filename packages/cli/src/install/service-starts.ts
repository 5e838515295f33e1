/**
 * While packages are installed, policy-rc.d forbids their scripts to start daemons: PowerDNS and Knot would take port
 * 53 at once. The file that was there before comes back, also after a run that was killed.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";

const policy = "/usr/sbin/policy-rc.d";
const kept = `${policy}.before-atrio`;
const none = `${policy}.none-before-atrio`;

function restore(): void {
  if (existsSync(kept)) renameSync(kept, policy);
  else if (existsSync(none)) {
    rmSync(policy, { force: true });
    rmSync(none, { force: true });
  }
}

export async function withoutServiceStarts<T>(work: () => Promise<T>): Promise<T> {
  restore();
  if (existsSync(policy)) renameSync(policy, kept);
  else writeFileSync(none, "");
  try {
    writeFileSync(policy, "#!/bin/sh\n# Written by atrio while it installs packages.\nexit 101\n", {
      mode: 0o755,
    });
    return await work();
  } finally {
    restore();
  }
}
