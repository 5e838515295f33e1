/**
 * The registrar in the test's own process, on the local registry:
 *
 *   const registrar = startRegistrar(panel);               // carries orders out from now on
 *   const { id } = await panel.addDomain("uno.test");      // a holding whose domain is registered
 *   await registrar.stop();
 */
import { sql } from "kysely";
import { runRegistrar } from "../src/registrar/run.ts";
import type { RegistryBackend } from "../src/registry/backend.ts";
import type { OrderKind, Orders } from "../src/registry/order.ts";
import { LocalBackend } from "../src/registry/local/backend.ts";
import type { SecretPlace, Vault } from "../src/vault/client.ts";
import { type TestApp, untilSettled } from "./helpers/app.ts";

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

/** `wrap`: what stands between the registrar and the local registry, or beside it, for tests of trouble. */
export function startRegistrar(
  panel: TestApp,
  wrap: (local: RegistryBackend) => RegistryBackend | readonly RegistryBackend[] = (local) => local,
): TestRegistrar {
  const stop = new AbortController();
  const lines: string[] = [];
  const ended = runRegistrar({
    url: panel.cluster.url("atrio_registrar", panel.database),
    vault: openHandedVault,
    log: (level, msg, fields) => lines.push(JSON.stringify({ level, msg, ...fields })),
    signal: stop.signal,
    backendsOn: (db) => [wrap(new LocalBackend(db))].flat(),
  });
  return {
    lines,
    stop: async () => {
      stop.abort();
      await ended;
    },
  };
}

export type Overrides = { readonly [K in keyof RegistryBackend]?: RegistryBackend[K] | undefined };

/** The local registry, but for some of its methods; undefined: it has none. */
export const overriding =
  (over: (local: RegistryBackend) => Overrides) =>
  (local: RegistryBackend): RegistryBackend => {
    const others = over(local);
    return new Proxy(local, {
      get(target, member) {
        if (Object.hasOwn(others, member)) return Reflect.get(others, member);
        const method: unknown = Reflect.get(target, member);
        return typeof method === "function" ? method.bind(target) : method;
      },
    });
  };

export interface Placed<K extends OrderKind> {
  readonly holdingId: number;
  readonly kind: K;
  readonly wanted: Orders[K];
  readonly subject?: string;
  readonly source?: "panel" | "command" | "system";
  readonly bulk?: boolean;
  readonly jobId?: number;
}

/** Orders of one transaction, in this order. Returns their ids. */
export async function place(panel: TestApp, ...orders: readonly Placed<OrderKind>[]): Promise<number[]> {
  const rows = await panel.db
    .insertInto("atrio.registry_order")
    .values(
      orders.map(
        ({ holdingId, kind, wanted, subject = "", source = "panel", bulk = false, jobId = null }) => ({
          holding_id: holdingId,
          kind,
          subject,
          wanted: JSON.stringify(wanted),
          source,
          bulk,
          job_id: jobId,
          act: `test.${kind}`,
          item: "the domain",
          username: "ana",
        }),
      ),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export const orderRow = (panel: TestApp, id: number) =>
  panel.db.selectFrom("atrio.registry_order").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Places one and waits for its end. */
export async function carryOut<K extends OrderKind>(panel: TestApp, order: Placed<K>) {
  const [id = 0] = await place(panel, order);
  await untilSettled(panel.db, order.holdingId);
  return orderRow(panel, id);
}

export async function newJob(panel: TestApp, holdingId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select atrio.registry_job(${holdingId}, null) as id`.execute(
    panel.db,
  );
  return rows[0]!.id;
}
