import type { ClientSettings } from "@atrio/contract";

/** Of the mail servers, as the world reaches them. */
export interface MailPorts {
  readonly imap: number;
  readonly imaps: number;
  readonly submission: number;
  readonly submissions: number;
}
export const standardPorts: MailPorts = { imap: 143, imaps: 993, submission: 587, submissions: 465 };

export interface SslHosts {
  readonly imapSslHost: string;
  readonly smtpSslHost: string;
}

/** Specification 1, section 9: the hosts with TLS are everybody's, the others the service's own names. */
export const clientSettings = (ssl: SslHosts, reference: string, ports: MailPorts): ClientSettings => ({
  imap: {
    ssl: { host: ssl.imapSslHost, port: ports.imaps },
    plain: { host: `imap.${reference}`, port: ports.imap },
  },
  smtp: {
    ssl: { host: ssl.smtpSslHost, port: ports.submissions },
    plain: { host: `smtp.${reference}`, port: ports.submission },
  },
});
