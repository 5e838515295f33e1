import { type ZoneKey, readZoneKeys, signZone, unsignZone } from "@atrio/server/features/dns/dnssec.ts";
import { isSwitchAtWork } from "@atrio/server/features/dnssec/switch-state.ts";
import { domainName } from "../arguments.ts";
import { type Arguments, type Command, expectWord } from "../command.ts";
import { type Operator, asOperator } from "../database.ts";
import { Failure } from "../failure.ts";
import { say } from "../terminal.ts";

const readName = (args: Arguments): string => domainName(expectWord(args, "NAME"), "NAME");

async function requireKeys({ db }: Operator, name: string): Promise<ZoneKey[]> {
  const keys = await readZoneKeys({ db }, name);
  if (!keys) throw new Failure(`There is no DNS zone ${name}.`, "Look: atrio holding list", 66);
  return keys;
}

async function refuseAtWork({ db }: Operator, name: string): Promise<void> {
  if (await isSwitchAtWork({ db }, name))
    throw new Failure(
      `The DNSSEC switch of ${name} is under way: it makes and removes the keys itself.`,
      "Wait until the domain's page in the panel says it is done, or turn the switch back there.",
      75,
    );
}

function sayKeys(name: string, keys: readonly ZoneKey[]): void {
  for (const { keyTag, algorithm, digestType, digest, flags, publicKey } of keys) {
    say(`${name}. IN DS ${keyTag} ${algorithm} ${digestType} ${digest}`);
    say(`${name}. IN DNSKEY ${flags} 3 ${algorithm} ${publicKey}`);
  }
}

export const dnssecSign: Command = {
  summary: "Sign a DNS zone; show the DS record for the parent zone",
  usage: ["dnssec sign NAME"],
  help: "Answers are signed at once. Resolvers validate them once the parent zone (the registrar) has the DS record shown.",
  async run(args) {
    const name = readName(args);
    await asOperator(args.home, async (operator) => {
      await refuseAtWork(operator, name);
      if ((await requireKeys(operator, name)).length > 0)
        throw new Failure(`${name} is signed already.`, `Its keys: atrio dnssec show ${name}`, 65);
      sayKeys(name, await operator.change((act) => signZone(act, name)));
    });
    return 0;
  },
};

export const dnssecUnsign: Command = {
  summary: "Take the keys of a DNS zone away",
  usage: ["dnssec unsign NAME --yes"],
  help: `
While the parent zone still has the DS record, validating resolvers refuse an unsigned zone: take the DS away first and
wait for its TTL. --yes says that this is done.`,
  options: { yes: { type: "boolean" } },
  async run(args) {
    const name = readName(args);
    await asOperator(args.home, async (operator) => {
      await refuseAtWork(operator, name);
      if ((await requireKeys(operator, name)).length === 0)
        throw new Failure(`${name} is not signed.`, `To sign it: atrio dnssec sign ${name}`, 65);
      if (!args.flag("yes"))
        throw new Failure(
          "Nothing was changed: the DS record must be gone from the parent zone first.",
          `When it is, and its TTL is over: atrio dnssec unsign ${name} --yes`,
        );
      await operator.change((act) => unsignZone(act, name));
    });
    say(`${name} is not signed any more.`);
    return 0;
  },
};

export const dnssecShow: Command = {
  summary: "Show the keys of a DNS zone as DS and DNSKEY records",
  usage: ["dnssec show NAME [--json]"],
  help: "  --json   one JSON array, for programs",
  options: { json: { type: "boolean" } },
  async run(args) {
    const name = readName(args);
    const keys = await asOperator(args.home, (operator) => requireKeys(operator, name));
    if (args.flag("json")) say(JSON.stringify(keys, null, 2));
    else if (keys.length === 0) say(`${name} is not signed.`);
    else sayKeys(name, keys);
    return 0;
  },
};
