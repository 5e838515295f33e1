/** The `atrio` command. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { type Command, runCommand } from "./command.ts";
import { UsageFailure, codeOf, explain, messageOf } from "./failure.ts";
import { paint, say, warn } from "./terminal.ts";

type Load = () => Promise<Command>;

/** Each is loaded when it is called: starting one does not pay for the others. */
const commands: Readonly<Record<string, Load>> = {
  up: async () => (await import("./commands/up.ts")).up,
  down: async () => (await import("./commands/down.ts")).down,
  status: async () => (await import("./commands/status.ts")).status,
  logs: async () => (await import("./commands/logs.ts")).logs,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  test: async () => (await import("./commands/test.ts")).test,
  "holding add": async () => (await import("./commands/holding.ts")).holdingAdd,
  "holding register": async () => (await import("./commands/holding.ts")).holdingRegister,
  "holding list": async () => (await import("./commands/holding.ts")).holdingList,
  "holding remove": async () => (await import("./commands/holding.ts")).holdingRemove,
  "user add": async () => (await import("./commands/user.ts")).userAdd,
  "user list": async () => (await import("./commands/user.ts")).userList,
  "user password": async () => (await import("./commands/user.ts")).userPassword,
  "user move": async () => (await import("./commands/user.ts")).userMove,
  "user disable": async () => (await import("./commands/user.ts")).userDisable,
  "user enable": async () => (await import("./commands/user.ts")).userEnable,
  grant: async () => (await import("./commands/grant.ts")).grant,
  transfer: async () => (await import("./commands/transfer.ts")).transfer,
  "company list": async () => (await import("./commands/company.ts")).companyList,
  "company add": async () => (await import("./commands/company.ts")).companyAdd,
  "company set": async () => (await import("./commands/company-set.ts")).companySet,
  "company show": async () => (await import("./commands/company.ts")).companyShow,
  "company remove": async () => (await import("./commands/company.ts")).companyRemove,
  "platform set": async () => (await import("./commands/platform.ts")).platformSet,
  "platform show": async () => (await import("./commands/platform.ts")).platformShow,
  "platform acme on": async () => (await import("./commands/platform-acme.ts")).acmeOn,
  "platform acme show": async () => (await import("./commands/platform-acme.ts")).acmeShow,
  "platform acme off": async () => (await import("./commands/platform-acme.ts")).acmeOff,
  mail: async () => (await import("./commands/mail.ts")).mail,
  web: async () => (await import("./commands/web.ts")).web,
  "php add": async () => (await import("./commands/php.ts")).phpAdd,
  "php default": async () => (await import("./commands/php.ts")).phpDefault,
  "php list": async () => (await import("./commands/php.ts")).phpList,
  "php remove": async () => (await import("./commands/php.ts")).phpRemove,
  messages: async () => (await import("./commands/messages.ts")).messages,
  "messages show": async () => (await import("./commands/messages.ts")).messagesShow,
  "messages send": async () => (await import("./commands/messages.ts")).messagesSend,
  "messages remove": async () => (await import("./commands/messages.ts")).messagesRemove,
  "messages smtp set": async () => (await import("./commands/messages-smtp.ts")).smtpSet,
  "messages smtp show": async () => (await import("./commands/messages-smtp.ts")).smtpShow,
  "messages smtp test": async () => (await import("./commands/messages-smtp.ts")).smtpTest,
  "messages smtp remove": async () => (await import("./commands/messages-smtp.ts")).smtpRemove,
  "dnssec sign": async () => (await import("./commands/dnssec.ts")).dnssecSign,
  "dnssec unsign": async () => (await import("./commands/dnssec.ts")).dnssecUnsign,
  "dnssec show": async () => (await import("./commands/dnssec.ts")).dnssecShow,
  "registry tld add": async () => (await import("./commands/registry-tld.ts")).registryTldAdd,
  "registry tld list": async () => (await import("./commands/registry-tld.ts")).registryTldList,
  "registry tld set": async () => (await import("./commands/registry-tld.ts")).registryTldSet,
  "registry tld remove": async () => (await import("./commands/registry-tld.ts")).registryTldRemove,
  "registry pending": async () => (await import("./commands/registry-pending.ts")).registryPending,
  "registry domain show": async () => (await import("./commands/registry-domain.ts")).registryDomainShow,
  "registry domain set": async () => (await import("./commands/registry-domain.ts")).registryDomainSet,
  "registry domain hold": async () => (await import("./commands/registry-domain.ts")).registryDomainHold,
  "registry domain unhold": async () => (await import("./commands/registry-domain.ts")).registryDomainUnhold,
  "registry domain lock": async () => (await import("./commands/registry-domain.ts")).registryDomainLock,
  "registry domain unlock": async () => (await import("./commands/registry-domain.ts")).registryDomainUnlock,
  "registry domain approve": async () =>
    (await import("./commands/registry-domain.ts")).registryDomainApprove,
  "registry domain reject": async () => (await import("./commands/registry-domain.ts")).registryDomainReject,
  "geo import": async () => (await import("./commands/geo.ts")).geoImport,
  "geo list": async () => (await import("./commands/geo.ts")).geoList,
  "geo remove": async () => (await import("./commands/geo.ts")).geoRemove,
};

