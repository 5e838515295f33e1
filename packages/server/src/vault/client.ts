import { connect } from "node:net";
import { type Operation, type Ping, type Request, lineReader, textField } from "./protocol.ts";

const timeoutMilliseconds = 2_000;
/** Of the 64 connections that the vault takes, from all who ask it: one more question waits for those before it. */
const connectionsAtOnce = 16;

/** The vault did not answer: nothing was read or changed (503 to the user). */
export class VaultUnavailable extends Error {}
/** The vault answered that this does not open here: altered, moved, or its key is gone. A fault, not the user's. */
export class SecretDoesNotOpen extends Error {}

/** Names one secret: the row and column that its sealed bytes are stored in. */
export interface SecretPlace {
  readonly table: string;
  readonly row: number;
  readonly field: string;
}

export interface Vault {
  seal(place: SecretPlace, plaintext: string | Buffer): Promise<Buffer>;
  open(place: SecretPlace, sealed: Buffer): Promise<Buffer>;
  rewrap(place: SecretPlace, sealed: Buffer): Promise<Buffer>;
  /** Resolves when the vault answers. */
  ping(): Promise<void>;
}

/** One question a connection: nothing to keep alive, nothing to recover when the vault restarts. */
function exchange(path: string, request: Request | Ping): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const unavailable = (reason: string) => {
      socket.destroy();
      reject(new VaultUnavailable(`The vault at ${path} ${reason}.`));
    };
    const deadline = setTimeout(unavailable, timeoutMilliseconds, "did not answer in time");
    const read = lineReader((line) => {
      try {
        resolve(JSON.parse(line));
        socket.destroy();
      } catch {
        unavailable("gave an answer that is none");
      }
    });
    socket.on("connect", () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on("data", (chunk) => {
      if (!read(chunk)) unavailable("gave an answer that is none");
    });
    socket.on("error", (error) => unavailable(`cannot be reached: ${error.message}`));
    socket.on("close", () => {
      clearTimeout(deadline);
      unavailable("closed the connection");
    });
  });
}

/** So many at once, each in the order it came; who has waited too long does not begin. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  const lanes = Array.from({ length: connectionsAtOnce }, (): Promise<unknown> => Promise.resolve());
  let count = 0;
  return (work) => {
    const lane = count++ % connectionsAtOnce;
    const deadline = performance.now() + timeoutMilliseconds;
    const turn = lanes[lane]!.then(() => {
      if (performance.now() > deadline) throw new VaultUnavailable("The vault has too much to do.");
      return work();
    });
    lanes[lane] = Promise.allSettled([turn]);
    return turn;
  };
}

export function openVault(path: string): Vault {
  const take = inTurn();
  const ask = async (op: Operation, { table, row, field }: SecretPlace, bytes: Buffer): Promise<Buffer> => {
    const context = `${table}:${row}:${field}`;
    const reply = await take(() => exchange(path, { op, context, data: bytes.toString("base64") }));
    const data = textField(reply, "data");
    if (data !== undefined) return Buffer.from(data, "base64");
    if (textField(reply, "error") === "does-not-open")
      throw new SecretDoesNotOpen(`${context} does not open.`);
    throw new Error(`The vault refused to ${op} ${context} (${bytes.length} bytes).`);
  };
  return {
    seal: (place, plaintext) => ask("seal", place, Buffer.from(plaintext)),
    open: (place, sealed) => ask("open", place, sealed),
    rewrap: (place, sealed) => ask("rewrap", place, sealed),
    ping: async () => void (await exchange(path, { op: "ping" })),
  };
}
