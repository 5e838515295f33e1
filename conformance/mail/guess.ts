/** Sign-ins spoken by hand, so that a test sees what the server says and how soon. */
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { type TLSSocket, connect as secure } from "node:tls";
import type { Ready } from "../installation.ts";

type Verdict = "right" | "wrong" | "later";

interface Guess {
  readonly verdict: Verdict;
  /** From the command to the reply. */
  readonly milliseconds: number;
}

interface Talk {
  /** The reply up to a line that matches. */
  say(line: string, end: RegExp): Promise<string>;
  close(): void;
}

/** A server with TLS from the first octet; the greeting has been read. */
export async function talk(
  server: { readonly host: string; readonly port: number },
  from = "127.0.0.1",
): Promise<Talk> {
  const socket: TLSSocket = secure({
    socket: connect({ ...server, localAddress: from }),
    rejectUnauthorized: false,
  });
  socket.setNoDelay(true);
  let text = "";
  const until = async (end: RegExp): Promise<string> => {
    while (!end.test(text)) {
      const [bytes]: Buffer[] = await once(socket, "data", { signal: AbortSignal.timeout(60_000) });
      text += bytes!.toString();
    }
    const reply = text;
    text = "";
    return reply;
  };
  await until(/^(\* OK|220 ).*\r\n/m);
  return {
    say: (line, end) => {
      socket.write(`${line}\r\n`);
      return until(end);
    },
    close: () => socket.destroy(),
  };
}

/** By IMAP; `before` are commands that come before. */
export async function guess(
  ready: Ready,
  address: string,
  secret: string,
  { from = "127.0.0.1", before = [] as readonly string[] } = {},
): Promise<Guess> {
  const server = await talk(ready.services.imaps, from);
  try {
    for (const line of before) await server.say(`b ${line}`, /^b .*\r\n/m);
    const begun = performance.now();
    const reply = await server.say(`a LOGIN "${address}" "${secret}"`, /^a .*\r\n/m);
    const milliseconds = performance.now() - begun;
    if (/^a OK/m.test(reply)) return { verdict: "right", milliseconds };
    if (/^a NO \[UNAVAILABLE\]/m.test(reply)) return { verdict: "later", milliseconds };
    if (/^a NO \[AUTHENTICATIONFAILED\]/m.test(reply)) return { verdict: "wrong", milliseconds };
    throw new Error(reply);
  } finally {
    server.close();
  }
}

export const plain = (address: string, secret: string): string =>
  Buffer.from(`\0${address}\0${secret}`).toString("base64");

/**
 * From any address: by the socket at which the webmail asks. Of this machine's own addresses, which are what tests can connect
 * from, loopback is one client.
 */
export async function guessFrom(
  home: string,
  client: string,
  address: string,
  secret: string,
): Promise<Guess> {
  const socket = connect(join(home, "run/webmail-sign-in/auth"));
  try {
    const pid = 1 + Math.floor(Math.random() * 2 ** 31);
    let text = "";
    socket.setEncoding("utf8").on("data", (more: string) => (text += more));
    const begun = performance.now();
    socket.write(
      `VERSION\t1\t1\nCPID\t${pid}\nAUTH\t1\tPLAIN\tservice=imap\tsecured\trip=${client}\tresp=${plain(address, secret)}\n`,
    );
    while (!/^(OK|FAIL)\t.*\n/m.test(text))
      await once(socket, "data", { signal: AbortSignal.timeout(60_000) });
    const milliseconds = performance.now() - begun;
    const verdict = /^OK\t/m.test(text)
      ? "right"
      : /^FAIL\t.*\tcode=temp_fail\b/m.test(text)
        ? "later"
        : "wrong";
    return { verdict, milliseconds };
  } finally {
    socket.destroy();
  }
}
