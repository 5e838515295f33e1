/** Certificates as nginx reads them: one pair of files each, which never changes under its number. */
import { createPrivateKey } from "node:crypto";
import { chown, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import { keyPlace } from "../features/certificate/place.ts";
import type { Vault } from "../vault/client.ts";

export interface CertificatePlace {
  /** `<home>/web/certificates`. */
  readonly directory: string;
  /** The group of nginx, which reads a key at each full handshake. */
  readonly gid: number;
}

export async function writtenCertificates({ directory }: CertificatePlace): Promise<Set<number>> {
  const names = await readdir(directory);
  return new Set(names.filter((name) => /^\d+\.crt$/.test(name)).map((name) => Number.parseInt(name, 10)));
}

/** Waits a while for a vault that begins later than who asks it. */
export async function vaultAnswers(
  { ping }: Pick<Vault, "ping">,
  patienceMilliseconds = 20_000,
): Promise<boolean> {
  const until = performance.now() + patienceMilliseconds;
  for (;;) {
    const answers = await ping().then(
      () => true,
      () => false,
    );
    if (answers || performance.now() > until) return answers;
    await sleep(250);
  }
}

async function put(path: string, text: string, gid: number): Promise<void> {
  await writeFile(`${path}.next`, text, { mode: 0o640 });
  await chown(`${path}.next`, 0, gid);
  await rename(`${path}.next`, path);
}

/** The key first: what is named by its certificate is whole. */
export async function writeCertificate(
  db: Kysely<DB>,
  vault: Vault,
  { directory, gid }: CertificatePlace,
  id: number,
): Promise<void> {
  const { certificate_pem, chain_pem, key_sealed } = await db
    .selectFrom("atrio.certificate")
    .select(["certificate_pem", "chain_pem", "key_sealed"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const opened = await vault.open(keyPlace(id), key_sealed);
  const key = createPrivateKey(opened).export({ type: "pkcs8", format: "pem" });
  await put(join(directory, `${id}.key`), key, gid);
  const chain = [certificate_pem, chain_pem].filter((text) => text !== "").map((text) => text.trim());
  await put(join(directory, `${id}.crt`), `${chain.join("\n")}\n`, gid);
}

/** Files of certificates that are none any more. */
export async function removeCertificates(
  { directory }: CertificatePlace,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    await rm(join(directory, `${id}.crt`), { force: true });
    await rm(join(directory, `${id}.key`), { force: true });
  }
}
