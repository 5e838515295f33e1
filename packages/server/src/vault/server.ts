import { type Server, type Socket, createServer } from "node:net";
import { listenOnSocket } from "../unix-socket.ts";
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

/** Listens on a Unix socket of mode 0660: members of this process's group may ask. */
export async function listen(keyring: Keyring, path: string): Promise<Server> {
  const server = createServer((socket) => serve(keyring, socket));
  server.maxConnections = maxConnections;
  await listenOnSocket(server, path, 0o660);
  return server;
}
