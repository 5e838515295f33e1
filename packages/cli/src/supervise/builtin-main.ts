/**
 * Our own supervisor, for machines without runit: keeps what <home>/service links to running.
 *
 *   node builtin-main.ts HOME
 *
 * If it is killed the services live on; the next start of each ends its predecessor (stack/alone).
 */
import { once } from "node:events";
import { copyFileSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { type Socket, createServer } from "node:net";
import { join } from "node:path";
import { type Order, controlSocket } from "./builtin.ts";
import { Child } from "./child.ts";

const restartSeconds = 15;
const largestLog = 5_000_000;

const [home] = process.argv.slice(2);
if (home === undefined) throw new Error("Usage: builtin-main.ts HOME");
const children = new Map<string, Child>();

function find(name: string): Child {
  const child = children.get(name);
  if (!child) throw new Error(`There is no service ${name}.`);
  return child;
}

function scan(): void {
  for (const name of readdirSync(join(home!, "service"))) {
    if (children.has(name)) continue;
    const child = new Child(join(home!, "sv", name), join(home!, "log", name));
    children.set(name, child);
    if (!child.hasDownFile) child.up();
  }
}

async function obey(order: Order): Promise<void> {
  if (order.op === "scan") return scan();
  if (order.op === "up") return find(order.service).up();
  if (order.op === "restart") return find(order.service).restart(restartSeconds);
  const known = order.services.map((name) => children.get(name)).filter((child) => child !== undefined);
  await Promise.all(known.map((child) => child.down(order.timeoutSeconds)));
}

function rotateLogs(): void {
  for (const { logFile } of children.values()) {
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) < largestLog) continue;
    copyFileSync(logFile, `${logFile}.1`);
    truncateSync(logFile);
  }
}

async function serve(client: Socket): Promise<void> {
  let text = "";
  client.setEncoding("utf8").on("data", (part: string) => (text += part));
  try {
    await once(client, "end");
    const order: Order = JSON.parse(text);
    await obey(order);
    client.end("{}");
  } catch (error) {
    client.end(JSON.stringify({ error: String(error) }));
  }
}

const socket = controlSocket({ run: join(home, "run") });
rmSync(socket, { force: true });
const server = createServer({ allowHalfOpen: true }, (client) => {
  client.on("error", () => client.destroy());
  void serve(client);
});
scan();
const umask = process.umask(0o077);
server.listen(socket, () => process.umask(umask));
setInterval(rotateLogs, 60_000).unref();

async function end(): Promise<void> {
  server.close();
  await Promise.all([...children.values()].map((child) => child.down(restartSeconds)));
  rmSync(socket, { force: true });
  process.exit(0);
}
process.once("SIGTERM", () => void end());
process.once("SIGINT", () => void end());
