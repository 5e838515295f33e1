/** A stored message as a letter. What customers typed stands in the text and in encoded header values, nowhere else. */
import type { Language } from "@atrio/contract";
import type { SendMailOptions } from "nodemailer";
import { harmless } from "../harmless.ts";
import { texts } from "./texts.ts";

export interface DueMessage {
  readonly id: number;
  readonly uuid: string;
  readonly kind: "contact" | "request" | "test";
  readonly company: string | null;
  readonly recipient: string;
  readonly domain: string | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly subject: string | null;
  readonly contents: string;
  readonly language: Language;
  readonly ip: string | null;
  readonly createdAt: Date;
}

/** The tables refuse control characters; a letter must not depend on it. */
const oneLine = (text: string): string => harmless(text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim());

/** What begins like an encoded word (RFC 2047) would be decoded by whoever reads it: it stays as it was typed. */
const inHeader = (text: string): string => oneLine(text).replaceAll("=?", String.raw`=\u{3F}`);

const dateTime = (date: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long", timeZone: "UTC" }).format(date);

function subjectOf({ kind, subject, domain, language }: DueMessage): string {
  if (kind === "test") return texts[language].testSubject;
  return kind === "request"
    ? `${texts[language].requestSubject}: ${inHeader(domain ?? "")}`
    : inHeader(subject ?? "");
}

/** First what is known of the sender: nothing that a customer writes can stand before it. */
function bodyOf(message: DueMessage): string {
  const { kind, contents, language, createdAt } = message;
  if (kind === "test") return contents;
  const words = texts[language];
  const facts: [string, string | null][] = [
    [words.domain, message.domain],
    [words.user, message.username],
    [words.name, message.name],
    [words.email, message.email],
    [words.ip, message.ip],
    [words.time, dateTime(createdAt, language)],
  ];
  return [
    kind === "request" ? words.asTyped : words.signedIn,
    ...facts.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${oneLine(value)}`])),
    "",
    contents.replaceAll(/\r\n?/g, "\n"),
    "",
  ].join("\n");
}

export function letterOf(message: DueMessage, fromAddress: string): SendMailOptions {
  const { uuid, company, recipient, name, email, createdAt } = message;
  return {
    messageId: `<${uuid}@${fromAddress.slice(fromAddress.lastIndexOf("@") + 1)}>`,
    date: createdAt,
    from: { name: inHeader(company ?? ""), address: fromAddress },
    to: { name: "", address: recipient },
    ...(email === null ? {} : { replyTo: { name: inHeader(name ?? ""), address: email } }),
    subject: subjectOf(message),
    text: bodyOf(message),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
