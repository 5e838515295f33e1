/**
 * The vault process: the only one that holds the master key.
 *
 *   ATRIO_VAULT           path of its Unix socket
 *   ATRIO_VAULT_KEY_FILE  the master key, 32 random bytes, 0400 of this user
 *   ATRIO_VAULT_GID       group whose members may ask (optional; this user must belong to it)
 *
 * No npm package is loaded here.
 */
import { readKeyFile } from "./keys.ts";
import { listen } from "./server.ts";

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

function readGid(): number | null {
  const value = process.env["ATRIO_VAULT_GID"];
  if (!value) return null;
  if (!/^\d{1,10}$/.test(value)) throw new Error(`ATRIO_VAULT_GID is no group id: ${value}`);
  return Number(value);
}

try {
  const path = required("ATRIO_VAULT");
  const keyring = readKeyFile(required("ATRIO_VAULT_KEY_FILE"));
  const server = await listen(keyring, { path, gid: readGid() });
  console.log(`listening on ${path}`);
  const stop = () => server.close(() => process.exit(0));
  process.once("SIGTERM", stop).once("SIGINT", stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
