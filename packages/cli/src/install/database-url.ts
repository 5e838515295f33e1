import { Failure } from "../failure.ts";

/**
 * DATABASE_URL taken apart. `postgresql://user@/db?host=/run/postgresql` is what libpq takes and the URL standard
 * refuses, for want of a host: it gets one, which the parameter then overrides.
 */
export function parseDatabaseUrl(text: string): URL {
  const url = URL.parse(text) ?? URL.parse(text.replace("@/", "@localhost/"));
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return url;
  throw new Failure(
    "DATABASE_URL is no address of a PostgreSQL database.",
    "Write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, or unset it to use the embedded one.",
    64,
  );
}
