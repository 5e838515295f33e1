/**
 * Gives a home's files to the accounts and the customers' uids of the number it has now. They belong to others' where two
 * homes shared them, or where the files came from another machine.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { uidOf } from "@atrio/server/web/as-customer.ts";
import { Failure } from "../failure.ts";
import { replaceFile } from "../files.ts";
import { type Home, readNumber } from "../home.ts";
import { type Account, accountName, findAccount, installationNumber } from "../machine.ts";
import { serviceAccounts, services } from "../services/service.ts";
import { isRunning } from "../services/start.ts";

type Ids = Pick<Account, "uid" | "gid">;

const give = (test: string, from: number, program: string, to: number): string[] => [
  test,
  String(from),
  "-exec",
  program,
  "-h",
  String(to),
  "{}",
  "+",
  ",",
];

/** The words by which `find` gives files to others; links themselves, not what they lead to. */
const gives = (from: Ids, to: Ids): string[] => [
  ...give("-uid", from.uid, "chown", to.uid),
  ...give("-gid", from.gid, "chgrp", to.gid),
];

const find = (root: string, words: readonly string[]): void =>
  void execFileSync("find", [root, ...words, "-false"], { stdio: ["ignore", "ignore", "pipe"] });

const numbersIn = (directory: string): string[] => {
  try {
    return readdirSync(directory).filter((name) => /^[1-9]\d*$/.test(name));
  } catch {
    return [];
  }
};

/** Directories of customers' services, those of removed ones among them: root's, with the customer's group. */
function foreignServices(
  home: Home,
): { readonly path: string; readonly gid: number; readonly uid: number }[] {
  const trash = join(home.web, "trash");
  const parents = [join(home.web, "srv"), ...numbersIn(trash).map((moment) => join(trash, moment))];
  return parents
    .flatMap((parent) => numbersIn(parent).map((name) => ({ path: join(parent, name), name })))
    .map(({ path, name }) => ({ path, gid: statSync(path).gid, uid: uidOf(Number(name)) }))
    .filter(({ gid, uid }) => gid !== uid && gid !== 0);
}

/** What the worker makes again for each service it knows. */
function moveServices(home: Home): number {
  const all = foreignServices(home);
  for (const { path, gid, uid } of all) {
    find(path, gives({ uid: gid, gid }, { uid, gid: uid }));
    execFileSync("setfacl", ["-m", `u:${accountName(services.web.account)}:--x`, path]);
  }
  if (all.length > 0) rmSync(join(home.web, "php"), { recursive: true, force: true });
  return all.length;
}

/** Returns what was done, in a few words. Called as root, with accounts made. */
export function renumber(home: Home): string | undefined {
  const [from, to] = [readNumber(home), installationNumber()];
  if (from !== to) {
    const pairs = serviceAccounts.flatMap((account) => {
      const [old, own] = [findAccount(account, from), findAccount(account, to)];
      return old && own ? [{ old, own }] : [];
    });
    find(
      home.root,
      pairs.flatMap(({ old, own }) => gives(old, own)),
    );
  }
  // a program of a customer could lead root elsewhere meanwhile
  const moved = isRunning(home) ? 0 : moveServices(home);
  replaceFile(home.number, `${to}\n`, 0o644);
  if (from === to && moved === 0) return undefined;
  return `${home.root} is installation ${to} of this machine`;
}

/** Files change hands only while no process has them. */
export function requireStopped(home: Home): void {
  if (readNumber(home) === installationNumber() || !isRunning(home)) return;
  throw new Failure(
    `${home.root} shares its accounts with another installation of this machine, and gets some of its own.`,
    `It must stop for that: atrio down --home ${home.root}, then atrio up`,
    75,
  );
}
