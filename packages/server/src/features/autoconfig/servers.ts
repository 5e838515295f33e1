import type { MailPorts, SslHosts } from "../mail/client-settings.ts";

/** How a program reaches the mail servers: by the hosts whose certificate it will find right. */
export interface MailServers {
  readonly hosts: SslHosts;
  readonly ports: MailPorts;
}
