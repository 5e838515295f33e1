/** Contacts of a domain. A new owner may need the operator's approval (`owner_change` of the top-level domain). */
import { isDeepStrictEqual } from "node:util";
import { type Transaction, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import {
  type Capabilities,
  type Outcome,
  type RegistryContact,
  type RegistryContacts,
  RegistryError,
} from "../backend.ts";
import { type LocalDomain, refuseClosed, setStatuses } from "./domain.ts";

const done: Outcome = { state: "done" };

export function refuseRoles(contacts: RegistryContacts, { contacts: { roles } }: Capabilities): void {
  for (const role of Object.keys(contacts))
    if (!roles.some((held) => held === role))
      throw new RegistryError("policy", "domain.unsupported", {
        fields: [{ name: role, message: "domain.unsupported" }],
      });
}

/** Who it is; where he lives or is reached may change without him becoming another. */
const ownerOf = ({ organization, firstName, lastName, identificationNumber }: RegistryContact) => ({
  organization,
  name: organization === null ? `${firstName} ${lastName}` : "",
  identificationNumber,
});

const isOwnerChange = (was: RegistryContact | undefined, is: RegistryContact | undefined): boolean =>
  was !== undefined && is !== undefined && !isDeepStrictEqual(ownerOf(was), ownerOf(is));

async function askApproval(
  transaction: Transaction<DB>,
  domain: LocalDomain,
  contacts: RegistryContacts,
): Promise<Outcome> {
  const { reference } = await transaction
    .insertInto("registry.pending_operation")
    .values({ domain: domain.name, contacts: JSON.stringify(contacts), account: domain.account })
    .returning("reference")
    .executeTakeFirstOrThrow();
  await setStatuses(transaction, domain, ["pendingUpdate"], true);
  return { state: "pending", reference };
}

/** The one that waits, where it is for the same: the reply to the first may have been lost. */
async function findApproval(
  transaction: Transaction<DB>,
  { name }: LocalDomain,
  contacts: RegistryContacts,
): Promise<Outcome | undefined> {
  const open = await transaction
    .selectFrom("registry.pending_operation")
    .select(["reference", sql<RegistryContacts>`contacts`.as("contacts")])
    .where("domain", "=", name)
    .where("state", "=", "pending")
    .executeTakeFirst();
  if (!open) return undefined;
  if (!isDeepStrictEqual(open.contacts, contacts)) throw new RegistryError("status", "domain.owner_waits");
  return { state: "pending", reference: open.reference };
}

export async function changeContacts(
  transaction: Transaction<DB>,
  domain: LocalDomain,
  contacts: RegistryContacts,
  capabilities: Capabilities,
): Promise<Outcome> {
  refuseRoles(contacts, capabilities);
  const all = { ...domain.contacts, ...contacts };
  if (isDeepStrictEqual(all, domain.contacts)) return done;
  const waiting = await findApproval(transaction, domain, contacts);
  if (waiting) return waiting;
  refuseClosed(domain);
  if (isOwnerChange(domain.contacts.registrant, contacts.registrant)) {
    const { ownerChange } = capabilities.contacts;
    if (ownerChange === "none") throw new RegistryError("policy", "contact.owner_elsewhere");
    if (ownerChange === "trade") return askApproval(transaction, domain, contacts);
  }
  await transaction
    .updateTable("registry.domain")
    .set({ contacts: JSON.stringify(all) })
    .where("name", "=", domain.name)
    .execute();
  return done;
}
