/** Microsoft's autodiscovery, "plain old XML" ([MS-OXDSCLI]): one request with an address, one reply with its settings. */
import { parseMailAddress } from "@atrio/contract";
import type { MailServers } from "./servers.ts";
import { element, xmlDocument } from "./xml.ts";

/**
 * The address in a request; null where it has none. Nothing else of the request means anything here, so it is not parsed:
 * no entity is expanded and no other document fetched.
 */
export function addressAskedFor(request: string): string | null {
  const typed = /<(?:\w+:)?EMailAddress>([^<>&]{1,320})</i.exec(request)?.[1];
  const parsed = parseMailAddress(typed ?? "");
  return parsed.ok ? parsed.value : null;
}

const namespace = "http://schemas.microsoft.com/exchange/autodiscover";

const protocol = (type: "IMAP" | "SMTP", host: string, port: number, login: string, more: string[] = []) =>
  element("Protocol", [
    element("Type", type),
    element("Server", host),
    element("Port", String(port)),
    element("DomainRequired", "off"),
    element("LoginName", login),
    element("SPA", "off"),
    element("SSL", "on"),
    element("Encryption", "SSL"),
    element("AuthRequired", "on"),
    ...more.map((name) => element(name, "on")),
  ]);

export const outlookSettings = (address: string, { hosts, ports }: MailServers): string =>
  xmlDocument(
    element(
      "Autodiscover",
      [
        element(
          "Response",
          [
            element("User", [element("DisplayName", address)]),
            element("Account", [
              element("AccountType", "email"),
              element("Action", "settings"),
              protocol("IMAP", hosts.imapSslHost, ports.imaps, address),
              protocol("SMTP", hosts.smtpSslHost, ports.submissions, address, ["UsePOPAuth"]),
            ]),
          ],
          { xmlns: `${namespace}/outlook/responseschema/2006a` },
        ),
      ],
      { xmlns: `${namespace}/responseschema/2006` },
    ),
  );
