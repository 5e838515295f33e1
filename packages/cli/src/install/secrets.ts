/** <home>/secrets: made once, each 0400 for the one account that needs it. Losing master.key loses what it sealed. */
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RoleName, roleNames } from "@atrio/server/db/roles.ts";
import { makeDirectory, replaceFile } from "../files.ts";
import type { Home } from "../home.ts";
import { type Account, isRoot } from "../machine.ts";
import { accountOf } from "../services/plan.ts";

export function makeOnce(path: string, make: () => string | Buffer, account?: Account): void {
  // exclusive: a second installer must not replace a key that was used already
  if (!existsSync(path)) writeFileSync(path, make(), { mode: 0o400, flag: "wx" });
  if (isRoot) chownSync(path, account?.uid ?? 0, account?.gid ?? 0);
}

export const randomSecret = (): string => randomBytes(32).toString("base64url");

export function makeSecrets(home: Home): void {
  // passable: the vault and the api open their own file in it
  makeDirectory(home.secrets, 0o711);
  makeOnce(join(home.secrets, "master.key"), () => randomBytes(32), accountOf("vault"));
  makeOnce(join(home.secrets, "captcha.key"), () => randomSecret(), accountOf("api"));
  makeOnce(join(home.secrets, "tsig.key"), () => randomBytes(32).toString("base64"));
  makeOnce(
    join(home.secrets, "roundcube.key"),
    () => randomBytes(16).toString("hex"),
    isRoot ? accountOf("roundcube") : undefined,
  );
  makeOnce(relayFile(home), randomSecret, isRoot ? accountOf("dovecot") : undefined);
}

export const readTsigSecret = (home: Home): string =>
  readFileSync(join(home.secrets, "tsig.key"), "utf8").trim();

const relayFile = (home: Home): string => join(home.secrets, "relay.key");
/** What Dovecot comes to Postfix's relay port with. */
export const readRelaySecret = (home: Home): string => readFileSync(relayFile(home), "utf8").trim();

/** The connection string a service's run script reads, as root, before it gives up its rights. */
export const roleUrlFile = (home: Home, role: RoleName): string => join(home.secrets, `${role}.url`);

const databaseUrlFile = (home: Home): string => join(home.secrets, "database.url");

/** The operator's own PostgreSQL: from the environment, else as the first `up` was told. */
export function readDatabaseUrl(home: Home): string | undefined {
  const given = process.env["DATABASE_URL"];
  if (given) return given;
  const file = databaseUrlFile(home);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

export const keepDatabaseUrl = (home: Home, url: string): void =>
  replaceFile(databaseUrlFile(home), `${url}\n`, 0o400);

/** Passwords of the roles where they come in by password: made once, kept. */
export function rolePasswords(home: Home): ReadonlyMap<RoleName, string> {
  const entries = roleNames.map((role): [RoleName, string] => {
    const path = join(home.secrets, `${role}.password`);
    makeOnce(path, randomSecret);
    return [role, readFileSync(path, "utf8").trim()];
  });
  return new Map(entries);
}
