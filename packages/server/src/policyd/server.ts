/** Lines over a Unix socket: who may come in is said by the directory it lies in. */
import { type Socket, createServer } from "node:net";
import { addAbortSignal } from "node:stream";
import { listenOnSocket } from "../unix-socket.ts";
import { lineReader } from "../vault/protocol.ts";

/** Of a thousand recipients, as many as Postfix takes, each as long as addresses get. */
const maxQuestionBytes = 400_000;

/** What to write back. Never throws. */
export type Answer = (line: string) => Promise<string>;

function converse(socket: Socket, answer: Answer): void {
  const say = async (line: string): Promise<void> => {
    socket.write(await answer(line));
  };
  let turn = Promise.resolve();
  const read = lineReader((line) => {
    turn = turn.then(() => say(line));
  }, maxQuestionBytes);
  socket.on("error", () => socket.destroy());
  socket.on("end", () => void turn.then(() => socket.end()));
  socket.on("data", (chunk) => {
    if (!read(chunk)) socket.destroy();
  });
}

/** Until the signal, which hangs up on all. */
export async function listen(path: string, answer: Answer, signal: AbortSignal): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    addAbortSignal(signal, socket);
    converse(socket, answer);
  });
  await listenOnSocket(server, path, 0o666);
  signal.addEventListener("abort", () => server.close(), { once: true });
}
