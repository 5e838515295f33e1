import * as z from "zod/mini";
import { call } from "./call.ts";
import { parseName } from "./fields/domain-name.ts";
import { exampleIpv6, isAddress, parseIpv4, parseIpv6 } from "./fields/ip.ts";
import { refused, type Result } from "./fields/result.ts";
import { blankable, key, parsedBy } from "./input.ts";
import { undo } from "./undo.ts";

/** A name server below the domain itself, with its addresses at the registry. */
export const glueRecord = z.object({
  id: z.int(),
  /** Without the domain: `ns1`. */
  name: z.string(),
  ip: z.nullable(z.string()),
  ipv6: z.nullable(z.string()),
});
export type GlueRecord = z.output<typeof glueRecord>;

/** `ip.invalid` is the specification's message (1, section 5) for text that is no address at all. */
function parseGlueIpv4(typed: string): Result<string> {
  const parsed = parseIpv4(typed);
  return parsed.ok || isAddress(typed.trim()) ? parsed : refused("ip.invalid");
}

/** No record can help here with an IPv4 address that is written as IPv6. */
function parseGlueIpv6(typed: string): Result<string> {
  const parsed = parseIpv6(typed);
  if (parsed.ok || typeof parsed.error === "string" || parsed.error.key !== "ip.is_mapped") return parsed;
  const { address = "" } = parsed.error.values;
  return refused("ip.is_ipv4", { address, example: exampleIpv6 });
}

const addresses = {
  ip: blankable(parsedBy(parseGlueIpv4)),
  ipv6: blankable(parsedBy(parseGlueIpv6)),
};
const hasAddress = z.refine<{ ip?: string | undefined; ipv6?: string | undefined }>(
  (form) => form.ip !== undefined || form.ipv6 !== undefined,
  { path: ["ip"], error: key("glue.address_required") },
);

export const glueCalls = {
  glueList: call({
    method: "GET",
    path: "/domain/{id}/gluerecord/list/",
    needs: { all: { domain_gluerecords: "read" } },
    reply: z.object({ gluerecords: z.array(glueRecord) }),
  }),
  glueCreate: call({
    method: "POST",
    path: "/domain/{id}/gluerecord/create/",
    changes: true,
    needs: { all: { domain_gluerecords: "write" } },
    input: z
      .strictObject({
        /** Without the domain; with it, it is cut off. */
        name: parsedBy((typed) => parseName(typed, { registered: true })),
        ...addresses,
      })
      .check(hasAddress),
    reply: z.object({ gluerecord: glueRecord, undo }),
  }),
  glueSave: call({
    method: "POST",
    path: "/domain/{id}/gluerecord/{gid}/save/",
    changes: true,
    needs: { all: { domain_gluerecords: "write" } },
    input: z.strictObject(addresses).check(hasAddress),
    reply: z.object({ gluerecord: glueRecord, undo }),
  }),
  glueDelete: call({
    method: "GET",
    path: "/domain/{id}/gluerecord/{gid}/delete/",
    changes: true,
    needs: { all: { domain_gluerecords: "write" } },
    reply: z.object({ undo }),
  }),
} as const;
