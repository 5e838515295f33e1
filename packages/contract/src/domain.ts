import * as z from "zod/mini";
import { call } from "./call.ts";
import { contact } from "./contact.ts";
import { toggle } from "./input.ts";
import { permissionMap } from "./permission.ts";

/** Whose name servers the domain has: kept as they were, the installation's, or the customer's choice. */
export const nameserverModes = ["mantenerDNS", "defaultDNS", "setDNS"] as const;
export type NameserverMode = (typeof nameserverModes)[number];

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
  permissions: permissionMap,
  /** Whether there is one; it is read by a call of its own. */
  authcode: z.boolean(),
  transferkey: z.boolean(),
});
export type Domain = z.output<typeof domain>;

const domainReply = z.object({ domain });

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
  domainAuthCode: call({
    method: "GET",
    path: "/domain/{id}/authcode/",
    needs: { all: { domain_authcode: "read" } },
    reply: z.object({ authCode: z.string() }),
  }),
  domainTransferKey: call({
    method: "GET",
    path: "/domain/{id}/transferkey/",
    needs: { all: { domain_authcode: "read" } },
    reply: z.object({ transferkey: z.string() }),
  }),
} as const;
