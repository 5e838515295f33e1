/** What visitors get by the rules of applications, and by each directive: nginx, Apache and PHP as the product runs them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { applications } from "./rules-applications.ts";
import type { Asked, Case } from "./rules-case.ts";
import { directives } from "./rules-directives.ts";
import { RulesServer } from "./rules-server.ts";

const server = new RulesServer();
const password = execFileSync("openssl", ["passwd", "-apr1", "s3cret"], { encoding: "utf8" });

before(async () => {
  await server.start();
  const files = [...applications, ...directives].flatMap((one) =>
    Object.entries({ ...one.files, ".htaccess": one.rules }).map(([name, text]) => [
      `${one.folder}/${name}`,
      text,
    ]),
  );
  server.site({ ...Object.fromEntries(files), "../.htpw": `ana:${password}` });
});
after(() => server.end());

/** The reply as text: status, headers in lower case, body. */
async function reply(path: string, { method, secure, headers, as, unchanged }: Asked = {}): Promise<string> {
  const answer = await server.get(
    path,
    {
      ...headers,
      ...(as === undefined ? {} : { Authorization: `Basic ${Buffer.from(as).toString("base64")}` }),
      ...(unchanged ? { "If-Modified-Since": new Date().toUTCString() } : {}),
    },
    { ...(method ? { method } : {}), ...(secure ? { secure } : {}) },
  );
  const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}\n`);
  return `${answer.status} \n${lines.join("")}\n${answer.text}`;
}

function visit({ name, seen }: Case): void {
  test(name, async () => {
    for (const [path, expected, asked] of seen) assert.match(await reply(path, asked), expected, path);
  });
}
describe("rules of applications", () => applications.forEach(visit));
describe("rules by directive", () => directives.forEach(visit));
