import type { domainCalls } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import type { Exchange, Handlers, SessionUser } from "../../http/handler.ts";
import { actorOf } from "../../http/run-change.ts";
import type { Vault } from "../../vault/client.ts";
import { contactsOf } from "../contact/store.ts";
import type { Reach } from "../nameserver/candidate.ts";
import { type SecretMaker, showAuthCode, showTransferKey } from "./secret.ts";
import { showDomain } from "./shown.ts";
import { toggle } from "./toggle.ts";
import { undoHandler } from "./undo.ts";

/** `db` is the API's connection for changes: what came of an order is looked for by it. */
export function domainHandlers(db: Kysely<DB>, vault: Vault, reach: Reach) {
  const makerOf = (user: SessionUser, http: Exchange): SecretMaker => ({
    db,
    vault,
    actor: actorOf({ user, http }),
    mayReveal: http.keepsHeaderRule,
  });
  return {
    domainGet: async ({ read, holding, http }) => {
      const { permissions } = holding;
      const [domain, contacts] = await Promise.all([
        showDomain(read, holding),
        contactsOf(read, holding.id, http.language),
      ]);
      const owner = permissions.domain_ownercontacts !== "disabled";
      const others = permissions.domain_contacts !== "disabled";
      return {
        data: {
          domain,
          registrant: (owner && contacts.registrant) || null,
          admin: (others && contacts.admin) || null,
          billing: (others && contacts.billing) || null,
          tech: (others && contacts.tech) || null,
        },
      };
    },
    domainToggleTransferBlock: ({ change, holding, input }) =>
      toggle(db, "domainToggleTransferBlock", change, holding, input.value),
    domainToggleWhoisPrivacy: ({ change, holding, input }) =>
      toggle(db, "domainToggleWhoisPrivacy", change, holding, input.value),
    domainToggleBlock: ({ change, holding, input }) =>
      toggle(db, "domainToggleBlock", change, holding, input.value),
    domainAuthCode: ({ read, holding, user, http }) => showAuthCode(read, holding, makerOf(user, http)),
    domainTransferKey: ({ read, holding, user, http }) => showTransferKey(read, holding, makerOf(user, http)),
    domainUndo: undoHandler(db, reach),
  } satisfies Handlers<keyof typeof domainCalls>;
}
