/** The installation's account at its authority: one key, made here, sealed before it is stored. */
import { Client, crypto } from "acme-client";
import type { Kysely } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { Vault } from "../vault/client.ts";
import { type Settings, storeAccountKey, storeAccountUrl } from "./store.ts";
import { trust } from "./transport.ts";

const keyPlace = { table: "acme", row: 1, field: "account_key" } as const;

/** The key is stored first: whoever is killed behind it registers the same one again, which changes nothing. */
async function accountKey(db: Kysely<DB>, vault: Vault, { accountKeySealed }: Settings): Promise<Buffer> {
  if (accountKeySealed) return vault.open(keyPlace, accountKeySealed);
  const key = await crypto.createPrivateEcdsaKey("P-256");
  await storeAccountKey(db, await vault.seal(keyPlace, key));
  return key;
}

export async function openAccount(db: Kysely<DB>, vault: Vault, settings: Settings): Promise<Client> {
  trust(settings.ca ?? undefined);
  const key = await accountKey(db, vault, settings);
  const { directory: directoryUrl, accountUrl } = settings;
  if (accountUrl !== null) return new Client({ directoryUrl, accountKey: key, accountUrl });
  const client = new Client({ directoryUrl, accountKey: key });
  const contact = [`mailto:${settings.contact}`];
  await client.createAccount({ termsOfServiceAgreed: true, contact });
  // of one that was there already
  await client.updateAccount({ contact });
  await storeAccountUrl(db, client.getAccountUrl());
  return client;
}
