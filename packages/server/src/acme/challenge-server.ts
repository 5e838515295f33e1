/** Answers at /.well-known/acme-challenge/ of all sites: nginx asks here, past everything that is a customer's. */
import { createServer } from "node:http";
import { type Log, messageOf } from "../line-log.ts";
import { listenOnSocket } from "../unix-socket.ts";

const address = /^\/\.well-known\/acme-challenge\/([\w-]{1,512})$/;
const timeoutMilliseconds = 10_000;

export type AnswerTo = (host: string, token: string) => Promise<string | undefined>;

/** Who may come in is said by the directory the socket lies in. Until the signal. */
export async function serveChallenges(
  socket: string,
  answerTo: AnswerTo,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const server = createServer({ requestTimeout: timeoutMilliseconds }, (incoming, outgoing) => {
    const say = (status: number, body: string): void => {
      outgoing.writeHead(status, { "Content-Type": "text/plain", "Cache-Control": "no-store" }).end(body);
    };
    const token = address.exec(incoming.url ?? "")?.[1];
    const host = incoming.headers.host?.replace(/:\d+$/, "").toLowerCase();
    if (token === undefined || host === undefined) return say(404, "");
    answerTo(host, token).then(
      (answer) => say(answer === undefined ? 404 : 200, answer ?? ""),
      (error: unknown) => {
        log("warn", "no answer to a challenge", { host, reason: messageOf(error) });
        say(503, "");
      },
    );
  });
  const close = () => server.close().closeAllConnections();
  await listenOnSocket(server, socket, 0o666);
  if (signal.aborted) close();
  signal.addEventListener("abort", close, { once: true });
}
