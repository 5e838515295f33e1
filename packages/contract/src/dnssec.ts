import * as z from "zod/mini";
import { call } from "./call.ts";
import { publicKeyFault } from "./fields/dnssec-key.ts";
import { integer, integerOf, issueOf, toggle } from "./input.ts";
import type { Message } from "./message.ts";
import { undo } from "./undo.ts";

/** Code points of the specification, section 3; the registry of a domain allows some of them. */
export const dnssecAlgorithms = [1, 2, 3, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16, 253, 254] as const;
export const dnssecDigestTypes = [1, 2, 3, 4] as const;
/** 256 is a zone-signing key (ZSK), 257 a key-signing key (KSK). */
export const dnssecFlags = [256, 257] as const;
/** Always 3 (RFC 4034, section 2.1.2). */
export const dnssecProtocols = [3] as const;

/** Hexadecimal digits of a digest of each type. */
export const dnssecDigestDigits: Readonly<Record<number, number>> = { 1: 40, 2: 64, 3: 64, 4: 96 };

/** What the registry wants to be told: the digest of a key, or the key itself. */
export const dnssecTypes = ["digest", "pubkey"] as const;
export type DnssecType = (typeof dnssecTypes)[number];

const digestRecord = z.object({
  id: z.int(),
  keytag: z.int(),
  algorithm: z.int(),
  digesttype: z.int(),
  digest: z.string(),
});
const pubkeyRecord = z.object({
  id: z.int(),
  keytag: z.int(),
  algorithm: z.int(),
  flags: z.int(),
  protocols: z.int(),
  publicKey: z.string(),
});
export const dnssecRecord = z.union([digestRecord, pubkeyRecord]);
export type DnssecRecord = z.output<typeof dnssecRecord>;

/**
 * unsigned: no DS at the parent. valid: DS, keys and signatures fit, and who validates is told so. broken: who validates
 * does not reach the domain. unknown: a server that is needed did not answer.
 */
export const chainStates = ["unsigned", "valid", "broken", "unknown"] as const;
/**
 * What the switch is doing. signing: until every name server shows the signed zone. publishing: until the parent shows
 * the DS. withdrawing: until no cache can hold the DS any more. unsigning: until every name server shows the zone unsigned.
 */
export const dnssecSteps = ["off", "signing", "publishing", "on", "withdrawing", "unsigning"] as const;

