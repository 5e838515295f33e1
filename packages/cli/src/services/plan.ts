/** What is known before anything is rendered: home, settings, accounts, which services run here. */
import type { Home } from "../home.ts";
import { Failure } from "../failure.ts";
import { type Account, accountName, callerAccount, findAccount, isRoot } from "../machine.ts";
import type { Settings } from "../settings.ts";
import { type Missing, missingServices } from "./missing.ts";
import { type ServiceName, serviceNames, services } from "./service.ts";

export interface Plan {
  readonly home: Home;
  readonly settings: Settings;
  /** PostgreSQL of the operator's, in place of the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly missing: readonly Missing[];
  /** The services this installation runs, in starting order. */
  readonly names: readonly ServiceName[];
}

export function makePlan(home: Home, settings: Settings, databaseUrl: string | undefined): Plan {
  const missing = missingServices();
  const absent = new Set<ServiceName>(missing.map(({ service }) => service));
  if (databaseUrl !== undefined) absent.add("postgres");
  return { home, settings, databaseUrl, missing, names: serviceNames.filter((name) => !absent.has(name)) };
}

function find(name: string): Account {
  if (!isRoot) return callerAccount();
  const account = findAccount(name);
  if (!account)
    throw new Failure(
      `The account ${accountName(name)} does not exist.`,
      "As root: atrio up makes what is missing",
      69,
    );
  return account;
}

/** The account a service runs as: its own where `up` is root, else the caller's. */
export const accountOf = (name: ServiceName): Account => find(services[name].account);

/** The account whose group may read its configuration. */
export const readerOf = (name: ServiceName): Account =>
  find(services[name].processAccount ?? services[name].account);
