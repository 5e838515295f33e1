import assert from "node:assert/strict";
import { createServer } from "node:net";
import { once } from "node:events";
import { createSocket } from "node:dgram";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Failure } from "../src/failure.ts";
import { openHome } from "../src/home.ts";
import { parseDatabaseUrl } from "../src/install/database-url.ts";
import { requirePorts, settle } from "../src/install/home.ts";
import { reservedPorts } from "../src/install/installations.ts";
import { mailPortNames } from "../src/mail-settings.ts";
import { portHolder } from "../src/ports.ts";
import {
  chooseSettings,
  choosePort,
  isPortFree,
  portFault,
  portsIn,
  readSettings,
  writeSettings,
} from "../src/settings.ts";
import { askAddress } from "../src/services/values.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-settings-"));
const home = openHome(directory);
after(() => rmSync(directory, { recursive: true }));

test("settings come back as they were written", async () => {
  assert.equal(readSettings(home), undefined);
  const settings = await chooseSettings(0, "builtin");
  writeSettings(home, settings);
  assert.deepEqual(readSettings(home), settings);
  const { panel, dns, dns2, registry } = settings;
  assert.equal(new Set([panel.port, dns.port, dns2.port, registry.port]).size, 4);
  assert.deepEqual(
    [settings.panel.address, settings.dns.addresses, settings.dns2.addresses],
    ["127.0.0.1", ["127.0.0.1"], ["127.0.0.1"]],
  );
});

test("settings from before there was a registry, or mail, get free ports for it", async () => {
  const { registry, mail, ...older } = await chooseSettings(0, "builtin");
  writeFileSync(home.settings, JSON.stringify(older));
  assert.equal(readSettings(home)?.registry.port, 0);
  const settled = await settle(home, undefined, false);
  assert.deepEqual(settled.registry.addresses, registry.addresses);
  assert.deepEqual(settled.mail.addresses, mail.addresses);
  const ports = [settled.registry.port, ...mailPortNames.map((name) => settled.mail[name])];
  assert.ok(!ports.includes(0));
  assert.equal(new Set(ports).size, ports.length);
  assert.deepEqual(await settle(home, undefined, false), settled);
  assert.deepEqual(readSettings(home), settled);
});

test("of mail, ports that are named stay, those that are not are chosen", async () => {
  const { mail: _, ...older } = await chooseSettings(0, "builtin");
  writeFileSync(home.settings, JSON.stringify({ ...older, mail: { addresses: ["127.0.0.1"], smtp: 25 } }));
  const { mail } = await settle(home, undefined, false);
  assert.equal(mail.smtp, 25);
  assert.ok(mail.imap > 0);
});

test("what is wrong in the file is named", () => {
  const cases: [string, RegExp][] = [
    ["{", /is no JSON/],
    ["{}", /panel/],
    [JSON.stringify({ panel: { address: "localhost", port: 1 } }), /panel\.address/],
    [JSON.stringify({ panel: { address: "::1", port: 70_000 } }), /panel\.port/],
    [JSON.stringify({ mail: { relayhost: "smtp.example.net 25" } }), /mail\.relayhost: is no server such as/],
    [JSON.stringify({ mail: { hostname: "mx" } }), /mail\.hostname: is no host name such as/],
  ];
  for (const [text, says] of cases) {
    writeFileSync(home.settings, text);
    assert.throws(
      () => readSettings(home),
      (error: unknown) => error instanceof Failure && says.test(error.message),
      text,
    );
  }
});

test("a port in use is not chosen, and its holder is named", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address && typeof address === "object");
  assert.equal(await isPortFree(address.port, "127.0.0.1"), false);
  assert.notEqual(await choosePort(address.port, "127.0.0.1", []), address.port);
  assert.match(portHolder(address.port) ?? "", new RegExp(String.raw`\(pid ${process.pid}\)`));
  server.close();
});

test("a port that is taken for datagrams only is not chosen either", async () => {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  assert.equal(await portFault(socket.address().port, "127.0.0.1"), "EADDRINUSE");
  assert.equal(await portFault(0, "192.0.2.1"), "EADDRNOTAVAIL");
  socket.close();
});

