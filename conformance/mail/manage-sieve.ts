/** ManageSieve (RFC 5804), as a mail program speaks it. */
import { once } from "node:events";
import { connect } from "node:net";
import { type TLSSocket, connect as secure } from "node:tls";
import { password } from "./installation.ts";

/** A reply ends with its status, whose text may be a literal on lines of its own. */
const whole = /^(?:OK|NO|BYE)\b(?!.*\{\d+\+?\}\r\n).*\r\n$|^NO .*\{\d+\+?\}\r\n[\s\S]+\r\n$/m;

async function untilStatus(socket: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  while (!whole.test(text)) {
    const [bytes]: Buffer[] = await once(socket, "data", { signal: AbortSignal.timeout(60_000) });
    text += bytes!.toString();
  }
  if (!/^OK\b/m.test(text)) throw new Error(text.trim());
  return text;
}

/** Stores the script and makes it the one in force. What the server does not take is an error with its words. */
export async function useScript(
  server: { readonly host: string; readonly port: number },
  address: string,
  script: string,
): Promise<void> {
  const plain = connect(server);
  await untilStatus(plain);
  plain.write("STARTTLS\r\n");
  await untilStatus(plain);
  plain.removeAllListeners("data");
  const socket: TLSSocket = secure({ socket: plain, rejectUnauthorized: false });
  try {
    await untilStatus(socket);
    const say = (line: string): Promise<string> => {
      socket.write(`${line}\r\n`);
      return untilStatus(socket);
    };
    const credentials = Buffer.from(`\0${address}\0${password}`).toString("base64");
    await say(`AUTHENTICATE "PLAIN" "${credentials}"`);
    await say(`PUTSCRIPT "own" {${Buffer.byteLength(script)}+}\r\n${script}`);
    await say(`SETACTIVE "own"`);
  } finally {
    socket.destroy();
  }
}
