import type { SubdomainEntry } from "@atrio/contract";

const soonMs = 14 * 24 * 60 * 60 * 1000;

/** How a site answers by HTTPS. An automatic certificate is renewed by itself long before its last days. */
export function tlsOf({ ssl, certificate, certificateOrder }: SubdomainEntry, nowMs: number) {
  if (!ssl.enabled) return "off";
  if (certificate === null) return "missing";
  const leftMs = certificate.notAfter * 1000 - nowMs;
  if (leftMs <= 0) return "expired";
  if (certificateOrder?.fault) return "failing";
  return leftMs < soonMs ? "expires" : "on";
}
