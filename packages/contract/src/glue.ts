import * as z from "zod/mini";
import { call } from "./call.ts";
import { parseIpv4, parseIpv6 } from "./fields/ip.ts";
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

const hostLabels = /^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;

const addresses = {
  ip: blankable(parsedBy(parseIpv4)),
  ipv6: blankable(parsedBy(parseIpv6)),
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
        name: z
          .string()
          .check(
            z.trim(),
            z.toLowerCase(),
            z.minLength(1),
            z.maxLength(200),
            z.regex(hostLabels, key("glue.name")),
          ),
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