const longestName = Math.max(...Object.keys(commands).map((name) => name.split(" ").length));

async function overview(prefix = ""): Promise<string> {
  const names = Object.keys(commands).filter((name) => name.startsWith(prefix));
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const lines = await Promise.all(
    names.map(async (name) => `  ${name.padEnd(width)}${(await commands[name]!()).summary}`),
  );
  return [
    "Usage: atrio COMMAND [--home DIR]",
    "",
    ...lines,
    "",
    "atrio COMMAND --help says more. docs/operating.md is the manual.",
  ].join("\n");
}

async function dispatch(words: readonly string[]): Promise<number> {
  const [first] = words;
  if (first === undefined || first === "help" || first === "--help") {
    say(await overview());
    return first === undefined ? 64 : 0;
  }
  // the longest name that the words begin with
  for (let length = Math.min(words.length, longestName); length > 0; length--) {
    const name = words.slice(0, length).join(" ");
    if (commands[name]) return runCommand(await commands[name](), words.slice(length));
    if (Object.keys(commands).some((other) => other.startsWith(`${name} `))) {
      say(await overview(`${name} `));
      return words[length] === "--help" ? 0 : 64;
    }
  }
  throw new UsageFailure(`There is no command "${first}".`, "All of them: atrio --help");
}

/** Writes the stack to a file: the terminal gets one line. */
function keepDetails(error: unknown): string {
  try {
    const file = join(mkdtempSync(join(tmpdir(), "atrio-error-")), "details.txt");
    writeFileSync(file, `${process.argv.slice(2).join(" ")}\n${inspect(error, { depth: 4 })}\n`, {
      mode: 0o600,
    });
    return `Details for a report: ${file}`;
  } catch {
    return "Its details could not be kept.";
  }
}

function report(error: unknown): void {
  const known = explain(error);
  const message = known?.message ?? `Unexpected error: ${messageOf(error).split("\n")[0]}`;
  warn(`${paint("red", "atrio:")} ${message}`);
  const remedy = known ? known.remedy : keepDetails(error);
  if (remedy !== undefined) warn(`  ${remedy}`);
  process.exitCode = known?.exitCode ?? 70;
}

for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error) => {
    // the reader closed the pipe (`atrio status | head`): the command still runs to its end
    if (codeOf(error) !== "EPIPE") throw error;
  });
process.on("uncaughtException", (error) => {
  report(error);
  process.exit();
});

try {
  process.exitCode = await dispatch(process.argv.slice(2));
} catch (error) {
  report(error);
}
