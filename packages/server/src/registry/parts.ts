/**
 * What the journal keeps of a change to a domain (area "domain", `before` and `after`): the parts of its mirror that
 * differ, as they were and as they are. Of hosts, DNSSEC records and contacts only those that differ. Undo reads it.
 */
import { contactRoles } from "@atrio/contract/contact.ts";
import * as z from "zod/mini";

const host = z.object({ name: z.string(), ipv4: z.array(z.string()), ipv6: z.array(z.string()) });
const secDns = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ds"),
    keyTag: z.int(),
    algorithm: z.int(),
    digestType: z.int(),
    digest: z.string(),
  }),
  z.object({
    kind: z.literal("key"),
    flags: z.int(),
    protocol: z.literal(3),
    algorithm: z.int(),
    publicKey: z.string(),
  }),
]);
const contact = z.object({
  organization: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  identificationNumber: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  postalCode: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
});

export const domainParts = z.strictObject({
  nameservers: z.optional(z.object({ mode: z.enum(["keep", "default", "own"]), names: z.array(z.string()) })),
  transferLocked: z.optional(z.boolean()),
  transferLockedByRegistry: z.optional(z.boolean()),
  closedByRegistry: z.optional(z.boolean()),
  blocked: z.optional(z.boolean()),
  whoisPrivate: z.optional(z.boolean()),
  hosts: z.optional(z.array(host)),
  secDns: z.optional(z.array(secDns)),
  /** Null: there was, or is, none of this role. */
  contacts: z.optional(z.partialRecord(z.enum(contactRoles), z.nullable(contact))),
  status: z.optional(z.string()),
  expiresAt: z.optional(z.string()),
});
export type DomainParts = z.output<typeof domainParts>;
