import { existsSync, unlinkSync } from "node:fs";
import { type Server, type Socket, connect, createServer } from "node:net";
import { DoesNotOpen, type Keyring, contextPattern, maxPlaintextBytes } from "./keys.ts";
import { type Reply, isOperation, lineReader, textField } from "./protocol.ts";

const idleMilliseconds = 10_000;
const maxConnections = 64;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

function answer(keyring: Keyring, line: string): Reply {
  let request: unknown;
  try {
    request = JSON.parse(line);
  } catch {
    return { error: "malformed" };
  }
  const op = textField(request, "op");
  if (op === "ping") return { data: "" };
  const context = textField(request, "context");
  const data = textField(request, "data");
  if (!isOperation(op) || context === undefined || !contextPattern.test(context))
    return { error: "malformed" };
  if (data === undefined || !base64.test(data)) return { error: "malformed" };
  const bytes = Buffer.from(data, "base64");
  if (op === "seal" && bytes.length > maxPlaintextBytes) return { error: "malformed" };
  try {
    return { data: keyring[op](context, bytes).toString("base64") };
  } catch (error) {
    if (error instanceof DoesNotOpen) return { error: "does-not-open" };
    throw error;
  } finally {
    bytes.fill(0);
  }
}

function serve(keyring: Keyring, socket: Socket): void {
  const reply = (line: string) => void socket.write(`${JSON.stringify(answer(keyring, line))}\n`);
  const read = lineReader(reply);
  socket.setTimeout(idleMilliseconds, () => socket.destroy());
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    if (!read(chunk)) socket.destroy();
  });
}

/** A socket file that nobody listens on is left over from a process that was killed. */
async function removeStale(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const inUse = await new Promise<boolean>((resolve) => {
    const probe = connect(path, () => resolve(true));
    probe.on("error", () => resolve(false)).on("connect", () => probe.destroy());
  });
  if (inUse) throw new Error(`Another vault listens on ${path}.`);
  unlinkSync(path);
}

/** Listens on a Unix socket of mode 0660: members of this process's group may ask. */
export async function listen(keyring: Keyring, path: string): Promise<Server> {
  await removeStale(path);
  const server = createServer((socket) => serve(keyring, socket));
  server.maxConnections = maxConnections;
  // set by umask: between listen() and a chmod the file would stand open
  const umask = process.umask(0o117);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(path, resolve);
    });
  } finally {
    process.umask(umask);
  }
  return server;
}
