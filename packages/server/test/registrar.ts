/**
 * The registrar in the test's own process, on the local registry:
 *
 *   const registrar = startRegistrar(panel);               // carries orders out from now on
 *   const { id } = await panel.addDomain("uno.test");      // a holding whose domain is registered
 *   await registrar.stop();
 */
import { runRegistrar } from "../src/registrar/run.ts";
import type { RegistryBackend } from "../src/registry/backend.ts";
import { LocalBackend } from "../src/registry/local/backend.ts";
import type { SecretPlace, Vault } from "../src/vault/client.ts";
import type { TestApp } from "./helpers/app.ts";

const nameOf = ({ table, row, field }: SecretPlace): string => `${table}:${row}:${field}|`;

/** Seals by writing the place before the secret, so that what is opened elsewhere is found out. */
export const openHandedVault: Vault = {
  seal: (place, plaintext) => Promise.resolve(Buffer.from(`${nameOf(place)}${String(plaintext)}`)),
  open: (place, sealed) => {
    const text = sealed.toString();
    return text.startsWith(nameOf(place))
      ? Promise.resolve(Buffer.from(text.slice(nameOf(place).length)))
      : Promise.reject(new Error(`${nameOf(place)} does not open.`));
  },
  rewrap: (_, sealed) => Promise.resolve(sealed),
  ping: () => Promise.resolve(),
};

export interface TestRegistrar {
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** `wrap`: what stands between the registrar and the local registry, for tests of trouble. */
export function startRegistrar(
  panel: TestApp,
  wrap: (local: RegistryBackend) => RegistryBackend = (local) => local,
): TestRegistrar {
  const stop = new AbortController();
  const lines: string[] = [];
  const ended = runRegistrar({
    url: panel.cluster.url("atrio_registrar", panel.database),
    vault: openHandedVault,
    log: (level, msg, fields) => lines.push(JSON.stringify({ level, msg, ...fields })),
    signal: stop.signal,
    backendsOn: (db) => [wrap(new LocalBackend(db))],
  });
  return {
    lines,
    stop: async () => {
      stop.abort();
      await ended;
    },
  };
}
