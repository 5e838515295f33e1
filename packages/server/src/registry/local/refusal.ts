/** What PostgreSQL says no to, in a registry's words: the constraints of migration 0014 by name. */
import { DatabaseError } from "pg";
import { isDatabaseUnavailable } from "../../db/connection-loss.ts";
import { messageOf } from "../../line-log.ts";
import { RegistryError, type RegistryErrorKind } from "../backend.ts";

const refusals: Readonly<Record<string, readonly [RegistryErrorKind, string, field?: string]>> = {
  domain_pkey: ["exists", "domain.exists"],
  domain_tld: ["notFound", "domain.no_registry"],
  domain_name: ["policy", "domain.name_refused"],
  domain_is_tld: ["policy", "domain.name_refused"],
  domain_reserved: ["policy", "domain.name_refused"],
  host_superordinate: ["policy", "nameserver.refused"],
  host_name: ["input", "glue.name", "host.name"],
  host_below: ["input", "glue.name", "host.name"],
  host_limit: ["policy", "glue.too_many", "host.name"],
  delegation_limit: ["policy", "nameserver.refused", "nameservers"],
  delegation_twice: ["input", "nameserver.refused", "nameservers"],
  // a host that went while it was named
  delegation_host_in_use: ["policy", "nameserver.refused", "nameservers"],
  sec_dns_limit: ["policy", "dnssec.too_many", "secDns"],
  sec_dns_mode: ["policy", "dnssec.not_taken", "secDns"],
};

/** Whether PostgreSQL got to the commit is not known when it goes away, and all is "make it so": it can be asked again. */
export function refusalOf(error: unknown): unknown {
  if (isDatabaseUnavailable(error))
    return new RegistryError("unknownOutcome", messageOf(error), { cause: error });
  if (!(error instanceof DatabaseError)) return error;
  const [kind, message, field] = refusals[error.constraint ?? ""] ?? [];
  if (!kind || message === undefined) return error;
  const fields = field === undefined ? [] : [{ name: field, message }];
  return new RegistryError(kind, message, { fields, cause: error });
}
