/** Who listens where: the one list that ports are checked by, opened by, shown by and written to ready.json by. */
import type { Settings } from "../settings.ts";
import type { ServiceName } from "./service.ts";

export interface Listener {
  readonly service: ServiceName;
  /** Its name in ready.json; none: for other services of ours only. */
  readonly name?: string;
  readonly addresses: readonly string[];
  readonly port: number;
}

export const loopback = "127.0.0.1";

export function listeners({ panel, dns, dns2, registry, mail, web }: Settings): Listener[] {
  const { addresses } = mail;
  return [
    { service: "api", name: "panel", addresses: [panel.address], port: panel.port },
    { service: "pdns", name: "dns", ...dns },
    { service: "knot", name: "dns2", ...dns2 },
    { service: "registry", name: "registry", ...registry },
    { service: "postfix", name: "smtp", addresses, port: mail.smtp },
    { service: "postfix", addresses: [loopback], port: mail.relay },
    { service: "dovecot", name: "submission", addresses, port: mail.submission },
    { service: "dovecot", name: "submissions", addresses, port: mail.submissions },
    { service: "dovecot", name: "imap", addresses, port: mail.imap },
    { service: "dovecot", name: "imaps", addresses, port: mail.imaps },
    { service: "dovecot", name: "sieve", addresses, port: mail.sieve },
    { service: "nginx", name: "webmail", addresses, port: mail.webmail },
    { service: "web", name: "http", addresses: web.addresses, port: web.http },
    { service: "web", name: "https", addresses: web.addresses, port: web.https },
  ];
}

export const portsOf = (settings: Settings, service: ServiceName): number[] =>
  listeners(settings)
    .filter((listener) => listener.service === service)
    .map(({ port }) => port);
