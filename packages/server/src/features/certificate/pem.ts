/** Texts in PEM (RFC 7468). What stands between the blocks is none: exports put their notes there. */
export type PemKind = "certificate" | "key" | "encrypted key" | "request" | "other";

export interface PemBlock {
  readonly kind: PemKind;
  readonly text: string;
}

const kinds: Readonly<Record<string, PemKind>> = {
  CERTIFICATE: "certificate",
  "X509 CERTIFICATE": "certificate",
  "PRIVATE KEY": "key",
  "RSA PRIVATE KEY": "key",
  "EC PRIVATE KEY": "key",
  "ENCRYPTED PRIVATE KEY": "encrypted key",
  "CERTIFICATE REQUEST": "request",
  "NEW CERTIFICATE REQUEST": "request",
};
/** Written beside EC keys by OpenSSL; the key names its curve itself. */
const passedOver = new Set(["EC PARAMETERS"]);

function readBlock(piece: string): PemBlock | undefined {
  const label = piece.slice(0, Math.max(piece.indexOf("-----"), 0));
  const end = `-----END ${label}-----`;
  const length = piece.indexOf(end);
  if (length === -1 || passedOver.has(label)) return undefined;
  const body = piece.slice(label.length + 5, length);
  // the older way to encrypt has its headers within
  if (body.includes("Proc-Type: 4,ENCRYPTED")) return { kind: "encrypted key", text: "" };
  const lines = body.replaceAll(/\s+/g, "").match(/.{1,64}/g) ?? [];
  return { kind: kinds[label] ?? "other", text: [`-----BEGIN ${label}-----`, ...lines, end, ""].join("\n") };
}

/** In time that grows with the text's length alone. What was cut off is no block. */
export const pemBlocks = (text: string): PemBlock[] =>
  text
    .split("-----BEGIN ")
    .slice(1)
    .flatMap((piece) => readBlock(piece) ?? []);
