/**
 * What Dovecot calls for a message that Sieve sends (a redirect, an answer): takes it on standard input, as sendmail does, and
 * hands it to Postfix's relay port, where it signs in.
 *
 *   sendmail.ts host:port SECRET-FILE -i -f SENDER -- RECIPIENT…
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

const [server = "", secretFile = "", ...rest] = process.argv.slice(2);
const { values, positionals } = parseArgs({
  args: rest,
  options: { i: { type: "boolean", short: "i" }, f: { type: "string", short: "f" } },
  allowPositionals: true,
});
const [host, port] = server.split(":");
const transport = createTransport({
  host,
  port: Number(port),
  ignoreTLS: true,
  auth: { user: "sieve", pass: readFileSync(secretFile, "utf8").trim() },
});
try {
  await transport.sendMail({
    // sendmail's word for no sender at all
    envelope: { from: values.f === "<>" ? "" : (values.f ?? ""), to: positionals },
    raw: await buffer(process.stdin),
  });
} catch (error) {
  console.error(messageOf(error));
  const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  process.exitCode = code >= 500 ? unavailable : temporaryFailure;
}
