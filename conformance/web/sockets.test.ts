/** What a customer's program reaches of all that listens on the machine: the ports that are there for everybody, and nothing else. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { type Socket as UdpSocket, createSocket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type Server, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { installationNumber } from "../../packages/cli/src/machine.ts";
import { type WebInstallation, addService, apply, ask, putFile, startWeb } from "./installation.ts";

/** Says which of those it is told of it gets through to. */
const knock = String.raw`<?php
set_time_limit(120);
$reached = [];
foreach (json_decode(file_get_contents('php://input'), true) as $name) {
  $socket = @stream_socket_client($name, $number, $why, 1);
  if (!$socket) continue;
  // without an answer only what comes back tells that a datagram was turned away
  if (substr($name, 0, 3) === 'udp') {
    $sent = @fwrite($socket, 'x');
    usleep(3000);
    if (!$sent || !@fwrite($socket, 'x')) continue;
  }
  $reached[] = $name;
}
echo json_encode($reached);`;

let web: WebInstallation;
let daemon: Server;
let daemonUdp: UdpSocket;
let received = 0;
const names = ["127.0.0.1", "127.9.9.9", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]"];

before(async () => {
  web = await startWeb();
  const [one, other] = [await addService(web.db, "one.test"), await addService(web.db, "other.test")];
  await Promise.all([apply(web.db, one), apply(web.db, other)]);
  for (const id of [one, other]) await putFile(web, id, "public_html/knock.php", knock);
  // what answers everybody but customers
  daemon = createServer((socket) => socket.on("error", () => {}).end()).listen(0, "::");
  daemonUdp = createSocket("udp6", () => (received += 1)).bind(0, "::");
  await Promise.all([once(daemon, "listening"), once(daemonUdp, "listening")]);
  for (const all of Object.values(networkInterfaces()))
    for (const { address, family, scopeid } of all ?? [])
      if (!scopeid) names.push(family === "IPv6" ? `[${address}]` : address);
});
after(async () => {
  daemon?.close();
  daemonUdp?.close();
  await web?.stop();
});

async function reached(wanted: readonly string[]): Promise<string[]> {
  const { status, body } = await ask(web, "http://one.test/knock.php", {
    method: "POST",
    body: JSON.stringify(wanted),
  });
  assert.equal(status, 200, body);
  return JSON.parse(body);
}

/** Ports of this machine that somebody listens at, as the kernel lists them (proc_net_tcp(5)). */
function listeningPorts(protocol: "tcp" | "udp"): number[] {
  const listens = protocol === "tcp" ? "0A" : "07";
  const rows = [protocol, `${protocol}6`].flatMap((file) =>
    readFileSync(`/proc/net/${file}`, "utf8").trim().split("\n").slice(1),
  );
  const ports = rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state]) => state === listens)
    .map(([, local = ""]) => Number.parseInt(local.split(":")[1] ?? "", 16));
  return [...new Set(ports)];
}
const everywhere = (protocol: "tcp" | "udp", ports: readonly number[]): string[] =>
  ports.flatMap((port) => names.map((name) => `${protocol}://${name}:${port}`));
const portOf = (name: string): number => Number(/\d+$/.exec(name)?.[0]);

test("ports: those of sites and of sending mail, and no daemon's, on any address of the machine", async () => {
  const ours = Object.entries(web.ready.services);
  const open = new Set(["http", "https", "submission", "submissions"]);
  const ports = listeningPorts("tcp");
  const address = daemon.address();
  assert.ok(address !== null && typeof address === "object" && ports.includes(address.port));
  for (const [name, { port }] of ours) assert.ok(ports.includes(port), `${name} listens`);
  const tried = await reached(everywhere("tcp", ports));
  const through = new Set(tried.map(portOf));
  for (const [name, { port }] of ours) assert.equal(through.has(port), open.has(name), name);
  assert.ok(!through.has(address.port));
  const opened = openPorts();
  assert.deepEqual(
    [...through].filter((port) => !opened.has(port)),
    [],
  );
});

/** What customers of this installation reach. */
function openPorts(): Set<number> {
  const table = `atrio_${installationNumber()}`;
  const said = execFileSync("nft", ["list", "set", "inet", table, "public_ports"], { encoding: "utf8" });
  const elements = /elements = \{([^}]*)\}/.exec(said)?.[1] ?? "";
  return new Set([...elements.matchAll(/\d+/g)].map(([port]) => Number(port)));
}

test("datagrams: none arrives", async () => {
  const ports = listeningPorts("udp");
  assert.ok(ports.includes(daemonUdp.address().port));
  const opened = openPorts();
  const tried = await reached(everywhere("udp", ports));
  assert.deepEqual(
    tried.filter((name) => portOf(name) !== 53 && !opened.has(portOf(name))),
    [],
  );
  assert.equal(received, 0);
});

test("sockets in the file system: not one of the panel, of a daemon, of a neighbour or its own", async () => {
  const paths = readFileSync("/proc/net/unix", "utf8")
    .split("\n")
    .map((row) => row.split(" ").slice(7).join(" "))
    .filter((path) => path.startsWith("/"));
  for (const path of ["run/pg/.s.PGSQL.5432", "run/vault/vault.sock", "run/php/control.sock"])
    assert.ok(paths.includes(join(web.home, path)), path);
  const all = [...new Set(paths)].flatMap((path) => [`unix://${path}`, `udg://${path}`]);
  assert.deepEqual(await reached(all), []);
});

test("sockets without a file, which a jail would not keep from anybody: nobody listens at one", async () => {
  const listening = readFileSync("/proc/net/unix", "utf8")
    .split("\n")
    .map((row) => row.trim().split(/\s+/))
    // __SO_ACCEPTCON, or datagrams (unix(7))
    .filter(
      ([, , , flags, type, , , path]) => path?.startsWith("@") && (flags === "00010000" || type === "0002"),
    )
    .map(([, , , , , , , path = ""]) => path.slice(1));
  const all = listening.flatMap((name) => [`unix://\0${name}`, `udg://\0${name}`]);
  assert.deepEqual(await reached(all), []);
});
