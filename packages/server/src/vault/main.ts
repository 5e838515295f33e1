/**
 * The vault process: the only one that holds the master key.
 *
 *   ATRIO_VAULT           path of its Unix socket
 *   ATRIO_VAULT_KEY_FILE  the master key, 32 random bytes, 0400 of this user
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

try {
  const path = required("ATRIO_VAULT");
  const keyring = readKeyFile(required("ATRIO_VAULT_KEY_FILE"));
  const server = await listen(keyring, path);
  console.log(`listening on ${path}`);
  const stop = () => server.close(() => process.exit(0));
  process.once("SIGTERM", stop).once("SIGINT", stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
