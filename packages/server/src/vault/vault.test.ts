import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type Server, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { SecretDoesNotOpen, VaultUnavailable, openVault } from "./client.ts";
import { DoesNotOpen, makeKeyring, maxPlaintextBytes, readKeyFile } from "./keys.ts";
import { maxLineBytes } from "./protocol.ts";
import { listen } from "./server.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-vault-"));
const socket = join(directory, "vault.sock");
const vault = openVault(socket);
const place = { table: "company", row: 1, field: "captcha_secret" };
const context = "company:1:captcha_secret";
let server: Server;

function keyFile(name: string, bytes: Buffer, mode = 0o400): string {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  chmodSync(path, mode);
  return path;
}

before(async () => {
  server = await listen(makeKeyring([randomBytes(32)]), socket);
});
after(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

test("a secret comes back as it was sealed", async () => {
  for (const secret of [Buffer.from(""), Buffer.from("ñandú 🔑\n"), randomBytes(maxPlaintextBytes)]) {
    const sealed = await vault.seal(place, secret);
    assert.deepEqual(await vault.open(place, sealed), secret);
  }
});

test("the same secret is never sealed alike, and its bytes are not in it", async () => {
  const [one, two] = await Promise.all([
    vault.seal(place, "hunter2hunter2"),
    vault.seal(place, "hunter2hunter2"),
  ]);
  assert.notDeepEqual(one, two);
  assert.equal(one.includes("hunter2"), false);
});

test("it opens at its own place only", async () => {
  const sealed = await vault.seal(place, "s3cret");
  for (const other of [
    { ...place, row: 2 },
    { ...place, field: "captcha_site" },
    { ...place, table: "companies" },
  ]) {
    await assert.rejects(vault.open(other, sealed), SecretDoesNotOpen);
    await assert.rejects(vault.rewrap(other, sealed), SecretDoesNotOpen);
  }
});

test("every altered byte is noticed, and so is every missing one", () => {
  const keyring = makeKeyring([randomBytes(32), randomBytes(32)]);
  const sealed = keyring.seal(context, Buffer.from("s3cret"));
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed);
    altered[at]! ^= 1;
    assert.throws(() => keyring.open(context, altered), DoesNotOpen, `byte ${at}`);
    assert.throws(() => keyring.open(context, sealed.subarray(0, at)), DoesNotOpen, `${at} bytes`);
  }
  assert.throws(() => keyring.open(context, Buffer.concat([sealed, Buffer.from("x")])), DoesNotOpen);
});

test("rotation: old secrets open, new ones use the new key, rewrapped ones need the old key no more", () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const old = makeKeyring([first]).seal(context, Buffer.from("s3cret"));
  const both = makeKeyring([first, second]);
  assert.equal(both.open(context, old).toString(), "s3cret");

  const rewrapped = both.rewrap(context, old);
  const without = makeKeyring([Buffer.alloc(32), second]);
  assert.equal(without.open(context, rewrapped).toString(), "s3cret");
  assert.equal(without.open(context, both.seal(context, Buffer.from("new"))).toString(), "new");
  assert.throws(() => without.open(context, old), DoesNotOpen);
  assert.deepEqual(rewrapped.subarray(62), old.subarray(62), "the secret's own box stays");
});

test("without the key the stored bytes give nothing", () => {
  const sealed = makeKeyring([randomBytes(32)]).seal(context, Buffer.from("s3cret"));
  assert.throws(() => makeKeyring([randomBytes(32)]).open(context, sealed), DoesNotOpen);
  const forged = makeKeyring([Buffer.alloc(32)]).seal(context, Buffer.from("forged"));
  const ring = makeKeyring([Buffer.alloc(32), randomBytes(32)]);
  assert.throws(() => ring.open(context, forged), DoesNotOpen, "a retired version is no key");
});

