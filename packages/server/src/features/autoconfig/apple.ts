/** A configuration profile with one mail account, as iOS, iPadOS and macOS install it (Apple, "Device Management": Mail). */
import { hash } from "node:crypto";
import type { Language } from "@atrio/contract";
import { translate } from "../../http/language.ts";
import type { MailServers } from "./servers.ts";
import { type Element, element, xmlDocument } from "./xml.ts";

type Value = string | number | boolean | readonly Dictionary[];
type Dictionary = Readonly<Record<string, Value>>;

const doctype =
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n';

function valueOf(value: Value): Element {
  if (typeof value === "string") return element("string", value);
  if (typeof value === "number") return element("integer", String(value));
  if (typeof value === "boolean") return element(String(value), "");
  return element("array", value.map(dictionary));
}
const dictionary = (of: Dictionary): Element =>
  element(
    "dict",
    Object.entries(of).flatMap(([key, value]) => [element("key", key), valueOf(value)]),
  );

/** The same for the same text each time (RFC 9562, 5.8): a profile that is installed again takes the old one's place. */
function uuidOf(text: string): string {
  const bytes = hash("sha256", text, "buffer").subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
    .toUpperCase();
}

interface Wanted extends MailServers {
  readonly address: string;
  /** Who gives it. */
  readonly company: string;
  readonly language: Language;
}

/** No password is in it: the device asks for it. */
export function appleProfile({ address, company, language, hosts, ports }: Wanted): string {
  const [, domain = ""] = address.split("@");
  const profile = uuidOf(`mail profile ${address}`);
  const account = uuidOf(`mail account ${address}`);
  const identifier = `${domain.split(".").toReversed().join(".")}.mail.${profile.toLowerCase()}`;
  const mail = {
    PayloadType: "com.apple.mail.managed",
    PayloadVersion: 1,
    PayloadIdentifier: `${identifier}.account`,
    PayloadUUID: account,
    PayloadDisplayName: address,
    EmailAccountDescription: address,
    EmailAccountType: "EmailTypeIMAP",
    EmailAddress: address,
    IncomingMailServerAuthentication: "EmailAuthPassword",
    IncomingMailServerHostName: hosts.imapSslHost,
    IncomingMailServerPortNumber: ports.imaps,
    IncomingMailServerUseSSL: true,
    IncomingMailServerUsername: address,
    OutgoingMailServerAuthentication: "EmailAuthPassword",
    OutgoingMailServerHostName: hosts.smtpSslHost,
    OutgoingMailServerPortNumber: ports.submissions,
    OutgoingMailServerUseSSL: true,
    OutgoingMailServerUsername: address,
    OutgoingPasswordSameAsIncomingPassword: true,
  };
  const whole = {
    PayloadType: "Configuration",
    PayloadVersion: 1,
    PayloadIdentifier: identifier,
    PayloadUUID: profile,
    PayloadDisplayName: address,
    PayloadDescription: translate(language, { key: "mail.profile", values: { address } }),
    PayloadOrganization: company,
    PayloadRemovalDisallowed: false,
    PayloadContent: [mail],
  };
  return xmlDocument(element("plist", [dictionary(whole)], { version: "1.0" }), doctype);
}
