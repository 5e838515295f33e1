import * as z from "zod/mini";
import { call } from "./call.ts";
import { domain } from "./domain.ts";
import { parseHostName } from "./fields/domain-name.ts";
import { bit, issueOf, parsedBy } from "./input.ts";
import type { Message } from "./message.ts";

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
  /** `default-ns=1`, or `default-ns=0` with two to seven `dns[]`. */
  nameserverEdit: call({
    method: "POST",
    path: "/domain/{id}/dnsedit/",
    changes: true,
    multipart: true,
    needs: { all: { domain_dns: "write" } },
    input: z
      .strictObject({
        "default-ns": bit,
        "dns[]": z.optional(z.array(host).check(z.maxLength(nameserversMax))),
      })
      .check(ownServersAreEnough),
    reply: z.object({ domain }),
  }),
} as const;
