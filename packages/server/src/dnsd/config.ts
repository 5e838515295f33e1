/** dnsd's environment, read once. */
import { getServers } from "node:dns";

export interface Server {
  readonly host: string;
  readonly port: number;
}

export interface Config {
  readonly databaseUrl: string;
  /** PowerDNS's control socket. */
  readonly control: string;
  /** Name servers that fetch their zones from it. */
  readonly secondaries: readonly Server[];
  /** For ANAME targets that are not ours. */
  readonly resolvers: readonly string[];
}

const addressPattern = /^(?:\[([0-9a-fA-F:.]+)\]|([^:\s]+))(?::(\d{1,5}))?$/;

export function parseServer(text: string): Server {
  const [, v6, v4, port = "53"] = addressPattern.exec(text) ?? [];
  const host = v6 ?? v4;
  if (host === undefined || Number(port) > 65_535)
    throw new Error(`Not an address of the form host:port: ${text}`);
  return { host, port: Number(port) };
}

const list = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const required = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`${name} is not set.`);
    return value;
  };
  return {
    databaseUrl: required("DATABASE_URL"),
    control: required("ATRIO_PDNS_CONTROL"),
    secondaries: list(env["ATRIO_NOTIFY"] ?? "").map(parseServer),
    resolvers: env["ATRIO_RESOLVERS"] ? list(env["ATRIO_RESOLVERS"]) : getServers(),
  };
}
