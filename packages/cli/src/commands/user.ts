import { randomBytes } from "node:crypto";
import { text as readAll } from "node:stream/consumers";
import { panelPasswordFault } from "@atrio/contract";
import {
  type ListedUser,
  addUser,
  findUser,
  listUsers,
  moveUser,
  setDisabled,
  setGrant,
  setPassword,
} from "@atrio/server/features/user/store.ts";
import { hashPassword } from "@atrio/server/features/session/password.ts";
import { domainName, permissionWords, userName } from "../arguments.ts";
import { type Arguments, type Command, expectWords } from "../command.ts";
import { type Operator, asOperator } from "../database.ts";
import { Failure, UsageFailure, codeOf } from "../failure.ts";
import { say, table } from "../terminal.ts";
import { requireHolding } from "./holding.ts";

const uniqueViolation = "23505";
const passwordOption = { "password-stdin": { type: "boolean" } } as const;
const passwordHelp =
  "  --password-stdin   read the password from standard input; else one is made up and shown once";

export const makeUpPassword = (): string => randomBytes(18).toString("base64url");

interface ChosenPassword {
  readonly password: string;
  readonly wasMadeUp: boolean;
}

async function choosePassword(args: Arguments, names: readonly string[]): Promise<ChosenPassword> {
  if (!args.flag("password-stdin")) return { password: makeUpPassword(), wasMadeUp: true };
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, "");
  const fault = panelPasswordFault(password, names);
  if (fault !== null)
    throw new UsageFailure(
      "That password is too easy to guess or too short.",
      "At least 15 characters that are no name, word or row of keys; or leave --password-stdin out to have one made up.",
    );
  return { password, wasMadeUp: false };
}

const sayPassword = ({ password, wasMadeUp }: ChosenPassword) => {
  if (wasMadeUp) say(`Password, shown this once: ${password}`);
};

export async function requireUser(
  { db }: Operator,
  reference: string,
  username: string,
): Promise<ListedUser> {
  const user = await findUser({ db }, reference, username);
  if (!user)
    throw new Failure(`${reference} has no user ${username}.`, `Look: atrio user list ${reference}`, 66);
  return user;
}

const refuseTaken = (reference: string, username: string) => (error: unknown) => {
  if (codeOf(error) !== uniqueViolation) throw error;
  throw new Failure(
    `${reference} has a user ${username} already.`,
    `A new password: atrio user password ${reference} ${username}`,
    65,
  );
};

function readWho(args: Arguments): { reference: string; username: string } {
  const [domain = "", name = ""] = expectWords(args, "DOMAIN", "USERNAME");
  return { reference: domainName(domain, "DOMAIN"), username: userName(name) };
}

export function readTo(args: Arguments): { username: string; reference: string } {
  const to = args.text("to") ?? "";
  const at = to.lastIndexOf("@");
  if (at < 1) throw new UsageFailure("--to USER@DOMAIN is needed.", "Such as --to ana@example.org");
  return { username: userName(to.slice(0, at)), reference: domainName(to.slice(at + 1), "--to") };
}

export const userAdd: Command = {
  summary: "Add a user who signs in with a domain name",
  usage: ["user add DOMAIN USERNAME [--password-stdin]"],
  help: `
${passwordHelp}

The user may do everything on DOMAIN. Other rights: atrio grant.`,
  options: passwordOption,
  async run(args) {
    const { reference, username } = readWho(args);
    const chosen = await choosePassword(args, [reference, username]);
    const hash = await hashPassword(chosen.password);
    await asOperator(args.home, async (operator) => {
      const holding = await requireHolding(operator, reference);
      await operator
        .change(async (act) => {
          const id = await addUser(act, holding.id, username, hash);
          const user = { id, holdingId: holding.id, username, disabledAt: null, lastLoginAt: null };
          await setGrant(act, user, holding, permissionWords(["all=write"]));
        })
        .catch(refuseTaken(reference, username));
    });
    say(`User ${username} of ${reference} was added and may do everything on it.`);
    sayPassword(chosen);
    return 0;
  },
};

export const userPassword: Command = {
  summary: "Set a user's password and end the user's sessions",
  usage: ["user password DOMAIN USERNAME [--password-stdin]"],
  help: passwordHelp,
  options: passwordOption,
  async run(args) {
    const { reference, username } = readWho(args);
    const chosen = await choosePassword(args, [reference, username]);
    const hash = await hashPassword(chosen.password);
    await asOperator(args.home, async (operator) => {
      const user = await requireUser(operator, reference, username);
      await operator.change((act) => setPassword(act, user, hash));
    });
    say(`User ${username} of ${reference} has a new password; sessions were ended.`);
    sayPassword(chosen);
    return 0;
  },
};

export const userMove: Command = {
  summary: "Have a user sign in with another domain name",
  usage: ["user move DOMAIN USERNAME --to USER@DOMAIN"],
  help: `
  --to USER@DOMAIN   the user and domain name to sign in with from now on

Password, rights and sessions stay. So whoever DOMAIN belongs to next has nothing to do with the user.`,
  options: { to: { type: "string" } },
  async run(args) {
    const { reference, username } = readWho(args);
    const to = readTo(args);
    await asOperator(args.home, async (operator) => {
      const user = await requireUser(operator, reference, username);
      const holding = await requireHolding(operator, to.reference);
      await operator
        .change((act) => moveUser(act, user, { holding, username: to.username }))
        .catch(refuseTaken(to.reference, to.username));
    });
    say(`User ${username} of ${reference} signs in as ${to.username} of ${to.reference} from now on.`);
    return 0;
  },
};

const switchUser = (disabled: boolean, summary: string, help: string): Command => ({
  summary,
  usage: [`user ${disabled ? "disable" : "enable"} DOMAIN USERNAME`],
  help,
  async run(args) {
    const { reference, username } = readWho(args);
    await asOperator(args.home, async (operator) => {
      const user = await requireUser(operator, reference, username);
      await operator.change((act) => setDisabled(act, user, disabled));
    });
    say(`User ${username} of ${reference} is ${disabled ? "disabled; sessions were ended" : "enabled"}.`);
    return 0;
  },
});

export const userDisable = switchUser(
  true,
  "Keep a user out, at once",
  "Sessions end within a second. Nothing is lost; `user enable` undoes it.",
);
export const userEnable = switchUser(
  false,
  "Let a disabled user in again",
  "The password is the one from before.",
);

export const userList: Command = {
  summary: "List users",
  usage: ["user list [DOMAIN] [--json]"],
  help: "  DOMAIN   only those who sign in with it\n  --json   one JSON array, for programs",
  options: { json: { type: "boolean" } },
  async run(args) {
    if (args.words.length > 1) expectWords(args, "DOMAIN");
    const [domain] = args.words;
    const reference = domain === undefined ? undefined : domainName(domain, "DOMAIN");
    const users = await asOperator(args.home, ({ db }) => listUsers({ db }, reference));
    if (args.flag("json")) say(JSON.stringify(users, null, 2));
    else if (users.length === 0) say("There are none. Add one: atrio user add DOMAIN USERNAME");
    else
      say(
        table([
          ["DOMAIN", "USERNAME", "STATE", "LAST LOGIN"],
          ...users.map((user) => [
            user.reference,
            user.username,
            user.disabledAt ? "disabled" : "enabled",
            user.lastLoginAt?.toISOString() ?? "never",
          ]),
        ]),
      );
    return 0;
  },
};