test("the key file must be whole and nobody else's", () => {
  const key = randomBytes(32);
  assert.ok(readKeyFile(keyFile("good", key)));
  assert.ok(readKeyFile(keyFile("two", Buffer.concat([key, randomBytes(32)]))));
  assert.throws(() => readKeyFile(keyFile("group", key, 0o440)), /chmod 0400/);
  assert.throws(() => readKeyFile(keyFile("world", key, 0o404)), /chmod 0400/);
  for (const length of [0, 31, 33, 63])
    assert.throws(() => readKeyFile(keyFile(`short${length}`, randomBytes(length))), /holds \d+ bytes/);
  assert.throws(() => readKeyFile(keyFile("zero", Buffer.alloc(32))), /all zeros/);
  assert.throws(() => readKeyFile(join(directory, "missing")), /ENOENT/);
});

test("the socket is for owner and group", () => {
  assert.equal(statSync(socket).mode & 0o777, 0o660);
});

/** Sends raw bytes; the answer until the vault closes or `lines` lines came. */
function raw(bytes: string, lines: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const client = connect(socket, () => client.write(bytes));
    client.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.split("\n").length > lines) client.destroy();
    });
    client.on("close", () => resolve(text)).on("error", (error) => (text ? resolve(text) : reject(error)));
  });
}

test("nonsense is refused, and the connection goes on", async () => {
  const wrong = [
    "{",
    "null",
    "[]",
    `{"op":"keys","context":"${context}","data":""}`,
    `{"op":"constructor","context":"${context}","data":""}`,
    `{"op":"seal","context":"company:1","data":""}`,
    `{"op":"seal","context":"company:01:x","data":""}`,
    `{"op":"seal","context":"${context}","data":"*"}`,
    `{"op":"seal","context":"${context}"}`,
  ];
  const text = await raw(`${wrong.join("\n")}\n{"op":"ping"}\n`, wrong.length + 1);
  assert.equal(text, `${'{"error":"malformed"}\n'.repeat(wrong.length)}{"data":""}\n`);
});

test("an endless line ends the connection", async () => {
  assert.equal(await raw("x".repeat(maxLineBytes + 1), 1).catch(() => ""), "");
  await vault.ping();
});

test("questions at once are all answered, also more than the vault takes connections", async () => {
  const sealed = await Promise.all(Array.from({ length: 500 }, (_, n) => vault.seal(place, `secret ${n}`)));
  const opened = await Promise.all(sealed.map((bytes) => vault.open(place, bytes)));
  assert.deepEqual(
    opened.map(String),
    Array.from({ length: 500 }, (_, n) => `secret ${n}`),
  );
});

test("no vault, a silent one and a dying one are all unavailable", async (t) => {
  await assert.rejects(openVault(join(directory, "none.sock")).ping(), VaultUnavailable);
  const answers = { silent: () => {}, garbage: "not json\n", closing: null };
  for (const [name, behaviour] of Object.entries(answers)) {
    const path = join(directory, `${name}.sock`);
    const fake = createServer((peer) => {
      peer.on("error", () => {});
      if (behaviour === null) peer.destroy();
      else if (typeof behaviour === "string") peer.write(behaviour);
    }).listen(path);
    t.after(() => fake.close());
    await assert.rejects(openVault(path).seal(place, "x"), VaultUnavailable, name);
  }
});

test("the process: serves, recovers its socket after kill -9, and refuses a second one", async (t) => {
  const path = join(directory, "process.sock");
  const env = { ATRIO_VAULT: path, ATRIO_VAULT_KEY_FILE: keyFile("process", randomBytes(32)) };
  const start = () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], { env });
    t.after(() => child.kill("SIGKILL"));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const said = new Promise<string>((resolve) => {
      child.stdout.once("data", (text) => resolve(String(text)));
      child.stderr.once("data", (text) => resolve(String(text)));
    });
    return { child, ended, said };
  };
  const one = start();
  assert.match(await one.said, /listening/);
  const sealed = await openVault(path).seal(place, "s3cret");

  const rival = start();
  assert.match(await rival.said, /Another process/);
  assert.equal(await rival.ended, 1);

  one.child.kill("SIGKILL");
  await one.ended;
  const two = start();
  assert.match(await two.said, /listening/);
  assert.equal(String(await openVault(path).open(place, sealed)), "s3cret");
  two.child.kill("SIGTERM");
  assert.equal(await two.ended, 0);
});
