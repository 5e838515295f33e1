/** The operator's SMTP server: how it is reached, and what its refusals mean. */
import { Socket } from "node:net";
import { createTransport } from "nodemailer";
import { longestMilliseconds, passwordPlace } from "../features/message/smtp.ts";
import { messageOf } from "../line-log.ts";
import type { Vault } from "../vault/client.ts";
import { type DueMessage, letterOf } from "./letter.ts";
import type { SmtpSettings } from "./store.ts";

/** A server that hangs is found out within these. */
const connectMilliseconds = 10_000;
const silenceMilliseconds = 60_000;
const longestReason = 500;

/** Why a message was not taken. */
export interface Refusal {
  readonly reason: string;
  /** Nothing else would be taken either: not this message was refused, the server could not be used. */
  readonly ofAll: boolean;
}

async function readPassword(vault: Vault, sealed: Buffer | null): Promise<string> {
  if (!sealed) return "";
  return (await vault.open(passwordPlace, sealed)).toString("utf8");
}

async function transportFor(settings: SmtpSettings, vault: Vault, socket: Socket) {
  const { host, port, security, username, ca } = settings;
  return createTransport({
    socket,
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    connectionTimeout: connectMilliseconds,
    greetingTimeout: connectMilliseconds,
    socketTimeout: silenceMilliseconds,
    ...(ca === null ? {} : { tls: { ca } }),
    ...(username === null
      ? {}
      : { auth: { user: username, pass: await readPassword(vault, settings.passwordSealed) } }),
  });
}

const field = (error: Error, name: string): unknown => Reflect.get(error, name);

/** A reply to MAIL, RCPT or DATA is about the message; all else is about the server. */
function refusalOf(error: unknown): Refusal {
  const reason = messageOf(error)
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .slice(0, longestReason);
  const aboutMessage =
    error instanceof Error &&
    ["EENVELOPE", "EMESSAGE"].includes(String(field(error, "code"))) &&
    typeof field(error, "responseCode") === "number" &&
    field(error, "responseCode") !== 421;
  return { reason, ofAll: !aboutMessage };
}

/** Undefined when the server has taken the message. */
export async function send(
  settings: SmtpSettings,
  vault: Vault,
  message: DueMessage,
  withinMilliseconds = longestMilliseconds,
): Promise<Refusal | undefined> {
  const socket = new Socket();
  let isOver = false;
  const end = setTimeout(() => {
    isOver = true;
    socket.destroy();
  }, withinMilliseconds).unref();
  socket.once("close", () => clearTimeout(end));
  try {
    const transport = await transportFor(settings, vault, socket);
    await transport.sendMail(letterOf(message, settings.fromAddress));
    return undefined;
  } catch (error) {
    if (isOver) return { reason: `not taken within ${withinMilliseconds / 1000} seconds`, ofAll: true };
    return refusalOf(error);
  }
}
