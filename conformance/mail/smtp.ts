/** SMTP spoken by hand, so that a test sees what the server says to each command. */
import { once } from "node:events";
import { type Socket, connect } from "node:net";

export type Server =
  | { readonly host: string; readonly port: number; readonly localAddress?: string }
  | { readonly path: string };

/** A reply's code and its last line. */
export interface Reply {
  readonly code: number;
  readonly text: string;
}

export class SmtpSession {
  readonly #socket: Socket;
  #text = "";

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Connected and greeted. A server on a socket speaks LMTP. */
  static async open(server: Server): Promise<SmtpSession> {
    const socket = connect(server);
    await once(socket, "connect");
    const session = new SmtpSession(socket);
    await session.#reply();
    await session.say(`${"path" in server ? "LHLO" : "EHLO"} client.example`);
    return session;
  }

  async #reply(): Promise<Reply> {
    for (;;) {
      const last = /^(\d{3}) (.*)\r\n/m.exec(this.#text);
      if (last) {
        this.#text = "";
        return { code: Number(last[1]), text: last[2]! };
      }
      const [bytes]: Buffer[] = await once(this.#socket, "data", { signal: AbortSignal.timeout(60_000) });
      this.#text += bytes!.toString();
    }
  }

  say(line: string): Promise<Reply> {
    const reply = this.#reply();
    this.#socket.write(`${line}\r\n`);
    return reply;
  }

  /** Exactly these octets, after DATA. */
  async data(octets: string): Promise<Reply> {
    const go = await this.say("DATA");
    if (go.code !== 354) return go;
    const reply = this.#reply();
    this.#socket.write(octets);
    return reply;
  }

  close(): void {
    this.#socket.destroy();
  }
}

export interface Letter {
  readonly from?: string;
  /** The From header as it is; else of the envelope. */
  readonly author?: string;
  readonly to: string | readonly string[];
  readonly subject?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** What the server says to the first command it refuses, or to the message. A connection that is cut is an error. */
export async function deliver(server: Server, letter: Letter): Promise<Reply> {
  const session = await SmtpSession.open(server);
  const { from = "friend@outside.example", subject = "Hello", headers = [], body = "Hello" } = letter;
  const recipients = [letter.to].flat();
  try {
    for (const line of [`MAIL FROM:<${from}>`, ...recipients.map((to) => `RCPT TO:<${to}>`)]) {
      const reply = await session.say(line);
      if (reply.code !== 250) return reply;
    }
    const head = [
      letter.author ?? `From: <${from}>`,
      `To: ${recipients.join(", ")}`,
      `Subject: ${subject}`,
      ...headers,
    ];
    const message = [
      ...head,
      `Date: ${new Date().toUTCString()}`,
      `Message-ID: <${crypto.randomUUID()}@client.example>`,
    ];
    return await session.data(`${[...message, "", body].join("\r\n")}\r\n.\r\n`);
  } finally {
    session.close();
  }
}

/** What the server says to this recipient. */
export async function askRecipient(server: Server, to: string, size = 0): Promise<Reply> {
  const session = await SmtpSession.open(server);
  try {
    await session.say(`MAIL FROM:<friend@outside.example>${size > 0 ? ` SIZE=${size}` : ""}`);
    return await session.say(`RCPT TO:<${to}>`);
  } finally {
    session.close();
  }
}
