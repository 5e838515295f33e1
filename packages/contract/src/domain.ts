import * as z from "zod/mini";
import { call } from "./call.ts";
import { contact } from "./contact.ts";
import { dnssecTypes } from "./dnssec.ts";
import { toggle } from "./input.ts";
import { undo } from "./undo.ts";
import { permissionMap } from "./permission.ts";

/** Whose name servers the domain has: kept as they were, the installation's, or the customer's choice. */
export const nameserverModes = ["mantenerDNS", "defaultDNS", "setDNS"] as const;
export type NameserverMode = (typeof nameserverModes)[number];

export const pendingChanges = [
  "create",
  "nameservers",
  "transferLock",
  "block",
  "privacy",
  "dnssec",
  "glue",
  "contacts",
  "owner",
  "transfer",
] as const;
export type PendingChange = (typeof pendingChanges)[number];

export const domain = z.object({
  id: z.int(),
  name: z.string(),
  dns: z.enum(nameserverModes),
  status: z.string(),
  /** Unix seconds. */
  expireTS: z.int(),
  ts: z.int(),
  blocked: z.boolean(),
  transferBlock: z.boolean(),
  whoisPrivacy: z.boolean(),
  /** Ours: locked by the registry itself; shown on, and nobody here can switch it. */
  transferBlockByRegistry: z.boolean(),
  /** Ours: the registry itself takes no change of it. */
  closedByRegistry: z.boolean(),
  permissions: permissionMap,
  /** Whether there is one; it is read by a call of its own. */
  authcode: z.boolean(),
  transferkey: z.boolean(),
  /** Ours: what the registry has been asked for and has not done yet. */
  pending: z.array(z.enum(pendingChanges)),
  /** Ours: what its registry can be asked for; the panel offers nothing else. */
  capabilities: z.object({
    transferBlock: z.boolean(),
    block: z.boolean(),
    whoisPrivacy: z.boolean(),
    authcode: z.boolean(),
    transferkey: z.boolean(),
    nameservers: z.object({ min: z.int(), max: z.int() }),
    glue: z.object({ ipv6: z.boolean(), max: z.int() }),
    /** Another owner: written at once, only once the registry has approved, or not by this panel. */
    ownerChange: z.enum(["update", "trade", "none"]),
    /** Null: no DNSSEC. */
    dnssec: z.nullable(z.enum(dnssecTypes)),
  }),
});
export type Domain = z.output<typeof domain>;

const domainReply = z.object({ domain, undo });

export const domainCalls = {
  domainGet: call({
    method: "GET",
    path: "/domain/{id}/",
    needs: { all: { domain: "read" } },
    /** A contact is null without read of its key. */
    reply: z.object({
      domain,
      registrant: z.nullable(contact),
      admin: z.nullable(contact),
      billing: z.nullable(contact),
      tech: z.nullable(contact),
    }),
  }),
  domainToggleTransferBlock: call({
    method: "GET",
    path: "/domain/{id}/toggle/transferblock/",
    changes: true,
    needs: { all: { domain_transferblock: "write" } },
    input: toggle,
    reply: domainReply,
  }),
  domainToggleWhoisPrivacy: call({
    method: "GET",
    path: "/domain/{id}/toggle/whoisprivacy/",
    changes: true,
    needs: { all: { domain_others: "write" } },
    input: toggle,
    reply: domainReply,
  }),
  domainToggleBlock: call({
    method: "GET",
    path: "/domain/{id}/toggle/block/",
    changes: true,
    needs: { all: { domain_others: "write" } },
    input: toggle,
    reply: domainReply,
  }),
  /**
   * Both write down who read the secret, so they need the header of changes. They take no Idempotency-Key: its kept reply would
   * hold the secret in clear.
   */
  domainAuthCode: call({
    method: "GET",
    path: "/domain/{id}/authcode/",
    needs: { all: { domain_authcode: "read" } },
    /** Unix seconds; null where the registry sends the code by itself. */
    reply: z.object({ authCode: z.string(), expireTS: z.nullable(z.int()) }),
  }),
  domainTransferKey: call({
    method: "GET",
    path: "/domain/{id}/transferkey/",
    needs: { all: { domain_authcode: "read" } },
    reply: z.object({ transferkey: z.string(), expireTS: z.int() }),
  }),
  /** Ours: takes back the one change that journal entry `jid` of this domain holds; needs what that change needed. */
  domainUndo: call({
    method: "POST",
    path: "/domain/{id}/undo/{jid}/",
    changes: true,
    needs: { all: { domain: "read" } },
    reply: domainReply,
  }),
} as const;
