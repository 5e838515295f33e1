/** DATABASE_URL: what is taken of it, and what each of those that connect is told. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { Failure, messageOf } from "../failure.ts";
import { updateFile } from "../files.ts";
import type { Home } from "../home.ts";

const understood = new Set(["host", "port", "sslmode", "sslrootcert"]);
const sslModes = ["disable", "require", "verify-ca", "verify-full"];

const refuse = (message: string, remedy: string): never => {
  throw new Failure(message, remedy, 64);
};

/** Node's driver and libpq must understand the same by it: what one of them would take for something weaker is refused. */
function checkParameters({ hostname, searchParams }: URL): void {
  for (const name of searchParams.keys())
    if (!understood.has(name))
      refuse(
        `DATABASE_URL has the parameter ${name}, which not every service understands.`,
        `Leave it out. These are taken: ${[...understood].join(", ")}.`,
      );
  const [host, mode, file] = ["host", "sslmode", "sslrootcert"].map((name) => searchParams.get(name));
  const reached = host ?? decodeURIComponent(hostname);
  if (reached.includes(",")) refuse("DATABASE_URL names several hosts.", "Name the one that takes writes.");
  if (mode === null && file === null) return;
  if (mode === "prefer" || mode === "allow")
    refuse(
      `DATABASE_URL has sslmode=${mode}: Node's driver can't go on without TLS where there is none.`,
      "Write require, verify-ca or verify-full; disable for none.",
    );
  if (!mode || !sslModes.includes(mode))
    refuse(
      `DATABASE_URL has ${mode ? `sslmode=${mode}` : "sslrootcert and no sslmode"}.`,
      `sslmode is one of ${sslModes.join(", ")}.`,
    );
  if (reached.startsWith("/") && mode !== "disable")
    refuse("DATABASE_URL leads to a Unix socket, which has no TLS.", "Leave sslmode and sslrootcert out.");
  if (mode?.startsWith("verify") && !file)
    refuse(
      `DATABASE_URL has sslmode=${mode} and no sslrootcert.`,
      "Name the PEM file of the authority that signed the server's certificate: libpq knows none by itself.",
    );
  if (file && !isAbsolute(file))
    refuse(
      `DATABASE_URL has sslrootcert=${file}, which is no absolute path.`,
      "Name a PEM file by its whole path; Debian 12's libpq knows no sslrootcert=system.",
    );
}

/**
 * DATABASE_URL taken apart. `postgresql://user@/db?host=/run/postgresql` is what libpq takes and the URL standard
 * refuses, for want of a host: it gets one, which the parameter then overrides.
 */
export function parseDatabaseUrl(text: string): URL {
  const url = URL.parse(text) ?? URL.parse(text.replace("@/", "@localhost/"));
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) {
    checkParameters(url);
    return url;
  }
  throw new Failure(
    "DATABASE_URL is no address of a PostgreSQL database.",
    "Write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, or unset it to use the embedded one.",
    64,
  );
}

/** A copy that every service may read, wherever the operator's own lies. */
const authorityFile = (home: Home): string => join(home.etc, "database-ca.pem");

/** Takes the operator's file over; its renewal takes the next `up`. */
export function takeAuthority(home: Home, text: string | undefined): void {
  const path = text === undefined ? null : parseDatabaseUrl(text).searchParams.get("sslrootcert");
  if (path === null) return;
  try {
    const pem = readFileSync(path, "utf8");
    const { validTo } = new X509Certificate(pem);
    if (Date.parse(validTo) < Date.now()) throw new Error(`its certificate ended on ${validTo}`);
    updateFile(authorityFile(home), pem, 0o444);
  } catch (error) {
    throw new Failure(
      `The file that sslrootcert of DATABASE_URL names cannot be used: ${messageOf(error)}`,
      "Name a PEM file with the certificate of the authority.",
      78,
    );
  }
}

/** For Node's driver, which has to be told that sslmode means what it means to libpq. */
export function driverUrl(home: Home, text: string): URL {
  const url = parseDatabaseUrl(text);
  if (url.searchParams.has("sslrootcert")) url.searchParams.set("sslrootcert", authorityFile(home));
  if (url.searchParams.has("sslmode")) url.searchParams.set("uselibpqcompat", "true");
  return url;
}

/** For all that use libpq: PGSSLMODE and PGSSLROOTCERT. */
export function libpqValues(
  home: Home,
  { searchParams }: URL,
): { PG_SSLMODE: string; PG_SSLROOTCERT: string } {
  return {
    PG_SSLMODE: searchParams.get("sslmode") ?? "prefer",
    PG_SSLROOTCERT: searchParams.has("sslrootcert") ? authorityFile(home) : "",
  };
}
