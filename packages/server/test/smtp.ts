/** A real SMTP server that keeps what it is given, for tests of what is sent. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Signed by itself, for 127.0.0.1 and localhost. */
export function makeCertificate(): Certificate {
  const directory = mkdtempSync(join(tmpdir(), "atrio-tls-"));
  const [key, cert] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  try {
    const request =
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost " +
      `-addext subjectAltName=IP:127.0.0.1,DNS:localhost -keyout ${key} -out ${cert}`;
    execFileSync("openssl", request.split(" "), { stdio: "ignore" });
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  /** Who signed in, if anybody did. */
  readonly user: string | undefined;
  readonly secure: boolean;
  /** Unfolded and decoded, by lower-case name. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  /** As it came, in octets. */
  readonly raw: Buffer;
}

export interface InboxOptions {
  readonly port?: number;
  /** Takes mail over TLS: from the first byte, or after STARTTLS. */
  readonly tls?: { readonly certificate: Certificate; readonly from: "start" | "starttls" };
  /** Takes mail from this user only. */
  readonly user?: { readonly name: string; readonly password: string };
  /** Refuses this recipient for good. */
  readonly refuses?: string;
  /** Runs when a message is there in whole, before it is taken. */
  readonly beforeTaking?: () => Promise<void>;
}

export interface Inbox {
  readonly port: number;
  readonly mails: Mail[];
  close(): Promise<void>;
}

const bytesOf = (encoded: string): Buffer =>
  Buffer.from(
    encoded.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
const decodeWord = (_: string, kind: string, word: string): string =>
  (kind.toUpperCase() === "B" ? Buffer.from(word, "base64") : bytesOf(word.replaceAll("_", " "))).toString();

function parseHeaders(head: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line
      .slice(colon + 1)
      .trim()
      .replaceAll(/(\?=) (=\?)/g, "$1$2")
      .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, decodeWord);
    headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  return headers;
}

function parseMail(raw: string): Pick<Mail, "headers" | "text"> {
  const end = raw.indexOf("\r\n\r\n");
  const headers = parseHeaders(raw.slice(0, end));
  const body = raw.slice(end + 4);
  const encoding = headers.get("content-transfer-encoding")?.[0];
  const bytes =
    encoding === "base64"
      ? Buffer.from(body, "base64")
      : encoding === "quoted-printable"
        ? bytesOf(body.replaceAll("=\r\n", ""))
        : Buffer.from(body);
  return { headers, text: bytes.toString().replaceAll("\r\n", "\n") };
}

const serverOptions = ({ tls, user }: InboxOptions) => ({
  ...(tls ? { ...tls.certificate, secure: tls.from === "start" } : {}),
  disabledCommands: [...(tls?.from === "starttls" ? [] : ["STARTTLS"]), ...(user ? [] : ["AUTH"])],
  authOptional: !user,
  disableReverseLookup: true,
  logger: false,
});

export async function openInbox(options: InboxOptions = {}): Promise<Inbox> {
  const { user, refuses, beforeTaking } = options;
  const mails: Mail[] = [];
  const server = new SMTPServer({
    ...serverOptions(options),
    onAuth(given, _, done) {
      if (given.username === user?.name && given.password === user?.password)
        return done(null, { user: given.username });
      return done(new Error("Invalid user name or password"));
    },
    onRcptTo({ address }, _, done) {
      done(address === refuses ? Object.assign(new Error("no such user"), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope, user: signedIn, secure }, done) {
      void (async () => {
        const raw = await buffer(stream);
        await beforeTaking?.();
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          user: typeof signedIn === "string" ? signedIn : undefined,
          secure,
          raw,
          ...parseMail(raw.toString("latin1")),
        });
        done(null);
      })();
    },
  });
  // a client that goes away in the middle is what some tests are about
  server.on("error", () => {});
  const listener = server.listen(options.port ?? 0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (typeof address !== "object" || !address) throw new Error("It has no port.");
  return { port: address.port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
