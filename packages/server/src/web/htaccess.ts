/** What of the customers' .htaccess files nginx does not follow: found by the very parser that it runs. */
import { type Kysely, sql } from "kysely";
import type { Problems } from "../../../../stack/web/htaccess-parse.js";
import text from "../../../../stack/web/htaccess-text.js";
import type { DB } from "../db/schema.gen.ts";
import { isReason, type Reason, type StoredProblem } from "../features/htaccess/reasons.ts";
import { harmless } from "../harmless.ts";
import type { JobRun } from "../jobs/job.ts";
import { type FoundRules, findRules, mostPatterns, notPatterns, type RulesPlace } from "./htaccess-files.ts";
import { readRules } from "./htaccess-reading.ts";

/** As many as the row takes. */
const mostProblems = 500;
/** What is not read by then is told as more. */
const longestMilliseconds = 10_000;

const bounded = (words: string, most: number): string => {
  const shown = harmless(words.slice(0, most + 1));
  // it may be cut within a character
  return shown.length > most ? `${shown.slice(0, most).toWellFormed()}…` : shown;
};
/** The parser may have cut it within a character; and a NUL, as in UTF-16, is text here. */
const shownDirective = (directive: string): string => {
  const whole = directive.replace(/\u007f.?$/, "").replaceAll("\u007f00", "\0");
  return bounded(Buffer.from(text.outer(whole)).toString(), 64);
};

/** Some say more than the parser's reason. */
function reasonOf(reason: string, directive: string): Reason {
  if (reason === "unknown" && /^ssl/i.test(directive)) return "https";
  if (reason === "section" && !directive.startsWith("<")) return "section_rewrite";
  return isReason(reason) ? reason : "unknown";
}

/** Why nginx reads nothing of it. */
function refusalOf({ kind, isReadable, content }: FoundRules): Reason | undefined {
  if (kind === "l") return "link";
  if (kind !== "f") return "no_file";
  if (!isReadable) return "unreadable";
  return content === undefined ? "large" : undefined;
}

interface Checked {
  readonly problems: StoredProblem[];
  readonly more: boolean;
}

export function problemsOf(file: FoundRules, told: Problems | undefined): StoredProblem[] {
  const refusal = refusalOf(file);
  if (!refusal && !told?.problems.length) return [];
  const shown = bounded(file.path, 1000);
  if (refusal) return [{ file: shown, line: null, directive: "", reason: refusal }];
  return (told?.problems ?? []).map(({ line, directive, reason }) => ({
    file: shown,
    line,
    directive: shownDirective(directive),
    reason: reasonOf(reason, directive),
  }));
}

/** `folders`: those of the sites. The files are read twice: first for their patterns, about which PCRE2 is asked all together. */
export async function checkRules(place: RulesPlace, folders: readonly string[]): Promise<Checked> {
  const found = await findRules(place, folders);
  const files = found.files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const contents = files.flatMap(({ content }) => content ?? []);
  const read = (none: ReadonlySet<string>) =>
    readRules({ contents, none, mostPatterns, mostProblems }, longestMilliseconds, place.signal);
  const first = await read(new Set());
  const tried = await notPatterns(place, new Set(first.flatMap(({ patterns }) => patterns)));
  const told = await read(tried.none);
  let next = 0;
  const problems: StoredProblem[] = [];
  for (const file of files) {
    problems.push(...problemsOf(file, file.content && told[next++]));
    if (problems.length > mostProblems) break;
  }
  const isAll =
    !found.more &&
    !tried.more &&
    first.length === contents.length &&
    told.length === contents.length &&
    told.every(({ more }) => !more) &&
    problems.length <= mostProblems;
  return { problems: problems.slice(0, mostProblems), more: !isAll };
}

/** The task of 'web.htaccess'. */
export const checkHtaccess =
  (directory: string) =>
  async ({
    db,
    subjectId: holdingId,
    signal,
  }: Pick<JobRun, "db" | "subjectId" | "signal">): Promise<void> => {
    const started = performance.now();
    const folders = await foldersOf(db, holdingId);
    const { problems, more } = await checkRules({ directory, holdingId, signal }, folders);
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
