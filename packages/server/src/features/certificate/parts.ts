/** What a certificate says of itself. */
import type { KeyObject, X509Certificate } from "node:crypto";
import { harmless } from "../../harmless.ts";

export const keyBits = { min: 2048, max: 8192 } as const;
const curves: ReadonlySet<string> = new Set(["prime256v1", "secp384r1", "secp521r1"]);
const longestName = 100;

/**
 * Out of the one line a part that Node makes of a name. NOTE: toLegacyObject() ends the process where the key's curve has no
 * name of NIST's, as secp256k1.
 */
function nameOf(parts: string): string {
  const lines = parts.split("\n");
  const part =
    lines.findLast((line) => line.startsWith("CN=")) ?? lines.find((line) => line.startsWith("O="));
  return harmless(part?.replace(/^\w+=/, "") ?? "–").slice(0, longestName);
}

export const subjectOf = ({ subject }: X509Certificate): string => nameOf(subject);
export const issuerOf = ({ issuer }: X509Certificate): string => nameOf(issuer);

/** Browsers look at these alone (RFC 9525, 6.3). */
export const namesOf = ({ subjectAltName }: X509Certificate): string[] =>
  (subjectAltName ?? "")
    .split(", ")
    .flatMap((name) => /^DNS:([\w*.-]+)$/.exec(name)?.[1]?.toLowerCase() ?? []);

export const isValidFor = (certificate: X509Certificate, host: string): boolean =>
  namesOf(certificate).includes(host) ||
  certificate.checkHost(host, { subject: "never", partialWildcards: false }) !== undefined;

export const isSelfSigned = (certificate: X509Certificate): boolean => certificate.checkIssued(certificate);

/** The names are compared first: to verify a signature costs more. */
export const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

export type KeyFault = "short" | "long" | "kind";

/** What browsers and OpenSSL's security level 2 take no more. */
export function keyFault({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): KeyFault | undefined {
  if (asymmetricKeyType === "ec")
    return curves.has(asymmetricKeyDetails?.namedCurve ?? "") ? undefined : "kind";
  if (asymmetricKeyType !== "rsa") return "kind";
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  return bits < keyBits.min ? "short" : bits > keyBits.max ? "long" : undefined;
}

export const hasOldSignature = ({ signatureAlgorithm }: X509Certificate): boolean =>
  /sha1|md5|md2/i.test(signatureAlgorithm ?? "");

/** id-pe-acmeIdentifier (RFC 8737, 3): it answers a challenge, whatever name it is for. */
const acmeIdentifier = Buffer.from("06082b0601050507011f", "hex");
export const answersChallenge = ({ raw }: X509Certificate): boolean => raw.includes(acmeIdentifier);

const serverAuthentication = "1.3.6.1.5.5.7.3.1";
export const isForServers = ({ keyUsage }: X509Certificate): boolean =>
  keyUsage === undefined || keyUsage.includes(serverAuthentication);
