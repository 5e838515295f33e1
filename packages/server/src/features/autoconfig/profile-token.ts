/** What a link to a profile holds: which mailbox, until when, in which language; signed, so that nobody makes one himself. */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type Language, languages } from "@atrio/contract";

export const profileLifeSeconds = 15 * 60;

export interface ProfileWish {
  readonly mailboxId: number;
  /** Unix seconds. */
  readonly expireTs: number;
  readonly language: Language;
}

const signedBytes = 13;
const signatureBytes = 16;
export const tokenPattern = /^[A-Za-z0-9_-]{39}$/;

export interface ProfileTokens {
  make(wish: ProfileWish): string;
  /** Null where it is not ours or no longer good. */
  read(token: string, nowSeconds: number): ProfileWish | null;
}

export function profileTokens(secret: string): ProfileTokens {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "atrio mail profile", 32));
  const signatureOf = (signed: Buffer): Buffer =>
    createHmac("sha256", key).update(signed).digest().subarray(0, signatureBytes);
  return {
    make: ({ mailboxId, expireTs, language }) => {
      const signed = Buffer.alloc(signedBytes);
      signed.writeBigUInt64BE(BigInt(mailboxId));
      signed.writeUInt32BE(expireTs, 8);
      signed.writeUInt8(languages.indexOf(language), 12);
      return Buffer.concat([signed, signatureOf(signed)]).toString("base64url");
    },
    read: (token, nowSeconds) => {
      if (!tokenPattern.test(token)) return null;
      const bytes = Buffer.from(token, "base64url");
      const signed = bytes.subarray(0, signedBytes);
      if (!timingSafeEqual(bytes.subarray(signedBytes), signatureOf(signed))) return null;
      const expireTs = signed.readUInt32BE(8);
      const language = languages[signed.readUInt8(12)];
      if (expireTs <= nowSeconds || language === undefined) return null;
      return { mailboxId: Number(signed.readBigUInt64BE()), expireTs, language };
    },
  };
}
