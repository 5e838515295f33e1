import { contactRoles } from "@atrio/contract";
import { harmless } from "@atrio/server/harmless.ts";
import type { RegistryContacts } from "@atrio/server/registry/backend.ts";
import {
  type RegistryDomainShown,
  domainStatusWords,
  findRegistryDomain,
  serverHold,
  serverLocks,
  setDomainState,
  settlePending,
} from "@atrio/server/registry/local/operator-domain.ts";
import { domainName, expiry } from "../arguments.ts";
import { type Arguments, type Command, expectWord } from "../command.ts";
import { asOperator } from "../database.ts";
import { Failure, UsageFailure } from "../failure.ts";
import type { Home } from "../home.ts";
import { say, table } from "../terminal.ts";

const readName = (args: Arguments): string => domainName(expectWord(args, "NAME"), "NAME");

const notThere = (name: string): Failure =>
  new Failure(`The registry has no domain ${name}.`, "Look: atrio holding list", 66);

const contactRows = (contacts: RegistryContacts, title: string): string[][] =>
  contactRoles.flatMap((role) => {
    const contact = contacts[role];
    if (!contact) return [];
    const { organization, firstName, lastName, identificationNumber, email, phone } = contact;
    const { address, postalCode, city, state, country } = contact;
    const person = [organization, `${firstName} ${lastName}`, identificationNumber, email, phone];
    const place = [address, `${postalCode} ${city}`, state, country];
    const parts = [...person, ...place].filter((part) => part !== null && part !== "");
    return [[`${title} ${role}`, harmless(parts.join(", "))]];
  });

function rows(domain: RegistryDomainShown): string[][] {
  const { hosts, secDns, pending } = domain;
  return [
    ["domain", domain.name],
    ["account", domain.account],
    ["registered", domain.registered_at.toISOString()],
    ["expires", domain.expires_at.toISOString()],
    ["statuses", domain.statuses.join(", ") || "ok"],
    ["contacts are", domain.private ? "private" : "disclosed"],
    ["name servers", domain.nameServers.join(", ") || "none"],
    ...hosts.map(({ name, addresses }) => [`host ${name}`, addresses.join(", ")]),
    ...secDns.map((record) =>
      record.kind === "ds"
        ? ["DS", `${record.key_tag} ${record.algorithm} ${record.digest_type} ${record.digest}`]
        : ["DNSKEY", `${record.flags} 3 ${record.algorithm} ${record.public_key}`],
    ),
    ...contactRows(domain.contacts, "contact"),
    ...(pending
      ? [
          [
            "pending",
            `${pending.reference} of ${pending.account}, since ${pending.created_at.toISOString()}`,
          ],
          ...contactRows(pending.contacts, "wanted"),
        ]
      : []),
  ];
}

export const registryDomainShow: Command = {
  summary: "Show what the registry itself holds of a domain",
  usage: ["registry domain show NAME [--json]"],
  help: "  --json   one JSON object, for programs",
  options: { json: { type: "boolean" } },
  async run(args) {
    const name = readName(args);
    const found = await asOperator(args.home, ({ db }) => findRegistryDomain({ db }, name));
    if (!found) throw notThere(name);
    say(args.flag("json") ? JSON.stringify(found, null, 2) : table(rows(found)));
    return 0;
  },
};

async function change(
  home: Home,
  act: string,
  name: string,
  wanted: Parameters<typeof setDomainState>[3],
): Promise<number> {
  const statuses = await asOperator(home, (operator) =>
    operator.change((work) => setDomainState(work, `registry domain ${act}`, name, wanted)),
  );
  if (!statuses) throw notThere(name);
  say(`${name} is ${statuses.join(", ") || "ok"}.`);
  return 0;
}

const switching = (
  act: string,
  summary: string,
  help: string,
  wanted: Parameters<typeof setDomainState>[3],
): Command => ({
  summary,
  usage: [`registry domain ${act} NAME`],
  help,
  run: (args) => change(args.home, act, readName(args), wanted),
});

export const registryDomainHold = switching(
  "hold",
  "Take a domain out of the DNS",
  "Sets serverHold: the TLD answers NXDOMAIN from now on. The customer sees that it is suspended.",
  { add: serverHold, remove: [] },
);
export const registryDomainUnhold = switching(
  "unhold",
  "Put a domain that was held into the DNS again",
  "Takes serverHold away.",
  { add: [], remove: serverHold },
);
export const registryDomainLock = switching(
  "lock",
  "Lock a domain on the registry's side",
  `Sets ${serverLocks.join(", ")}: the customer can neither change nor move it.`,
  { add: serverLocks, remove: [] },
);
export const registryDomainUnlock = switching(
  "unlock",
  "Take the registry's locks off a domain",
  `Takes ${serverLocks.join(", ")} away.`,
  { add: [], remove: serverLocks },
);

const texts = { type: "string", multiple: true } as const;

export const registryDomainSet: Command = {
  summary: "Set the statuses and the expiry of a domain by hand",
  usage: ["registry domain set NAME [--add STATUS]… [--remove STATUS]… [--expires DATE]"],
  help: `
  --add STATUS, --remove STATUS   EPP's words and RFC 3915's, of:
    ${domainStatusWords.slice(0, 5).join(" ")}
    ${domainStatusWords.slice(5, 10).join(" ")}
    ${domainStatusWords.slice(10, 15).join(" ")}
    ${domainStatusWords.slice(15).join(" ")}
  --expires DATE                  YYYY-MM-DD; past it the domain is out of the DNS`,
  options: { add: texts, remove: texts, expires: { type: "string" } },
  async run(args) {
    const name = readName(args);
    const [add, remove, expires] = [args.texts("add"), args.texts("remove"), args.text("expires")];
    const unknown = [...add, ...remove].find((status) => !domainStatusWords.includes(status));
    if (unknown !== undefined)
      throw new UsageFailure(`"${unknown}" is no status.`, `One of: ${domainStatusWords.join(", ")}`);
    if (add.length + remove.length === 0 && expires === undefined)
      throw new UsageFailure("Nothing was named to change.", "See: atrio registry domain set --help");
    const expiresAt = expires === undefined ? undefined : expiry(expires);
    return change(args.home, "set", name, { add, remove, expiresAt });
  },
};

async function settle(args: Arguments, approved: boolean): Promise<number> {
  const name = readName(args);
  const reason = args.text("reason") ?? null;
  if (reason !== null && reason.length > 500)
    throw new UsageFailure("--reason is too long.", "At most 500 characters.");
  const reference = await asOperator(args.home, (operator) =>
    operator.change((work) => settlePending(work, name, approved, reason)),
  );
  if (reference === undefined)
    throw new Failure(`Nothing is pending for ${name}.`, `Look: atrio registry domain show ${name}`, 66);
  say(`${reference} was ${approved ? "approved" : "rejected"}.`);
  return 0;
}

export const registryDomainApprove: Command = {
  summary: "Approve what is pending for a domain: its new owner",
  usage: ["registry domain approve NAME"],
  help: "The change is made at once, and the customer's job ends. `registry domain show NAME` says what is wanted.",
  run: (args) => settle(args, true),
};
export const registryDomainReject: Command = {
  summary: "Reject what is pending for a domain",
  usage: ["registry domain reject NAME [--reason TEXT]"],
  help: "  --reason TEXT   the customer reads it",
  options: { reason: { type: "string" } },
  run: (args) => settle(args, false),
};
