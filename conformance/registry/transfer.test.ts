/** A domain that moves from one user to another, by the command and the panel's calls, against a running installation. */
import assert from "node:assert/strict";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import {
  type Ready,
  type RunOptions,
  atrio,
  makeHome,
  readReady,
  removeHome,
  succeed,
} from "../installation.ts";

const password = "una frase larga para la prueba";

interface Reply {
  readonly status: number;
  readonly data: { readonly [field: string]: unknown } | null;
}

suite("a transfer", () => {
  const home = makeHome();
  const files = mkdtempSync(join(tmpdir(), "atrio-codes-"));
  let ready: Ready;
  let id = 0;
  const secrets: string[] = [];

  const ok = (args: readonly string[], options?: RunOptions) => succeed(home, args, options);
  const refused = async (args: readonly string[], code: number, says: RegExp, input = "") => {
    const { status, output } = await atrio(home, args, { input });
    assert.equal(status, code, output);
    assert.match(output, says);
  };
  const call = async (cookie: string, path: string, form?: Record<string, string>) => {
    const reply = await fetch(`${ready.url}/api${path}`, {
      method: form ? "POST" : "GET",
      headers: { cookie, "x-requested-with": "XMLHttpRequest", "sec-fetch-site": "same-origin" },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    const said: Pick<Reply, "data"> = await reply.json();
    return { reply, said };
  };
  const signIn = async (domainName: string, username: string): Promise<string> => {
    const { reply } = await call("", "/user/login/", { domainName, username, password });
    assert.equal(reply.status, 200);
    return reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";", 1)[0])
      .join("; ");
  };
  const ask = async (cookie: string, what: string, form?: Record<string, string>): Promise<Reply> => {
    const { reply, said } = await call(cookie, `/domain/${id}/${what}`, form);
    return { status: reply.status, data: said.data };
  };
  const secretOf = async (cookie: string, what: "authcode" | "transferkey"): Promise<string> => {
    const { data } = await ask(cookie, `${what}/`);
    const secret = String(Object.values(data ?? {})[0]);
    secrets.push(secret);
    return secret;
  };
  const inFile = (secret: string): string => {
    const path = join(files, "secret");
    writeFileSync(path, `${secret}\n`);
    return path;
  };

  before(async () => {
    await ok(["up", "--port", "0", "--detach"]);
    ready = readReady(home);
    await ok(["company", "set", "--captcha", "none"]);
    for (const [name, user] of [
      ["uno.test", "ana"],
      ["dos.test", "bea"],
      ["tres.test", undefined],
    ] as const) {
      await ok(["holding", "add", name, "--domain"]);
      if (user) await ok(["user", "add", name, user, "--password-stdin"], { input: password });
    }
    await ok(["user", "add", "uno.test", "eva", "--password-stdin"], { input: password });
    await ok(["grant", "uno.test", "eva", "tres.test", "all=write"]);
  });
  after(async () => {
    await removeHome(home);
    rmSync(files, { recursive: true });
  });

  test("goes by auth code, not while it is locked, and once", async () => {
    const ana = await signIn("uno.test", "ana");
    const { said } = await call(ana, "/permission/list/");
    id = Number(JSON.stringify(said.data).match(/"id":(\d+)/)?.[1]);
    const code = await secretOf(ana, "authcode");
    const toBea = ["transfer", "uno.test", "--to", "bea@dos.test"];
    const moving = [...toBea, "--auth-code-file", inFile(code)];
    await refused(moving, 65, /eva signs in with uno\.test and holds more.*user move uno\.test eva/s);
    await refused(["user", "move", "uno.test", "eva", "--to", "bea@dos.test"], 65, /has a user bea already/);
    await ok(["user", "move", "uno.test", "eva", "--to", "eva@tres.test"]);
    await refused(toBea, 65, /wrong or has expired/, "ABCDEFGHIJKLMNOP");
    assert.equal((await ask(ana, "toggle/transferblock/", { value: "1" })).status, 200);
    await refused([...toBea, "--auth-code-file", inFile(code)], 65, /locked against transfers/);
    assert.equal((await ask(ana, "toggle/transferblock/", { value: "0" })).status, 200);
    await refused([...toBea, "--key-file", inFile(code)], 65, /not the domain's transfer key/);
    assert.match(
      await ok(moving),
      /transferred to bea of dos\.test.*who held nothing else were removed: ana\.$/ms,
    );
    assert.match(await ok(["registry", "domain", "show", "uno.test"]), /^account +bea@dos\.test$/m);
    assert.equal((await ask(ana, "")).status, 401, "whoever has the name next may have an ana too");
    assert.equal((await ask(await signIn("dos.test", "bea"), "")).status, 200);
    assert.equal((await ask(await signIn("tres.test", "eva"), "")).status, 404);
    await refused(["transfer", "uno.test", "--to", "eva@tres.test"], 65, /wrong or has expired/, code);
  });

  test("goes on by transfer key, as a person types it", async () => {
    const bea = await signIn("dos.test", "bea");
    const key = await secretOf(bea, "transferkey");
    const typed = `${key.toLowerCase().replaceAll(/.{5}/g, "$& ")}\n`;
    await ok(["transfer", "uno.test", "--to", "eva@tres.test"], { input: typed });
    assert.equal((await ask(bea, "")).status, 404);
    await refused(["transfer", "uno.test", "--to", "bea@dos.test"], 65, /wrong or has expired/, key);
  });

  test("leaves no code in any log", () => {
    const logs = globSync(join(home, "log/**/*"), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
      .join("\n");
    assert.ok(logs.length > 0 && secrets.length === 2);
    for (const secret of secrets) assert.ok(!logs.includes(secret));
  });
});
