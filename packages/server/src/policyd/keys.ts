/** Makes the DKIM key of each service that has none. */
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";

const selector = "atrio";
/** What every verifier knows (RFC 8301, 3.2). */
const modulusLength = 2048;

export async function makeMissingKeys(db: Kysely<DB>, signal: AbortSignal): Promise<number> {
  for (let made = 0; ; made++) {
    const { rows } = await sql<{ holding_id: number }>`
      select holding_id from policyd.dkim_missing(1)`.execute(db);
    const [missing] = rows;
    if (!missing || signal.aborted) return made;
    const { privateKey, publicKey } = await promisify(generateKeyPair)("rsa", {
      modulusLength,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "der" },
    });
    await sql`select policyd.dkim_store(${missing.holding_id}, ${selector}, ${privateKey},
      ${publicKey.toString("base64")})`.execute(db);
  }
}
