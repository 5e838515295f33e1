/**
 * What Dovecot calls for a message that Sieve sends (a redirect, an answer): takes it on standard input, as sendmail does, and
 * hands it to Postfix's relay port. There it signs in as `ana=uno.test@answer`, and may send as that mailbox only; with a
 * redirect, whose author is somebody else, as `ana=uno.test@sieve`.
 *
 *   sendmail.ts host:port SECRET-FILE MAILBOX -i -f SENDER -- RECIPIENT…
 *
 * A failure has sendmail's exit codes (sysexits.h): Dovecot tries again after 75, gives up after any other.
 */
import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { createTransport } from "nodemailer";
import { messageOf } from "../line-log.ts";

const temporaryFailure = 75;
const unavailable = 69;
/** What Dovecot puts above a message that it redirects, and above no other. */
const redirected = /^X-Sieve: [^\r\n]*\r?\nX-Sieve-Redirected-From:/;

const [server = "", secretFile = "", mailbox = "", ...rest] = process.argv.slice(2);
const { values, positionals } = parseArgs({
  args: rest,
  options: { i: { type: "boolean", short: "i" }, f: { type: "string", short: "f" } },
  allowPositionals: true,
});
const message = await buffer(process.stdin);
const purpose = redirected.test(message.toString("latin1", 0, 1000)) ? "sieve" : "answer";
// authorization identity, authentication identity, password (RFC 4616)
const credentials = `\0${mailbox.replace("@", "=")}@${purpose}\0${readFileSync(secretFile, "utf8").trim()}`;
const [host, port] = server.split(":");
const transport = createTransport({
  host,
  port: Number(port),
  ignoreTLS: true,
  auth: { type: "custom", method: "PLAIN" },
  customAuth: {
    PLAIN: async (connection) => {
      const { status, text } = await connection.sendCommand(
        `AUTH PLAIN ${Buffer.from(credentials).toString("base64")}`,
      );
      if (status !== 235) throw new Error(text);
    },
  },
});
try {
  await transport.sendMail({
    // sendmail's word for no sender at all
    envelope: { from: values.f === "<>" ? "" : (values.f ?? ""), to: positionals },
    raw: message,
  });
} catch (error) {
  console.error(messageOf(error));
  const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  process.exitCode = code >= 500 ? unavailable : temporaryFailure;
}
