import { refusals } from "../src/index.ts";

const introduction = `# Refusals

Every reply is an envelope; \`system.statusCode\` says what happened, together with the HTTP status. Wrong fields are named in
\`system.inputs\`, their messages stand at the same places in \`system.errors\`. The message is the one sent where the refusal
names none of its own; both languages are in \`packages/contract/src/messages\`.

Printed from \`packages/contract/src/errors.ts\` by \`node packages/contract/tools/print.ts\`.
`;

export function errorTable(): string {
  const rows = Object.entries(refusals).map(([name, { http, statusCode, message, user, operator }]) => [
    name,
    String(http),
    String(statusCode),
    `\`${message}\``,
    user,
    operator,
  ]);
  const head = ["name", "HTTP", "statusCode", "message", "the user", "the operator"];
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return `${introduction}\n${lines.join("\n")}\n`;
}
