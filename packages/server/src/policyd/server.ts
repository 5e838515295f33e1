/** Lines over a Unix socket: who may come in is said by the directory it lies in. */
import { type Socket, createServer } from "node:net";
import { addAbortSignal } from "node:stream";
import { type Log, messageOf } from "../line-log.ts";
import { listenOnSocket } from "../unix-socket.ts";
import { lineReader } from "../vault/protocol.ts";

/** What to write back; undefined where there is nothing to say yet. A conversation that throws is hung up. */
export type Conversation = (line: string) => Promise<string | undefined>;

function converse(socket: Socket, answer: Conversation, log: Log): void {
  const say = async (line: string): Promise<void> => {
    try {
      const reply = await answer(line);
      if (reply !== undefined) socket.write(reply);
    } catch (error) {
      log("warn", "a question was not answered", { error: messageOf(error) });
      socket.destroy();
    }
  };
  let turn = Promise.resolve();
  const read = lineReader((line) => {
    turn = turn.then(() => say(line));
  });
  socket.on("error", () => socket.destroy());
  socket.on("end", () => void turn.then(() => socket.end()));
  socket.on("data", (chunk) => {
    if (!read(chunk)) socket.destroy();
  });
}

export interface ListenOptions {
  readonly path: string;
  /** For each who comes in. */
  readonly begin: () => Conversation;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Until the signal, which hangs up on all. */
export async function listen({ path, begin, log, signal }: ListenOptions): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    addAbortSignal(signal, socket);
    converse(socket, begin(), log);
  });
  await listenOnSocket(server, path, 0o666);
  signal.addEventListener("abort", () => server.close(), { once: true });
}
