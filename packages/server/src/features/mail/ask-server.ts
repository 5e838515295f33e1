/** Asks a mail server whether it takes mail for an address (RFC 5321, 3.3): a recipient is named, no message is sent. */
import { type Socket, connect } from "node:net";

export interface MailServer {
  readonly host: string;
  readonly port: number;
}
export interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

/** RFC 5321, 4.5.3.1.5 allows 512; some say more. */
const longestLine = 4_096;
const replyPattern = /^(?<code>[2-5]\d\d)(?:(?<more>-)| ?)(?<text>.*)$/;

async function* repliesOf(socket: Socket): AsyncGenerator<SmtpReply, void> {
  let unread = "";
  const texts: string[] = [];
  for await (const chunk of socket.setEncoding("utf8")) {
    const lines = (unread + String(chunk)).split("\r\n");
    unread = lines.pop() ?? "";
    if (unread.length > longestLine) throw new Error("The mail server's line does not end.");
    for (const line of lines) {
      const { code, more, text = "" } = replyPattern.exec(line)?.groups ?? {};
      if (code === undefined) throw new Error(`The mail server said ${line.slice(0, 100)}`);
      texts.push(text);
      if (more === undefined) yield { code: Number(code), text: texts.splice(0).join(" ") };
    }
  }
}

/** What it says to `RCPT TO`. Throws where it does not let it come to that, or `signal` aborts. */
export async function askMailServer(
  server: MailServer,
  address: string,
  signal: AbortSignal,
): Promise<SmtpReply> {
  if (/[\s<>\p{Cc}]/u.test(address)) throw new Error("This is no address.");
  const socket = connect({ ...server, signal });
  const replies = repliesOf(socket);
  const hear = async (): Promise<SmtpReply> => {
    const { value } = await replies.next();
    if (!value) throw new Error("The mail server closed the connection.");
    return value;
  };
  const say = (command: string): Promise<SmtpReply> => {
    socket.write(`${command}\r\n`);
    return hear();
  };
  const begin = async (what: Promise<SmtpReply>): Promise<void> => {
    const { code, text } = await what;
    if (code >= 300) throw new Error(`The mail server said ${code} ${text}`);
  };
  try {
    await begin(hear());
    await begin(say("EHLO [127.0.0.1]"));
    await begin(say("MAIL FROM:<>"));
    const reply = await say(`RCPT TO:<${address}>`);
    await say("QUIT").catch(() => {});
    return reply;
  } finally {
    socket.destroy();
  }
}
