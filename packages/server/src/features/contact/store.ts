/** Contacts as the mirror has them, and the orders that change them. */
import {
  type ContactRole,
  type InputOf,
  type KeyLevels,
  type Language,
  type contactCalls,
  contactRoles,
} from "@atrio/contract";
import { sql } from "kysely";
import type { Change, Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import type { RegistryContact, RegistryContacts } from "../../registry/backend.ts";
import { firstNames } from "../../registry/some-names.ts";
import { capabilitiesOf, lockDomain, refuseClosed } from "../domain/lock.ts";
import { type PlacedOrder, placeOrder } from "../domain/order.ts";
import { findAddress } from "../geography/store.ts";
import { type ContactForm, checkContact } from "./check.ts";
import { type Contacts, type PlaceKeys, columns, isSame, ofRow, shown } from "./shape.ts";

const isRole = (name: string): name is ContactRole => contactRoles.some((role) => role === name);

/** As the registry has them; a role that nobody has filled in is not there. */
export async function mirrored({ db }: Read, holdingId: number): Promise<RegistryContacts> {
  const rows = await db
    .selectFrom("atrio.domain_contact")
    .select(["role", ...columns])
    .where("holding_id", "=", holdingId)
    .execute();
  return Object.fromEntries(rows.flatMap(({ role, ...row }) => (isRole(role) ? [[role, ofRow(row)]] : [])));
}

const sameAddress = ({ country, state, city }: RegistryContact): string =>
  JSON.stringify([country, state, city]);

/** The four contacts of a domain mostly live in one place, which is looked up once. */
export async function contactsOf(read: Read, holdingId: number, language: Language): Promise<Contacts> {
  const contacts = await mirrored(read, holdingId);
  const places = new Map<string, Promise<PlaceKeys>>();
  const keysOf = (contact: RegistryContact): Promise<PlaceKeys> => {
    const address = sameAddress(contact);
    const found = places.get(address) ?? findAddress(read, contact);
    places.set(address, found);
    return found;
  };
  const entries = await Promise.all(
    contactRoles.map(async (role) => {
      const contact = contacts[role];
      return contact ? [[role, shown(contact, await keysOf(contact), language)] as const] : [];
    }),
  );
  return Object.fromEntries(entries.flat());
}

/** State and city may come as keys or as names; the registry gets names. */
async function wantedOf(read: Read, form: ContactForm): Promise<RegistryContact> {
  const { states, state, city } = await findAddress(read, {
    country: form.country,
    state: form.state,
    city: form.city,
  });
  const checked = checkContact({
    ...form,
    state: states.find(({ key }) => key === state)?.name ?? form.state,
    city: city ?? form.city,
  });
  if (!checked.ok) refuse("invalid", { fields: checked.faults });
  const { isOrg, orgName = "", identNumber, ...contact } = checked.contact;
  return { ...contact, organization: isOrg ? orgName : null, identificationNumber: identNumber };
}

/** How far a change goes on from this domain to others. */
export interface Spread {
  readonly total: number;
  /** Blocked, expired or not registered: no registry would change them now. */
  readonly closed: number;
  /** A few of those. */
  readonly closedNames: readonly string[];
}
export interface PlacedContacts {
  /** Null where all of it is so already. */
  readonly order: PlacedOrder | null;
  readonly roles: readonly ContactRole[];
  readonly spread: Spread | null;
  /** Alone and over what was there before; what others have got too, or nobody had filled in, stays. */
  readonly canUndo: boolean;
}

interface Wish {
  readonly act: "contactOwnerSave" | "contactSave";
  readonly roles: readonly ContactRole[];
  readonly form: ContactForm;
  readonly isEverywhere: boolean;
}

async function countOthers(
  { db, actor }: Change,
  holdingId: number,
  role: ContactRole,
  wanted: RegistryContact,
): Promise<Spread> {
  const { rows } = await sql<Spread>`
    select count(*) filter (where not closed) as total, count(*) filter (where closed) as closed,
           ${firstNames(sql`d.name`, sql`closed`)} as "closedNames"
      from atrio.contact_targets(${actor.userId}, ${role}, ${JSON.stringify(wanted)}::jsonb)
      join atrio.domain d using (holding_id)
     where holding_id <> ${holdingId}`.execute(db);
  return rows[0] ?? { total: 0, closed: 0, closedNames: [] };
}

async function spreadFrom(change: Change, order: PlacedOrder, role: ContactRole, total: number) {
  const { db, actor } = change;
  if (actor.userId === null) throw new Error("A contact goes on to the domains of a user.");
  await db
    .insertInto("atrio.contact_spread")
    .values({ job_id: order.job, order_id: order.id, user_id: actor.userId, role, total })
    .execute();
}

async function place(
  change: Change,
  holding: Granted<KeyLevels>,
  { act, roles, form, isEverywhere }: Wish,
): Promise<PlacedContacts> {
  const domain = await lockDomain(change, holding);
  refuseClosed(domain);
  if (act === "contactOwnerSave" && capabilitiesOf(domain).contacts.ownerChange === "none")
    refuse("conflict", { message: "contact.owner_elsewhere" });
  const wanted = await wantedOf(change, form);
  const were = await mirrored(change, holding.id);
  const changed = roles.filter((role) => !isSame(were[role], wanted));
  const [role] = roles;
  const spread = isEverywhere && role ? await countOthers(change, holding.id, role, wanted) : null;
  const goesOn = spread !== null && spread.total > 0;
  if (changed.length === 0 && !goesOn) {
    change.unchanged();
    return { order: null, roles: [], spread, canUndo: false };
  }
  const order = await placeOrder(change, holding, {
    kind: "contacts",
    subject: roles.length === 1 ? role! : "",
    wanted: {
      contacts: Object.fromEntries((goesOn ? roles : changed).map((one) => [one, wanted])),
    },
    act,
    item: domain.name,
  });
  if (goesOn) await spreadFrom(change, order, role!, spread.total);
  const canUndo = !goesOn && changed.every((one) => were[one] !== undefined);
  return { order, roles: changed, spread, canUndo };
}

export const saveOwner = (
  change: Change,
  holding: Granted<{ domain_ownercontacts: "write" }>,
  form: ContactForm,
): Promise<PlacedContacts> =>
  place(change, holding, { act: "contactOwnerSave", roles: ["registrant"], form, isEverywhere: false });

export const saveContact = (
  change: Change,
  holding: Granted<{ domain_contacts: "write" }>,
  { type, mode, ...form }: InputOf<typeof contactCalls.contactSave>,
): Promise<PlacedContacts> =>
  place(change, holding, {
    act: "contactSave",
    roles: mode === "only_domain" ? ["admin", "billing", "tech"] : [type],
    form,
    isEverywhere: mode === "all_contacts",
  });
