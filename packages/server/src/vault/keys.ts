/**
 * Envelope encryption. Every secret gets a data key of its own; the master key only wraps data keys, so that a new
 * master key means rewrapping 32 bytes a secret. What is sealed for one place opens at no other: the context
 * (`table:row:field`) is authenticated.
 *
 * The key file holds the versions of the master key, 32 bytes each, oldest first; the last one seals. Rotation:
 * append 32 random bytes, restart, rewrap every secret, then overwrite the old version with zeros: it is retired, and
 * the versions after it keep their numbers.
 *
 * Sealed: format (1) | version (1) | nonce (12) wrapped key (32) tag (16) | nonce (12) ciphertext (n) tag (16)
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const wrappedBytes = nonceBytes + keyBytes + tagBytes;
const headerBytes = 2;
const format = 1;
const maxVersions = 255;
const retired = Buffer.alloc(keyBytes);

/** Every secret the product keeps is far below this: passwords, tokens, private keys. */
export const maxPlaintextBytes = 65_536;
export const maxSealedBytes = maxPlaintextBytes + headerBytes + wrappedBytes + nonceBytes + tagBytes;
export const contextPattern = /^[a-z_]{1,63}:[1-9]\d{0,15}:[a-z_]{1,63}$/;

/** It does not open: sealed for another place, altered, or under a key that is not here. Never told apart. */
export class DoesNotOpen extends Error {}

export interface Keyring {
  seal(context: string, plaintext: Buffer): Buffer;
  open(context: string, sealed: Buffer): Buffer;
  /** The same secret under the newest master key; the secret itself is not decrypted. */
  rewrap(context: string, sealed: Buffer): Buffer;
}

function encrypt(key: Buffer, associated: Buffer, plaintext: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes }).setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, associated: Buffer, box: Buffer): Buffer {
  const nonce = box.subarray(0, nonceBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes }).setAAD(
    associated,
  );
  decipher.setAuthTag(box.subarray(-tagBytes));
  const body = box.subarray(nonceBytes, -tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

const header = (version: number) => Buffer.from([format, version]);
// The version is authenticated with the wrapped key only: rewrapping leaves the secret's own box as it is.
const wrapContext = (version: number, context: string) =>
  Buffer.concat([header(version), Buffer.from(context)]);
const bodyContext = (context: string) => Buffer.concat([Buffer.from([format]), Buffer.from(context)]);

/** `masters`: the versions of the master key, oldest first. */
export function makeKeyring(masters: readonly Buffer[]): Keyring {
  const newest = masters.length;
  const wrap = (context: string, dataKey: Buffer) =>
    Buffer.concat([header(newest), encrypt(masters[newest - 1]!, wrapContext(newest, context), dataKey)]);

  /** Hands the data key to `use` and wipes it afterwards. */
  const withDataKey = (context: string, sealed: Buffer, use: (dataKey: Buffer) => Buffer): Buffer => {
    const version = sealed[1] ?? 0;
    const master = masters[version - 1];
    const long = sealed.length >= headerBytes + wrappedBytes + nonceBytes + tagBytes;
    if (!long || sealed[0] !== format || !master || master.equals(retired)) throw new DoesNotOpen();
    let dataKey: Buffer | undefined;
    try {
      const wrapped = sealed.subarray(headerBytes, headerBytes + wrappedBytes);
      dataKey = decrypt(master, wrapContext(version, context), wrapped);
      return use(dataKey);
    } catch {
      throw new DoesNotOpen();
    } finally {
      dataKey?.fill(0);
    }
  };

  return {
    seal(context, plaintext) {
      const dataKey = randomBytes(keyBytes);
      try {
        return Buffer.concat([wrap(context, dataKey), encrypt(dataKey, bodyContext(context), plaintext)]);
      } finally {
        dataKey.fill(0);
      }
    },
    open: (context, sealed) =>
      withDataKey(context, sealed, (dataKey) =>
        decrypt(dataKey, bodyContext(context), sealed.subarray(headerBytes + wrappedBytes)),
      ),
    rewrap: (context, sealed) =>
      withDataKey(context, sealed, (dataKey) =>
        Buffer.concat([wrap(context, dataKey), sealed.subarray(headerBytes + wrappedBytes)]),
      ),
  };
}

/** Reads the master keys. Refuses a file that anyone else could have read. */
export function readKeyFile(path: string): Keyring {
  const file = openSync(path, "r");
  try {
    const { mode, uid } = fstatSync(file);
    const self = process.getuid?.();
    if ((mode & 0o077) !== 0 || uid !== self)
      throw new Error(`${path} must belong to user ${self} alone: chown ${self} and chmod 0400 it.`);
    const bytes = readFileSync(file);
    const versions = bytes.length / keyBytes;
    if (!Number.isInteger(versions) || versions < 1 || versions > maxVersions)
      throw new Error(
        `${path} holds ${bytes.length} bytes; a master key has ${keyBytes}, one after the other by version.`,
      );
    const masters = Array.from({ length: versions }, (_, n) =>
      bytes.subarray(n * keyBytes, (n + 1) * keyBytes),
    );
    if (masters.at(-1)!.equals(retired)) throw new Error(`${path}: the newest master key is all zeros.`);
    return makeKeyring(masters);
  } finally {
    closeSync(file);
  }
}
