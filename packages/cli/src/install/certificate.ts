/** <home>/tls: the certificate of the mail services. The operator's own, or one signed by itself that nobody trusts. */
import { execFileSync } from "node:child_process";
import { X509Certificate, createHash, createPrivateKey } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Failure, messageOf } from "../failure.ts";
import { makeDirectory, updateFile } from "../files.ts";
import type { Home } from "../home.ts";
import { type Account, isRoot } from "../machine.ts";
import { type MailSettings, mailHostname } from "../mail-settings.ts";
import { accountOf } from "../services/plan.ts";

const certificateFile = (home: Home): string => join(home.tls, "cert.pem");
const keyFile = (home: Home): string => join(home.tls, "key.pem");
export const webmailKey = (home: Home): string => join(home.tls, "webmail-key.pem");
const days = "3650";

interface Pair {
  readonly cert: string;
  readonly key: string;
}

function readOwn({ cert, key }: Pair, home: Home): Pair {
  try {
    const pair = { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") };
    if (new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key))) return pair;
    throw new Error(`${key} is not the key of ${cert}`);
  } catch (error) {
    throw new Failure(
      `The certificate of mail cannot be used: ${messageOf(error)}`,
      `Correct mail.certificate in ${home.settings}: PEM files, the key without a passphrase.`,
      78,
    );
  }
}

function makeOwn(home: Home, name: string): Pair {
  const key = `${keyFile(home)}.next`;
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key];
  const names = `subjectAltName=DNS:${name},DNS:localhost,IP:127.0.0.1`;
  try {
    const cert = execFileSync(
      "openssl",
      ["req", "-x509", ...curve, "-days", days, "-subj", `/CN=${name}`, "-addext", names],
      { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
    );
    return { cert, key: readFileSync(key, "utf8") };
  } finally {
    rmSync(key, { force: true });
  }
}

/** Puts the certificate where Dovecot, which is not root, and Postfix read it. */
export function takeCertificate(home: Home, mail: MailSettings): void {
  makeDirectory(home.tls, 0o711);
  // one that was made stays: mail programs were told to trust it
  const made = existsSync(join(home.tls, "self-signed")) && existsSync(certificateFile(home));
  if (!mail.certificate && made) return;
  const { cert, key } = mail.certificate
    ? readOwn(mail.certificate, home)
    : makeOwn(home, mailHostname(mail));
  updateFile(keyFile(home), key, 0o400, isRoot ? accountOf("dovecot") : undefined);
  updateFile(certificateFile(home), cert, 0o444);
  // nobody trusts one that signs itself: the webmail is plain then, and a proxy that ends TLS stands before it
  if (mail.certificate && isRoot) updateFile(webmailKey(home), key, 0o400, accountOf("nginx"));
  const mark = join(home.tls, "self-signed");
  if (mail.certificate) rmSync(mark, { force: true });
  else updateFile(mark, "Made by atrio up, for want of mail.certificate in settings.json.\n", 0o444);
}

/** What a name without a certificate of its own is shown: browsers warn of it, as they should. */
export function makeFallbackCertificate(home: Home, { gid }: Account): void {
  const [cert, key] = ["crt", "key"].map((ending) => join(home.web, "certificates", `fallback.${ending}`));
  if (existsSync(cert!)) return;
  const pair = makeOwn(home, "invalid");
  updateFile(key!, pair.key, 0o440, { name: "root", uid: 0, gid });
  updateFile(cert!, pair.cert, 0o444);
}

/** Stands in the configuration of those that use it, so that another certificate is a reason to start them again. */
export const hashCertificate = (home: Home): string =>
  createHash("sha256")
    .update(readFileSync(certificateFile(home)))
    .digest("hex")
    .slice(0, 16);
