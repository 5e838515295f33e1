/** A PostgreSQL elsewhere, by TCP: sslmode and sslrootcert of DATABASE_URL hold for each process that connects. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { choosePort } from "../packages/cli/src/settings.ts";
import {
  findBinaries,
  prepareCluster,
  serverArguments,
  superuser,
} from "../packages/server/src/db/postgres.ts";
import { roleNames } from "../packages/server/src/db/roles.ts";
import { makeCertificate } from "../packages/server/test/smtp.ts";
import { type Ready, atrio, dig, makeHome, readReady, removeHome, succeed, until } from "./installation.ts";
import { signIn } from "./mail/imap.ts";
import { askRecipient } from "./mail/smtp.ts";

const nobody = 65534;
const root = mkdtempSync(join(tmpdir(), "atrio-tls-"));
const home = makeHome();
const server = makeCertificate();
const stranger = makeCertificate();
/** Where only root may look: the services need a copy. */
const authority = join(root, "closed/ca.pem");
const wrongAuthority = join(root, "closed/wrong.pem");
let postgres: ChildProcess;
let admin: Client;
let port: number;
const url = (mode: string, file = authority, host = "127.0.0.1") =>
  `postgresql://operator:secret@${host}:${port}/external?sslmode=${mode}&sslrootcert=${file}`;

async function connectAdmin(socket: string): Promise<Client> {
  for (let tries = 0; ; tries++) {
    const client = new Client({ host: socket, port, user: superuser, database: "postgres" });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
}

/** It takes TLS only, and passwords. */
async function startPostgres(): Promise<void> {
  chmodSync(root, 0o711);
  mkdirSync(join(root, "closed"), { mode: 0o700 });
  writeFileSync(authority, server.cert);
  writeFileSync(wrongAuthority, stranger.cert);
  const [certificate, key] = [join(root, "server.pem"), join(root, "server.key")];
  writeFileSync(certificate, server.cert);
  writeFileSync(key, server.key, { mode: 0o600 });
  chownSync(key, nobody, nobody);
  const cluster = {
    binaries: findBinaries(undefined, "debian"),
    dataDirectory: join(root, "data"),
    socketDirectory: join(root, "socket"),
    port: (port = await choosePort(0, "127.0.0.1", [])),
    owner: { uid: nobody, gid: nobody },
    access: "trust",
    maxConnections: 300,
    durable: false,
  } as const;
  prepareCluster(cluster);
  const rules = "local all all trust\nhostssl all all 127.0.0.0/8 scram-sha-256\n";
  writeFileSync(join(cluster.dataDirectory, "pg_hba.conf"), rules);
  const [command, ...args] = serverArguments(cluster);
  const tls = [
    `ssl_cert_file=${certificate}`,
    `ssl_key_file=${key}`,
    "ssl=on",
    "listen_addresses=127.0.0.1,127.0.0.2",
  ];
  postgres = spawn(command, [...args, ...tls.flatMap((setting) => ["-c", setting])], {
    ...cluster.owner,
    cwd: "/",
    stdio: "ignore",
  });
  admin = await connectAdmin(cluster.socketDirectory);
  await admin.query("create role operator login createrole password 'secret'");
  await admin.query("create database external owner operator");
}

/** Roles that have a connection, and of those the ones without TLS. */
async function connected(): Promise<{ roles: string[]; plain: string[] }> {
  const { rows } = await admin.query<{ usename: string; ssl: boolean }>(
    "select usename, bool_and(ssl) as ssl from pg_stat_activity join pg_stat_ssl using (pid) where datname = 'external' group by 1 order by 1",
  );
  return {
    roles: rows.map(({ usename }) => usename),
    plain: rows.flatMap(({ usename, ssl }) => (ssl ? [] : [usename])),
  };
}

/** Makes each daemon ask the database; what they answer is no matter here. */
async function askAll(ready: Ready): Promise<void> {
  dig(ready.services.dns, "atrio.test", "A");
  dig(ready.services.registry, "test", "SOA");
  const { host, port: webmail } = ready.services.webmail;
  await Promise.allSettled([
    fetch(`${ready.url}/api/config/get/`),
    fetch(`http://${host}:${webmail}/`),
    askRecipient(ready.services.smtp, "soporte@atrio.test"),
    signIn(ready, "soporte@atrio.test", "wrong"),
  ]);
}

suite("DATABASE_URL with TLS", () => {
  before(async () => {
    await startPostgres();
  });
  after(async () => {
    await removeHome(home);
    await admin.end();
    const ended = once(postgres, "exit");
    postgres.kill("SIGINT");
    await ended;
    rmSync(root, { recursive: true });
  });

  test("a server that another authority signed is refused, and so is another name than the certificate's", async () => {
    for (const [address, says] of [
      [url("verify-ca", wrongAuthority), /DATABASE_URL cannot be used: .*certificate/],
      [url("require", wrongAuthority), /DATABASE_URL cannot be used: .*certificate/],
      [url("verify-full", authority, "127.0.0.2"), /DATABASE_URL cannot be used: .*altnames/],
      [
        url("verify-full", `${authority}.missing`),
        /sslrootcert of DATABASE_URL names cannot be used: ENOENT/,
      ],
    ] as const) {
      const other = makeHome();
      const { status, output } = await atrio(other, ["up", "--port", "0", "--detach"], {
        environment: { DATABASE_URL: address },
      });
      await removeHome(other);
      assert.ok([69, 78].includes(status), output);
      assert.match(output, says);
      assert.doesNotMatch(output, /^\s+at /m);
    }
  });

  test("every role comes in with TLS", async () => {
    await succeed(home, ["up", "--port", "0", "--demo", "--detach"], {
      environment: { DATABASE_URL: url("verify-full") },
    });
    const ready = readReady(home);
    const seen = new Set<string>();
    const wanted = new Set<string>(roleNames);
    const look = async (): Promise<void> => {
      const { roles, plain } = await connected();
      assert.deepEqual(plain, []);
      for (const role of roles) seen.add(role);
    };
    await until("each role was seen", 60, async () => {
      const asked = askAll(ready).then(() => true);
      // a page of the webmail has its connection only while it is made
      do await look();
      while (!(await Promise.race([asked, sleep(1, false)])));
      return wanted.isSubsetOf(seen);
    }).catch((error: unknown) => {
      throw new Error(`not seen: ${[...wanted.difference(seen)].join(", ")}`, { cause: error });
    });
  });

  test("with another authority none comes in any more, and with the right one all do", async () => {
    const ready = readReady(home);
    const copy = join(home, "etc/database-ca.pem");
    rmSync(copy);
    writeFileSync(copy, stranger.cert, { mode: 0o444 });
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'external'");
    for (let look = 0; look < 3; look++) {
      await askAll(ready);
      assert.deepEqual((await connected()).roles, []);
      await sleep(300);
    }
    assert.equal((await atrio(home, ["holding", "list"])).status === 0, false);
    rmSync(copy);
    writeFileSync(copy, readFileSync(authority), { mode: 0o444 });
    await until("all is well again", 60, async () => (await atrio(home, ["status"])).status === 0);
    assert.deepEqual((await connected()).plain, []);
  });
});
