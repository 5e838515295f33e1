/** The way from a site's certificate to its root, out of certificates in any order. */
import type { X509Certificate } from "node:crypto";
import type { Message } from "@atrio/contract";
import { hasOldSignature, isIssuedBy, isSelfSigned, issuerOf, keyFault, subjectOf } from "./parts.ts";
import { trustedNames } from "./trusted.ts";

export type Chain =
  | {
      readonly ok: true;
      /** In the order in which servers send it; a root is the browser's own. */
      readonly certificates: readonly X509Certificate[];
      /** Who signed the last of them, where browsers don't know of that one. */
      readonly missing: string | undefined;
    }
  | { readonly ok: false; readonly message: Message };

const isSame = (one: X509Certificate, other: X509Certificate): boolean => one.raw.equals(other.raw);

function walk(leaf: X509Certificate, given: readonly X509Certificate[]): X509Certificate[] {
  const way: X509Certificate[] = [];
  let last = leaf;
  for (;;) {
    const issuers = given.filter((one) => !way.includes(one) && isIssuedBy(last, one));
    // signed by another as well it is the longer way, which older programs need
    const next = issuers.find((one) => !isSelfSigned(one)) ?? issuers[0];
    if (!next) return way;
    way.push(next);
    if (isSelfSigned(next)) return way;
    last = next;
  }
}

function faultOf(certificate: X509Certificate, now: Date): Message | undefined {
  const values = { name: subjectOf(certificate) };
  if (certificate.validToDate < now)
    return {
      key: "certificate.chain_expired",
      values: { ...values, date: certificate.validToDate.toISOString() },
    };
  return hasOldSignature(certificate) || keyFault(certificate.publicKey) === "short"
    ? { key: "certificate.weak", values }
    : undefined;
}

/** `given` may hold the leaf again, certificates twice, roots, and others that signed the same keys. */
export function makeChain(leaf: X509Certificate, given: readonly X509Certificate[], now: Date): Chain {
  const others = given.filter(
    (one, index) => !isSame(one, leaf) && given.findIndex((other) => isSame(one, other)) === index,
  );
  const way = walk(leaf, others);
  const issued = [leaf, ...way];
  const unrelated = others.find((one) => !issued.some((other) => isIssuedBy(other, one)));
  if (unrelated)
    return {
      ok: false,
      message: { key: "certificate.chain_unrelated", values: { name: subjectOf(unrelated) } },
    };
  const certificates = way.filter((one) => !isSelfSigned(one));
  for (const certificate of certificates) {
    const message = faultOf(certificate, now);
    if (message) return { ok: false, message };
  }
  const last = issued.at(-1) ?? leaf;
  const isComplete = isSelfSigned(last) || trustedNames().has(last.issuer);
  return { ok: true, certificates, missing: isComplete ? undefined : issuerOf(last) };
}