test("two homes that are made at once get no port in common, though nothing listens yet", async () => {
  const homes = ["one", "two", "three"].map((name) => openHome(join(directory, name)));
  for (const { root } of homes) mkdirSync(root);
  const settled = await Promise.all(homes.map((each) => settle(each, undefined, false)));
  const ports = settled.flatMap(portsIn);
  assert.equal(new Set(ports).size, ports.length);

  const [one, two] = homes;
  assert.ok(one && two);
  const promised = portsIn(settled[0]!);
  assert.ok(promised.every((port) => reservedPorts(two).includes(port)));
  assert.ok(!promised.some((port) => reservedPorts(one).includes(port)));
  rmSync(one.root, { recursive: true });
  // a home that was deleted keeps no port
  assert.ok(!promised.some((port) => reservedPorts(two).includes(port)));
});

test("two services that are given the same port are refused, unless their addresses differ", async () => {
  const settings = await chooseSettings(0, "builtin");
  const plan = { home, settings, databaseUrl: undefined, missing: [], names: [] };
  const { dns, panel, mail } = settings;
  await requirePorts(plan);
  await requirePorts({
    ...plan,
    settings: { ...settings, dns2: { addresses: ["127.0.0.2"], port: dns.port } },
  });
  for (const changed of [
    { mail: { ...mail, imap: panel.port } },
    { dns2: { addresses: ["0.0.0.0"], port: dns.port } },
  ])
    await assert.rejects(
      requirePorts({ ...plan, settings: { ...settings, ...changed } }),
      (error: unknown) =>
        error instanceof Failure && error.exitCode === 78 && /is meant for .+ and for/.test(error.message),
    );
});

test("a wildcard listener is asked over loopback", () => {
  assert.equal(askAddress(["0.0.0.0"]), "127.0.0.1");
  assert.equal(askAddress(["::"]), "::1");
  assert.equal(askAddress(["192.0.2.1", "127.0.0.1"]), "192.0.2.1");
});

test("homes that daemons could not be told of are refused", () => {
  for (const wrong of ["/tmp/a b", "/tmp/$x", `/tmp/${"a".repeat(90)}`])
    assert.throws(() => openHome(wrong), Failure, wrong);
});

test("DATABASE_URL is taken as libpq takes it", () => {
  assert.equal(parseDatabaseUrl("postgresql://u@/db?host=/run/pg").searchParams.get("host"), "/run/pg");
  assert.equal(parseDatabaseUrl("postgres://u:p@h:6000/db").port, "6000");
  for (const wrong of ["", "mysql://u@h/db", "postgresql://h", "db"])
    assert.throws(() => parseDatabaseUrl(wrong), Failure, wrong);
});

test("what Node's driver and libpq would not both keep to is refused, with the reason", () => {
  const cases: [string, RegExp][] = [
    ["sslmode=prefer", /can't go on without TLS/],
    ["sslmode=allow", /can't go on without TLS/],
    ["sslmode=no-verify", /sslmode=no-verify/],
    ["sslmode=", /sslrootcert and no sslmode/],
    ["sslrootcert=/ca.pem", /sslrootcert and no sslmode/],
    ["sslmode=verify-ca", /no sslrootcert/],
    ["sslmode=verify-full", /no sslrootcert/],
    ["sslmode=verify-full&sslrootcert=system", /no absolute path/],
    ["sslmode=require&sslcert=/c.pem", /the parameter sslcert/],
    ["sslmode=require&sslcrl=/c.pem", /the parameter sslcrl/],
    ["channel_binding=require", /the parameter channel_binding/],
    ["ssl=true", /the parameter ssl,/],
    ["host=/run/pg&sslmode=require", /Unix socket/],
    ["host=a,b", /several hosts/],
  ];
  for (const [parameters, says] of cases)
    assert.throws(
      () => parseDatabaseUrl(`postgresql://u:p@h/db?${parameters}`),
      (error: unknown) => error instanceof Failure && says.test(error.message),
      parameters,
    );
  for (const taken of ["sslmode=disable", "sslmode=require", "sslmode=verify-full&sslrootcert=/ca.pem"])
    assert.ok(parseDatabaseUrl(`postgresql://u:p@h/db?${taken}`));
});
