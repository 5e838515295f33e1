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

/** Where none was named for everybody, the service's own names lead to the same servers. */
export const sslHosts = ({ imapSslHost, smtpSslHost }: SslHosts, reference: string): SslHosts => ({
  imapSslHost: imapSslHost || `imap.${reference}`,
  smtpSslHost: smtpSslHost || `smtp.${reference}`,
});

/** Specification 1, section 9: the hosts with TLS are everybody's, the others the service's own names. */
export function clientSettings(ssl: SslHosts, reference: string, ports: MailPorts): ClientSettings {
  const { imapSslHost, smtpSslHost } = sslHosts(ssl, reference);
  return {
    imap: {
      ssl: { host: imapSslHost, port: ports.imaps },
      plain: { host: `imap.${reference}`, port: ports.imap },
    },
    smtp: {
      ssl: { host: smtpSslHost, port: ports.submissions },
      plain: { host: `smtp.${reference}`, port: ports.submission },
    },
  };
}
