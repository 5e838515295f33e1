import { refusals } from "../src/index.ts";
import en from "../src/messages/en.json" with { type: "json" };
import es from "../src/messages/es.json" with { type: "json" };

const introduction = `# Refusals

Every reply is an envelope; \`system.statusCode\` says what happened, together with the HTTP status. Wrong fields are named in
\`system.inputs\`, their messages stand at the same places in \`system.errors\`. Printed from
\`packages/contract/src/errors.ts\` by \`node packages/contract/tools/print.ts\`.
`;

const cell = (text: string): string => text.replaceAll("|", "\\|");

export function errorTable(): string {
  const rows = Object.entries(refusals).map(([name, { http, statusCode, message, user, operator }]) =>
    [name, String(http), String(statusCode), es[message], en[message], user, operator].map(cell),
  );
  const head = [
    "name",
    "HTTP",
    "statusCode",
    "said in Spanish",
    "said in English",
    "the user",
    "the operator",
  ];
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return `${introduction}\n${lines.join("\n")}\n`;
}
