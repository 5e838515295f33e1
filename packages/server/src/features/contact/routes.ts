import type { ContactRole, Language, Message } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Handlers, News } from "../../http/handler.ts";
import { someOf } from "../../registry/some-names.ts";
import { awaitOrder } from "../domain/order.ts";
import { type Contacts, inputOf } from "./shape.ts";
import { type PlacedContacts, contactsOf, saveContact, saveOwner } from "./store.ts";

type Done = Pick<Contacts, ContactRole> & { readonly undo: number | null };

function wordsOf({ spread }: PlacedContacts): Message {
  if (!spread) return "contact.saved";
  const { total, closed, closedNames } = spread;
  const key = total > 0 ? "contact.goes_on" : "contact.saved_everywhere";
  return { key, values: { total, closed, ...someOf(closedNames, closed) } };
}

/** What came of it: the contacts that this domain shows differently now. */
async function lookAtRegistry(
  db: Kysely<DB>,
  holdingId: number,
  placed: PlacedContacts,
  language: Language,
): Promise<News & { readonly data?: Done }> {
  const { order, roles, spread, canUndo } = placed;
  if (!order) return { info: spread ? wordsOf(placed) : "contact.unchanged" };
  const { job } = order;
  const end = await awaitOrder(db, order, inputOf);
  if (end.state === "pending") return { info: "domain.requested", job };
  const contacts = await contactsOf({ db }, holdingId, language);
  const changed = Object.fromEntries(roles.map((role) => [role, contacts[role]]));
  const goesOn = spread !== null && spread.total > 0;
  return {
    data: { ...changed, undo: canUndo ? end.undo : null },
    info: wordsOf(placed),
    ...(goesOn ? { job } : {}),
  };
}

const ordered = <A>({ order }: PlacedContacts, after: A) => ({
  data: { undo: null },
  ...(order && { info: "domain.requested" as const, job: order.job }),
  after,
});

/** `db` is the API's connection for changes. */
export const contactHandlers = (db: Kysely<DB>) =>
  ({
    contactOwnerSave: async ({ change, holding, input, http }) => {
      const placed = await saveOwner(change, holding, input);
      return ordered(placed, () => lookAtRegistry(db, holding.id, placed, http.language));
    },
    contactSave: async ({ change, holding, input, http }) => {
      const placed = await saveContact(change, holding, input);
      return ordered(placed, () => lookAtRegistry(db, holding.id, placed, http.language));
    },
  }) satisfies Handlers<"contactOwnerSave" | "contactSave">;
