import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import {
  type TransferWish,
  isTransferKey,
  orderTransfer,
  sealProof,
} from "@atrio/server/features/domain/transfer.ts";
import { type ListedUser, listUsers, listUsersWithMore } from "@atrio/server/features/user/store.ts";
import { awaitOrder } from "@atrio/server/features/domain/order.ts";
import { translate } from "@atrio/server/http/language.ts";
import { Refused } from "@atrio/server/http/refuse.ts";
import { openVault } from "@atrio/server/vault/client.ts";
import { domainName } from "../arguments.ts";
import { type Arguments, type Command, expectWord } from "../command.ts";
import { type Operator, asOperator } from "../database.ts";
import { Failure, UsageFailure, messageOf } from "../failure.ts";
import { vaultSocket } from "../services/values.ts";
import { say } from "../terminal.ts";
import { requireHolding } from "./holding.ts";
import { readTo, requireUser } from "./user.ts";

const patienceMilliseconds = 30_000;
const longestSecret = 256;

/** Nothing of it is shown; it is in no list of processes and no history. */
async function ask(): Promise<string> {
  if (!process.stdin.isTTY) return readAll(process.stdin);
  process.stderr.write("Auth code or transfer key (not shown): ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${messageOf(error)}`, "Give the file that holds it.", 66);
  }
}

function checked(typed: string): string {
  const secret = typed.trim();
  if (secret === "" || secret.length > longestSecret)
    throw new UsageFailure(
      "That is no auth code and no transfer key.",
      "Give the one that the panel shows, or a file that holds nothing else.",
    );
  return secret;
}

async function readProof(
  args: Arguments,
  { db }: Operator,
  holdingId: number,
): Promise<TransferWish["proof"]> {
  const [code, key] = [args.text("auth-code-file"), args.text("key-file")];
  if (code !== undefined && key !== undefined)
    throw new UsageFailure("--auth-code-file and --key-file exclude each other.", "Give one of them.");
  if (code !== undefined) return { authCode: checked(readSecretFile(code)) };
  if (key !== undefined) return { key: checked(readSecretFile(key)) };
  const secret = checked(await ask());
  return (await isTransferKey(db, holdingId, secret)) ? { key: secret } : { authCode: secret };
}

/** The registry's refusal, in the operator's language. */
async function explained<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Failure(
      `${name} was not transferred: ${translate("en", error.text)}`,
      "Nothing was changed. The domain's page in the panel shows its lock, code and key.",
      65,
    );
  }
}

async function requireGaining(
  operator: Operator,
  { username, reference }: ReturnType<typeof readTo>,
): Promise<ListedUser> {
  const user = await requireUser(operator, reference, username);
  if (user.disabledAt === null) return user;
  throw new Failure(
    `User ${username} of ${reference} is disabled.`,
    `To let the user in again: atrio user enable ${reference} ${username}`,
    65,
  );
}

/** Who signs in with the domain's name loses that with it. Returns those who have nothing else: they are removed. */
async function losingUsers(
  { db }: Operator,
  { id, reference }: { readonly id: number; readonly reference: string },
  gaining: ListedUser,
): Promise<string[]> {
  const stays = (await listUsersWithMore({ db }, id)).find((user) => user.id !== gaining.id);
  if (stays)
    throw new Failure(
      `User ${stays.username} signs in with ${reference} and holds more than it.`,
      `Give the user another domain first: atrio user move ${reference} ${stays.username} --to ${stays.username}@DOMAIN`,
      65,
    );
  const users = await listUsers({ db }, reference);
  return users.filter((user) => user.id !== gaining.id).map(({ username }) => username);
}

export const transfer: Command = {
  summary: "Move a domain to another user, by its auth code or transfer key",
  usage: ["transfer NAME --to USER@DOMAIN [--auth-code-file FILE | --key-file FILE]"],
  help: `
  --to USER@DOMAIN        who gets it: the user and the domain name the user signs in with
  --auth-code-file FILE   a file that holds the auth code
  --key-file FILE         a file that holds the transfer key

Without a file it is read from standard input, without being shown. The service goes along. That user may do everything
with it afterwards, all others nothing; code and key are void. Users who sign in with NAME are removed: who holds more is given
another domain before, by user move. A domain whose transfer is locked stays where it is.`,
  options: {
    to: { type: "string" },
    "auth-code-file": { type: "string" },
    "key-file": { type: "string" },
  },
  async run(args) {
    const name = domainName(expectWord(args, "NAME"), "NAME");
    const to = readTo(args);
    await asOperator(args.home, async (operator) => {
      const holding = await requireHolding(operator, name);
      if (holding.domainExpiresAt === null)
        throw new Failure(`${name} is a service without a domain.`, "There is nothing to transfer.", 65);
      const user = await requireGaining(operator, to);
      const losing = await losingUsers(operator, holding, user);
      const wish = { holding, user, proof: await readProof(args, operator, holding.id) };
      await explained(name, async () => {
        const sealed = await sealProof(openVault(vaultSocket(args.home)), wish);
        const order = await operator.change((act) => orderTransfer(act, wish, sealed));
        const { state } = await awaitOrder(operator.db, order, undefined, {
          milliseconds: patienceMilliseconds,
          untilDone: true,
        });
        if (state === "pending")
          throw new Failure(
            `The registry has not transferred ${name} yet.`,
            "It goes on by itself; what the registrar does: atrio logs registrar",
            75,
          );
      });
      say(`${name} was transferred to ${user.username} of ${user.reference}. Its code and key are void.`);
      if (losing.length > 0)
        say(`Users of ${name} who held nothing else were removed: ${losing.join(", ")}.`);
    });
    return 0;
  },
};
