import * as z from "zod/mini";
import * as contract from "../src/index.ts";

const ref = (name: string) => `#/components/schemas/${name}`;

/** What replies are made of, under the names by which generated clients will know them. */
const shared: Record<string, z.ZodMiniType> = {
  Alias: contract.alias,
  Application: contract.application,
  CaptchaChallenge: contract.captchaChallenge,
  Config: contract.config,
  Contact: contract.contact,
  Database: contract.database,
  DnsRecord: contract.dnsRecord,
  DnssecRecord: contract.dnssecRecord,
  Domain: contract.domain,
  FtpAccount: contract.ftpAccount,
  GlueRecord: contract.glueRecord,
  HoldingPermissions: contract.holdingPermissions,
  Job: contract.job,
  LogEntry: contract.logEntry,
  LoginForm: contract.loginForm,
  Mailbox: contract.mailbox,
  PermissionEntry: contract.permissionEntry,
  Permissions: contract.permissionMap,
  Redirection: contract.redirection,
  Service: contract.service,
  Subdomain: contract.subdomain,
  SubdomainEntry: contract.subdomainEntry,
  System: contract.system,
};

/** zod's bounds of an exact number say nothing to a reader, and replies may gain fields. */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

export type Schema = z.core.JSONSchema.BaseSchema;

/** The document says once for all schemas which dialect they are in. */
function withoutDialect(schema: Schema): Schema {
  const { ...rest } = schema;
  delete rest.$schema;
  delete rest.$id;
  return rest;
}

const replyName = (name: string): string => `${name}Reply`;
export const replyReference = (name: string): Schema => ({ $ref: ref(replyName(name)) });
export const refusalReference: Schema = { $ref: ref("Refusal") };

/** The shared schemas, the whole reply of each call and that of a refusal, referring to each other. */
export function componentSchemas(): Record<string, Schema> {
  const { system } = contract;
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(shared)) registry.add(schema, { id });
  registry.add(z.object({ data: contract.nothing, system }), { id: "Refusal" });
  for (const [name, call] of Object.entries(contract.calls)) {
    registry.add(z.object({ data: call.reply, system }), { id: replyName(name) });
  }
  const { schemas } = z.toJSONSchema(registry, { uri: ref, override: simplify });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutDialect(schema)]));
}

/** What a form may carry. Unknown fields are refused, so `additionalProperties: false` stays. */
export const inputSchema = (input: z.ZodMiniType): Schema =>
  withoutDialect(z.toJSONSchema(input, { io: "input" }));
