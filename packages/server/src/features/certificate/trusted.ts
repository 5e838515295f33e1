import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";

let names: ReadonlySet<string> | undefined;

/** The subjects of the roots that Mozilla trusts, as this Node has them. */
export const trustedNames = (): ReadonlySet<string> =>
  (names ??= new Set(rootCertificates.map((pem) => new X509Certificate(pem).subject)));
