/** Mozilla's autoconfiguration, format 1.1 (wiki.mozilla.org/Thunderbird:Autoconfiguration:ConfigFileFormat). */
import { toUnicode } from "@atrio/contract";
import { element, xmlDocument } from "./xml.ts";
import type { MailServers } from "./servers.ts";

const server = (
  way: "incomingServer" | "outgoingServer",
  type: "imap" | "smtp",
  host: string,
  port: number,
  socketType: "SSL" | "STARTTLS",
) =>
  element(
    way,
    [
      element("hostname", host),
      element("port", String(port)),
      element("socketType", socketType),
      element("authentication", "password-cleartext"),
      // the program puts the address there that was typed
      element("username", "%EMAILADDRESS%"),
    ],
    { type },
  );

/** The same for every address of the domain; the best way first. */
export const mozillaConfig = (domain: string, { hosts, ports }: MailServers): string =>
  xmlDocument(
    element(
      "clientConfig",
      [
        element(
          "emailProvider",
          [
            element("domain", domain),
            element("displayName", toUnicode(domain)),
            element("displayShortName", toUnicode(domain)),
            server("incomingServer", "imap", hosts.imapSslHost, ports.imaps, "SSL"),
            server("incomingServer", "imap", hosts.imapSslHost, ports.imap, "STARTTLS"),
            server("outgoingServer", "smtp", hosts.smtpSslHost, ports.submissions, "SSL"),
            server("outgoingServer", "smtp", hosts.smtpSslHost, ports.submission, "STARTTLS"),
          ],
          { id: domain },
        ),
      ],
      { version: "1.1" },
    ),
  );
