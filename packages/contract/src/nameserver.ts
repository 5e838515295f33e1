import * as z from "zod/mini";
import { call } from "./call.ts";
import { domain } from "./domain.ts";
import { parseHostName } from "./fields/domain-name.ts";
import { bit, issueOf, parsedBy } from "./input.ts";
import type { Message } from "./message.ts";
import { undo } from "./undo.ts";

/** How many name servers of their own a customer sets (specification 1, section 9). */
export const nameserversMin = 2;
export const nameserversMax = 7;

const host = parsedBy(parseHostName);

interface EditForm {
  "default-ns": boolean;
  "dns[]"?: string[] | undefined;
}

const ownServersAreEnough = z.check<EditForm>(({ value: form, issues }) => {
  if (form["default-ns"]) return;
  const servers = form["dns[]"] ?? [];
  const wrong = (message: Message) => issues.push(issueOf(message, servers, ["dns[]"]));
  if (servers.length < nameserversMin) {
    wrong({ key: "nameserver.count", values: { minimum: nameserversMin, maximum: nameserversMax } });
  }
  const repeated = servers.find((server, index) => servers.indexOf(server) !== index);
  if (repeated !== undefined) wrong({ key: "nameserver.repeated", values: { name: repeated } });
});

/** `default-ns=1`, or `default-ns=0` with two to seven `dns[]`. */
const wantedServers = z
  .strictObject({
    "default-ns": bit,
    "dns[]": z.optional(z.array(host).check(z.maxLength(nameserversMax))),
  })
  .check(ownServersAreEnough);

export const nameserverCalls = {
  nameserverInit: call({
    method: "GET",
    path: "/domains/{id}/dnsinit/",
    needs: { all: { domain_dns: "read" } },
    reply: z.object({
      /** Those the domain has now. */
      domainDNSs: z.array(z.string()),
      /** The installation's own. */
      defaultDNSs: z.array(z.string()),
      /** The installation's own are offered only to a domain with a service. */
      hasService: z.boolean(),
    }),
  }),
  nameserverEdit: call({
    method: "POST",
    path: "/domain/{id}/dnsedit/",
    changes: true,
    multipart: true,
    needs: { all: { domain_dns: "write" } },
    input: wantedServers,
    reply: z.object({ domain, undo }),
  }),
  /** Ours: what the change would do, asked of the servers themselves; nothing is changed. */
  nameserverCheck: call({
    method: "POST",
    path: "/domain/{id}/dnscheck/",
    multipart: true,
    needs: { all: { domain_dns: "write" } },
    input: wantedServers,
    reply: z.object({
      servers: z.array(
        z.object({
          name: z.string(),
          addresses: z.array(z.string()),
          /** Why it cannot be a name server of this domain; null: it can. Translated. */
          error: z.nullable(z.string()),
          /** Whether it answers for the domain already. */
          answers: z.boolean(),
        }),
      ),
      /** Records of the zone here that one of the new servers does not answer, or answers otherwise; at most 20. */
      lost: z.array(z.object({ name: z.string(), type: z.string(), value: z.string() })),
      /** How many there are in all. */
      lostTotal: z.int(),
      /** A DS at the parent that fits none of the new servers' keys: who validates would not reach the domain any more. */
      breaksDnssec: z.boolean(),
    }),
  }),
} as const;
