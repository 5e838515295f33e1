/** ready.json: exists only while everything answers; scripts and tests rely on it. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files.ts";
import type { Home } from "../home.ts";
import { panelUrl } from "./ask.ts";
import { listeners } from "./listeners.ts";
import type { Plan } from "./plan.ts";
import { services } from "./service.ts";
import { askAddress } from "./values.ts";

export interface DemoAccess {
  readonly domainName: string;
  readonly username: string;
  readonly password: string;
}

interface Ready {
  readonly url: string;
  readonly services: Readonly<Record<string, { readonly host: string; readonly port: number }>>;
  readonly missing: readonly { readonly service: string; readonly title: string; readonly remedy: string }[];
  readonly demo?: DemoAccess;
}

// kept over a stop: the password of the demo is told once and cannot be read from the database
const demoFile = (home: Home): string => join(home.secrets, "demo.json");

export const keepDemoAccess = (home: Home, access: DemoAccess): void =>
  replaceFile(demoFile(home), `${JSON.stringify(access)}\n`, 0o400);

export function readDemoAccess(home: Home): DemoAccess | undefined {
  const file = demoFile(home);
  if (!existsSync(file)) return undefined;
  const access: DemoAccess = JSON.parse(readFileSync(file, "utf8"));
  return access;
}

export function writeReady(plan: Plan): void {
  const demo = readDemoAccess(plan.home);
  const ready: Ready = {
    url: panelUrl(plan),
    services: Object.fromEntries(
      listeners(plan.settings).flatMap(({ service, name, addresses, port }) =>
        name !== undefined && plan.names.includes(service)
          ? [[name, { host: askAddress(addresses), port }]]
          : [],
      ),
    ),
    missing: plan.missing.map(({ service, remedy }) => ({ service, title: services[service].title, remedy })),
    ...(demo ? { demo } : {}),
  };
  replaceFile(plan.home.ready, `${JSON.stringify(ready, null, 2)}\n`, 0o600);
}

export const removeReady = (home: Home): void => rmSync(home.ready, { force: true });
export const isReady = (home: Home): boolean => existsSync(home.ready);
