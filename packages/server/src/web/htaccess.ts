/** What Apache says of the customers' .htaccess files: asked with its own parser, as the customer, before a visitor meets it. */
import { type Kysely, sql } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import type { StoredProblem } from "../features/htaccess/store.ts";
import { harmless } from "../harmless.ts";
import type { JobRun } from "../jobs/job.ts";
import { asCustomer } from "./as-customer.ts";
import { findRules, type RulesPlace } from "./htaccess-files.ts";

export interface ApachePlace {
  /** That of all services. */
  readonly directory: string;
  /** The configuration of every service's Apache. */
  readonly apacheConfiguration: string;
  /** Where `up` built mod_atrio. */
  readonly apacheModules: string;
}

/** As many as the row takes. */
const mostProblems = 500;
const longestSeconds = 10;
const mostBytes = 8_000_000;
/** A shell's status from here on is a signal: after `longestSeconds`, or of a file that is too much for the parser. */
const firstSignalStatus = 128;

/** In the jail of asCustomer: reads paths, writes path, line and fault of each file that is wrong (stack/php/mod_atrio.c). */
const check = `nice -n 10 timeout -s KILL ${longestSeconds} prlimit --as=1073741824 \\
    /usr/sbin/apache2 -t -f /etc/apache2/apache.conf -D CHECK_RULES 2>/tmp/said || status=$?
  [ "\${status:-0}" -eq 0 ] || tail -n 3 /tmp/said >&2
  exit "\${status:-0}"`;

const bounded = (words: string, most: number): string => {
  const shown = harmless(words.slice(0, most + 1));
  // it may be cut within a character
  return shown.length > most ? `${shown.slice(0, most).toWellFormed()}…` : shown;
};

interface Checked {
  readonly problems: StoredProblem[];
  readonly more: boolean;
}

/** Of path, line and fault, three by three; what stands behind the last NUL was cut off. */
export function problemsOf(said: string): StoredProblem[] {
  const words = said.split("\0").slice(0, -1);
  return Array.from({ length: Math.floor(words.length / 3) }, (_, index) => {
    const [path = "", line = "", fault = ""] = words.slice(index * 3, index * 3 + 3);
    return {
      file: bounded(path.replace(/^\/home/, ""), 1000),
      line: Number(line) || null,
      message: bounded(fault, 500),
    };
  });
}

const isKilled = (error: unknown): error is Error & { stdout: string } =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "number" &&
  error.code > firstSignalStatus &&
  "stdout" in error;

/** `folders`: those of the sites. */
export async function checkRules(
  { apacheConfiguration, apacheModules, ...place }: RulesPlace & ApachePlace,
  folders: readonly string[],
): Promise<Checked> {
  const { paths, more } = await findRules(place, folders);
  if (paths.length === 0) return { problems: [], more };
  let isCut = false;
  const said = await asCustomer({
    ...place,
    command: ["/bin/sh", "-c", check],
    mounts: [
      ["--dir", "/etc/apache2"],
      ["--ro-bind", apacheConfiguration, "/etc/apache2/apache.conf"],
      ["--ro-bind", `${apacheModules}/mod_atrio.so`, "/etc/apache2/mod_atrio.so"],
      // the customer's own may be full
      ["--perms", "1777", "--tmpfs", "/tmp"],
    ].flat(),
    input: paths.map((path) => `${path}\0`).join(""),
    timeoutMilliseconds: (longestSeconds + 10) * 1000,
    maxBytes: mostBytes,
  }).catch((error: unknown) => {
    if (!isKilled(error)) throw error;
    isCut = true;
    return error.stdout;
  });
  const problems = problemsOf(said);
  return {
    problems: problems.slice(0, mostProblems),
    more: more || isCut || problems.length > mostProblems,
  };
}

/** The task of 'web.htaccess'. */
export const checkHtaccess =
  (place: ApachePlace) =>
  async ({
    db,
    subjectId: holdingId,
    signal,
  }: Pick<JobRun, "db" | "subjectId" | "signal">): Promise<void> => {
    const started = performance.now();
    const folders = await foldersOf(db, holdingId);
    const { problems, more } = await checkRules({ ...place, holdingId, signal }, folders);
    const took = sql`make_interval(secs => ${(performance.now() - started) / 1000})`;
    await sql`
      insert into atrio.htaccess (holding_id, checked_at, took, problems, more)
      select holding_id, now() - ${took}, ${took}, ${JSON.stringify(problems)}::jsonb, ${more}
        from atrio.web_service where holding_id = ${holdingId}
      on conflict (holding_id) do update
         set checked_at = excluded.checked_at, took = excluded.took, problems = excluded.problems, more = excluded.more`.execute(
      db,
    );
  };

async function foldersOf(db: Kysely<DB>, holdingId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("atrio.subdomain as s")
    .innerJoin("atrio.holding as h", "h.id", "s.holding_id")
    .select("s.folder")
    .distinct()
    .where("s.holding_id", "=", holdingId)
    .where("h.service_kind", "=", "hosting")
    .execute();
  return rows.map(({ folder }) => folder);
}