export const dnssecStatus = z.object({
  chain: z.object({
    state: z.enum(chainStates),
    /** Translated, for broken and unknown. */
    why: z.nullable(z.string()),
  }),
  /** Null where there is no switch: the zone is not ours, or its registry takes no DNSSEC. */
  switch: z.nullable(
    z.object({
      on: z.boolean(),
      step: z.enum(dnssecSteps),
      /** Unix seconds: until then the step has to wait for caches elsewhere. */
      until: z.nullable(z.int()),
      /** What holds the step up. Translated. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** Keys that the name servers show. */
  keys: z.array(z.object({ keytag: z.int(), algorithm: z.int(), flags: z.int() })),
});
export type DnssecStatus = z.output<typeof dnssecStatus>;

interface CreateForm {
  algorithm: number;
  keytag?: number | undefined;
  digesttype?: (typeof dnssecDigestTypes)[number] | undefined;
  flags?: number | undefined;
  protocols?: number | undefined;
  digest: string;
}
type CreateField = keyof CreateForm;

/** A form is of the pubkey type if it has one of that type's fields; then those of the other are out of place. */
function misplacedFields(form: CreateForm): { missing: CreateField[]; extra: CreateField[] } {
  const ofDigest = ["keytag", "digesttype"] as const;
  const ofPubkey = ["flags", "protocols"] as const;
  const isPubkey = ofPubkey.some((field) => form[field] !== undefined);
  return {
    missing: (isPubkey ? ofPubkey : ofDigest).filter((field) => form[field] === undefined),
    extra: (isPubkey ? ofDigest : ofPubkey).filter((field) => form[field] !== undefined),
  };
}

function digestFault({ algorithm, digesttype, digest }: CreateForm): Message | null {
  if (digesttype === undefined) return publicKeyFault(algorithm, digest);
  const digits = dnssecDigestDigits[digesttype] ?? 0;
  return /^[0-9A-Fa-f]*$/.test(digest) && digest.length === digits
    ? null
    : { key: "dnssec.digest", values: { digits } };
}

function checkType({ value: form, issues }: z.core.ParsePayload<CreateForm>): void {
  const isFaulty = issues.length > 0;
  const wrong = (field: CreateField, message: Message) => issues.push(issueOf(message, form[field], [field]));
  const { missing, extra } = misplacedFields(form);
  for (const field of missing) wrong(field, "main.required");
  for (const field of extra) wrong(field, "main.unknown_field");
  const fault = isFaulty || missing.length + extra.length > 0 ? null : digestFault(form);
  if (fault !== null) wrong("digest", fault);
}
/** Runs beside other faults too, so that one reply names every field that is missing. */
const fitsItsType = z.check<CreateForm>(checkType, { when: () => true });

/** Copied out of a zone file or of dig, both break into groups. */
const withoutSpaces = z.overwrite((value: string) => value.replaceAll(/\s+/g, ""));

/** The digest type sends keytag, algorithm, digesttype, digest; the pubkey type flags, protocols, algorithm, digest. */
const given = z
  .strictObject({
    keytag: z.optional(integer(0, 65_535)),
    algorithm: integerOf(dnssecAlgorithms),
    digesttype: z.optional(integerOf(dnssecDigestTypes)),
    flags: z.optional(integerOf(dnssecFlags)),
    protocols: z.optional(integerOf(dnssecProtocols)),
    /** The digest in hexadecimal or, for the pubkey type, the public key in base64. */
    digest: z.string().check(withoutSpaces, z.minLength(1), z.maxLength(4096)),
  })
  .check(fitsItsType);

export const dnssecCalls = {
  dnssecList: call({
    method: "GET",
    path: "/domain/{id}/dnssec/list/",
    needs: { all: { domain_dnssec: "read" } },
    reply: z.object({ dnssec: z.array(dnssecRecord) }),
  }),
  dnssecCreateInit: call({
    method: "GET",
    path: "/domain/{id}/dnssec/createinit/",
    needs: { all: { domain_dnssec: "write" } },
    reply: z.object({
      type: z.enum(dnssecTypes),
      algorithms: z.array(z.int()),
      digestTypes: z.array(z.int()),
      flags: z.array(z.int()),
      protocols: z.array(z.int()),
    }),
  }),
  dnssecCreate: call({
    method: "POST",
    path: "/domain/{id}/dnssec/create/",
    changes: true,
    needs: { all: { domain_dnssec: "write" } },
    input: given,
    reply: z.object({ dnssec: dnssecRecord, undo }),
  }),
  /** Ours: what the record would do, by the keys that the name servers show now; nothing is changed. */
  dnssecCheck: call({
    method: "POST",
    path: "/domain/{id}/dnssec/check/",
    needs: { all: { domain_dnssec: "write" } },
    input: given,
    /** Why the domain would not be reached, or may not. Translated; null: nothing is put at risk. */
    reply: z.object({ risk: z.nullable(z.string()) }),
  }),
  dnssecDelete: call({
    method: "GET",
    path: "/domain/{id}/dnssec/{dnssecId}/delete/",
    changes: true,
    needs: { all: { domain_dnssec: "write" } },
    reply: z.object({ undo }),
  }),
  /** Ours: the chain from the parent to the zone, by questions asked now, and how the switch stands. */
  dnssecStatus: call({
    method: "GET",
    path: "/domain/{id}/dnssec/status/",
    needs: { all: { domain_dnssec: "read" } },
    reply: z.object({ status: dnssecStatus }),
  }),
  /** Ours: signs the zone here and tells the parent, or takes that back, each in the safe order. */
  dnssecToggle: call({
    method: "POST",
    path: "/domain/{id}/dnssec/toggle/",
    changes: true,
    needs: { all: { domain_dnssec: "write" } },
    input: toggle,
    reply: z.object({ status: dnssecStatus }),
  }),
} as const;
