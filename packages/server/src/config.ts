/**
 * What the api process is told by its environment; nothing else reads it.
 *
 *   DATABASE_URL         as role atrio_api
 *   ATRIO_LISTEN         host:port (default 127.0.0.1:8080; [::1]:8080)
 *   ATRIO_BASE_PATH      where the API lies (default /api)
 *   ATRIO_PANEL          directory of the built panel (default: packages/panel/dist of this checkout)
 *   ATRIO_VAULT          path of the vault's socket
 *   ATRIO_SECRET_FILE    at least 32 characters that sign captcha challenges, readable by this user only
 *   ATRIO_TRUSTED_PROXY  addresses or CIDR ranges, comma-separated, whose X-Forwarded-* are believed; unset: nobody's
 *   ATRIO_GLUE_ALLOW     CIDR ranges, comma-separated, that customers' name servers may lie in though they are not public
 *   ATRIO_MAIL_PORTS     those of the mail servers as the world reaches them: imap,imaps,submission,submissions (default
 *                        143,993,587,465)
 *   ATRIO_WEBMAIL        address of the webmail, on an origin of its own; unset: there is none
 *   ATRIO_WEB_PORTS      those of customers' sites as the world reaches them: http,https; unset: none are served
 *   ATRIO_SMTP           host:port of the mail server, which is asked whether it takes mail for an address; unset: there is none
 *   ATRIO_LOG_LEVEL      trace, debug, info (default), warn, error
 *   ATRIO_ALLOW_ROOT     1: start as root all the same (tests)
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { MailServer } from "./features/mail/ask-server.ts";
import { type MailPorts, standardPorts } from "./features/mail/client-settings.ts";
import type { WebPorts } from "./features/service/web.ts";

const listenPattern = /^(?:\[(?<v6>[0-9a-fA-F:]+)\]|(?<host>[^:[\]]+)):(?<port>\d{1,5})$/;

const environment = z.object({
  DATABASE_URL: z.string().check(z.minLength(1)),
  ATRIO_LISTEN: z.prefault(z.string().check(z.regex(listenPattern)), "127.0.0.1:8080"),
  ATRIO_BASE_PATH: z.prefault(z.string().check(z.regex(/^(?:\/[\w.-]+)+$/)), "/api"),
  ATRIO_PANEL: z.prefault(z.string(), join(import.meta.dirname, "../../panel/dist")),
  ATRIO_VAULT: z.string().check(z.minLength(1)),
  ATRIO_SECRET_FILE: z.string().check(z.minLength(1)),
  ATRIO_TRUSTED_PROXY: z.optional(z.string()),
  ATRIO_GLUE_ALLOW: z.optional(z.string()),
  ATRIO_MAIL_PORTS: z.optional(z.string().check(z.regex(/^\d{1,5}(?:,\d{1,5}){3}$/))),
  ATRIO_WEB_PORTS: z.optional(z.union([z.literal(""), z.string().check(z.regex(/^\d{1,5},\d{1,5}$/))])),
  ATRIO_WEBMAIL: z.optional(z.union([z.literal(""), z.url({ protocol: /^https?$/ })])),
  ATRIO_SMTP: z.optional(z.union([z.literal(""), z.string().check(z.regex(listenPattern))])),
  ATRIO_LOG_LEVEL: z.prefault(z.enum(["trace", "debug", "info", "warn", "error"]), "info"),
  ATRIO_ALLOW_ROOT: z.optional(z.literal("1")),
});

export interface Config {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly basePath: string;
  readonly panelDirectory: string;
  readonly vaultSocket: string;
  readonly captchaSecret: string;
  /** Empty: forwarded headers are believed from nobody. */
  readonly trustedProxies: readonly string[];
  readonly glueAllow: readonly string[];
  readonly mailPorts: MailPorts;
  readonly webPorts: WebPorts | undefined;
  readonly webmail: string | undefined;
  readonly smtp: MailServer | undefined;
  readonly logLevel: string;
  readonly allowRoot: boolean;
}

const secretLengthMin = 32;

function readSecret(file: string): string {
  if (statSync(file).mode & 0o077)
    throw new Error(`${file} can be read by others than its owner: chmod 0400 it.`);
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < secretLengthMin)
    throw new Error(`${file} holds less than ${secretLengthMin} characters: write new random ones.`);
  return secret;
}

export const listed = (text = ""): string[] => text.split(",").flatMap((range) => range.trim() || []);

function readMailPorts(text: string | undefined): MailPorts {
  if (text === undefined) return standardPorts;
  const [imap = 0, imaps = 0, submission = 0, submissions = 0] = text.split(",").map(Number);
  return { imap, imaps, submission, submissions };
}

function readWebPorts(text = ""): WebPorts | undefined {
  const [http, https] = text.split(",").map(Number);
  return http && https ? { http, https } : undefined;
}

function readAddress(text: string): { host: string; port: number } {
  const { v6, host, port } = listenPattern.exec(text)?.groups ?? {};
  return { host: v6 ?? host ?? "127.0.0.1", port: Number(port) };
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = z.safeParse(environment, env);
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`).join("; "),
    );
  const given = parsed.data;
  return {
    databaseUrl: given.DATABASE_URL,
    ...readAddress(given.ATRIO_LISTEN),
    basePath: given.ATRIO_BASE_PATH,
    panelDirectory: given.ATRIO_PANEL,
    vaultSocket: given.ATRIO_VAULT,
    captchaSecret: readSecret(given.ATRIO_SECRET_FILE),
    trustedProxies: listed(given.ATRIO_TRUSTED_PROXY),
    glueAllow: listed(given.ATRIO_GLUE_ALLOW),
    mailPorts: readMailPorts(given.ATRIO_MAIL_PORTS),
    webPorts: readWebPorts(given.ATRIO_WEB_PORTS),
    webmail: given.ATRIO_WEBMAIL || undefined,
    smtp: given.ATRIO_SMTP ? readAddress(given.ATRIO_SMTP) : undefined,
    logLevel: given.ATRIO_LOG_LEVEL,
    allowRoot: given.ATRIO_ALLOW_ROOT === "1",
  };
}
