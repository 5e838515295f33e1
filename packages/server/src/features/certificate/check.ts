/**
 * A certificate that somebody brings, judged before it is stored: what is wrong is said in words, by the field to be put right.
 * What is stored is written anew out of what was understood, so nothing else reaches a server's files.
 */
import { type KeyObject, X509Certificate, createPrivateKey } from "node:crypto";
import type { Message } from "@atrio/contract";
import { makeChain } from "./chain.ts";
import {
  answersChallenge,
  hasOldSignature,
  isForServers,
  isSelfSigned,
  isValidFor,
  issuerOf,
  keyBits,
  keyFault,
  namesOf,
  subjectOf,
} from "./parts.ts";
import { type PemKind, pemBlocks } from "./pem.ts";

export type CertificateField = "cert" | "certkey" | "certchain";

export interface CertificateForm {
  /** PEM texts; what follows the certificate in its own field belongs to the chain. */
  readonly certificate: string;
  readonly key: string;
  readonly chain: string;
  /** In A-labels; `*.example.com` for the site of all names. */
  readonly host: string;
  readonly now: Date;
}

export interface CheckedCertificate {
  readonly certificatePem: string;
  /** Empty where there is none to send. */
  readonly chainPem: string;
  readonly keyPem: string;
  readonly names: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly issuer: string;
  /** What may keep visitors away all the same. */
  readonly notice: Message | undefined;
}

export interface CertificateFault {
  readonly field: CertificateField;
  readonly message: Message;
}

/** Longer than what any authority gives out, short enough to be judged at once. */
const longestPem = 65_536;
const mostCertificates = 10;
const namesShown = 3;

class Fault extends Error {
  readonly fault: CertificateFault;

  constructor(field: CertificateField, message: Message) {
    super(field);
    this.fault = { field, message };
  }
}

const whatElse: Partial<Record<PemKind, Message>> = {
  key: "certificate.is_key",
  "encrypted key": "certificate.is_key",
  request: "certificate.is_request",
};

function readCertificates(field: CertificateField, pem: string): X509Certificate[] {
  const blocks = pemBlocks(pem);
  for (const { kind } of blocks)
    if (kind !== "certificate") throw new Fault(field, whatElse[kind] ?? "certificate.no_pem");
  if (blocks.length > mostCertificates)
    throw new Fault(field, { key: "certificate.too_many", values: { max: mostCertificates } });
  if (blocks.length === 0 && (pem.trim() !== "" || field === "cert"))
    throw new Fault(field, pem.trim() === "" ? "main.required" : "certificate.no_pem");
  return blocks.map(({ text }) => {
    try {
      const certificate = new X509Certificate(text);
      keyFault(certificate.publicKey);
      return certificate;
    } catch {
      throw new Fault(field, "certificate.unreadable");
    }
  });
}

const refuseKey = (message: Message): never => {
  throw new Fault("certkey", message);
};

function readKey(pem: string): KeyObject {
  const [block, ...more] = pemBlocks(pem);
  if (!block) return refuseKey(pem.trim() === "" ? "main.required" : "certificate.key_no_pem");
  if (block.kind === "encrypted key") return refuseKey("certificate.key_encrypted");
  if (block.kind !== "key" || more.length > 0) return refuseKey("certificate.key_other");
  try {
    return createPrivateKey(block.text);
  } catch {
    return refuseKey("certificate.key_unreadable");
  }
}

const keyMessages = {
  short: { key: "certificate.key_short", values: { min: keyBits.min } },
  long: { key: "certificate.key_long", values: { max: keyBits.max } },
  kind: "certificate.key_kind",
} as const;

/** `openssl req -x509` marks every certificate as an authority's; only the name tells a site's from a root. */
const isOwnAuthority = (leaf: X509Certificate, host: string): boolean =>
  isSelfSigned(leaf) && isValidFor(leaf, host);

function requireKind(leaf: X509Certificate, host: string): void {
  const name = subjectOf(leaf);
  if (leaf.ca && !isOwnAuthority(leaf, host))
    throw new Fault("cert", { key: "certificate.of_authority", values: { name } });
  if (answersChallenge(leaf)) throw new Fault("cert", "certificate.for_challenge");
  if (!isForServers(leaf)) throw new Fault("cert", "certificate.not_for_servers");
  if (hasOldSignature(leaf)) throw new Fault("cert", { key: "certificate.weak", values: { name } });
}

function requireDates({ validFromDate, validToDate }: X509Certificate, now: Date): void {
  if (validToDate < now)
    throw new Fault("cert", {
      key: "certificate.expired",
      values: { date: validToDate.toISOString() },
    });
  if (validFromDate > now)
    throw new Fault("cert", {
      key: "certificate.not_yet",
      values: { date: validFromDate.toISOString() },
    });
}

function requireHost(leaf: X509Certificate, host: string): void {
  if (isValidFor(leaf, host)) return;
  const names = namesOf(leaf);
  if (names.length === 0) throw new Fault("cert", "certificate.no_names");
  const values = {
    host,
    names: names.slice(0, namesShown).join(", "),
    more: Math.max(names.length - namesShown, 0),
  };
  throw new Fault("cert", { key: "certificate.other_names", values });
}

function requireKey(leaf: X509Certificate, key: KeyObject): void {
  // of the certificate's own first: to compare with a key of any size takes time
  const fault = keyFault(leaf.publicKey);
  if (fault) throw new Fault("cert", keyMessages[fault]);
  if (keyFault(key) || !leaf.checkPrivateKey(key)) throw new Fault("certkey", "certificate.key_mismatch");
}

const inPem = (certificates: readonly X509Certificate[]): string => certificates.join("");

function check({ certificate, key, chain, host, now }: CertificateForm): CheckedCertificate {
  const own = readCertificates("cert", certificate);
  const givenKey = readKey(key);
  const others = readCertificates("certchain", chain);
  // a file with the whole chain may begin at either end
  const leaf = own.find((one) => one.checkPrivateKey(givenKey)) ?? own[0]!;
  requireKind(leaf, host);
  requireKey(leaf, givenKey);
  requireDates(leaf, now);
  requireHost(leaf, host);
  const made = makeChain(leaf, [...own, ...others], now);
  if (!made.ok) throw new Fault(others.length > 0 ? "certchain" : "cert", made.message);
  return {
    certificatePem: inPem([leaf]),
    chainPem: inPem(made.certificates),
    keyPem: givenKey.export({ type: "pkcs8", format: "pem" }),
    names: namesOf(leaf),
    notBefore: leaf.validFromDate,
    notAfter: leaf.validToDate,
    issuer: issuerOf(leaf),
    notice: isSelfSigned(leaf)
      ? "certificate.self_signed"
      : made.missing === undefined
        ? undefined
        : { key: "certificate.chain_missing", values: { name: made.missing } },
  };
}

export type CertificateVerdict = { readonly ok: CheckedCertificate } | CertificateFault;

export function checkCertificate(form: CertificateForm): CertificateVerdict {
  const texts = { cert: form.certificate, certkey: form.key, certchain: form.chain } as const;
  try {
    for (const field of ["cert", "certkey", "certchain"] as const)
      if (texts[field].length > longestPem)
        return { field, message: { key: "certificate.too_many", values: { max: mostCertificates } } };
    return { ok: check(form) };
  } catch (error) {
    if (error instanceof Fault) return error.fault;
    throw error;
  }
}
