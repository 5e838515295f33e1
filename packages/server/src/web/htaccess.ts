/** What of the customers' .htaccess files nginx does not follow: found by the very parser that it runs. */
import { setImmediate as turn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import parsing from "../../../../stack/web/htaccess-parse.js";
import text from "../../../../stack/web/htaccess-text.js";
import type { DB } from "../db/schema.gen.ts";
import { isReason, type Reason, type StoredProblem } from "../features/htaccess/reasons.ts";
import { harmless } from "../harmless.ts";
import type { JobRun } from "../jobs/job.ts";
import { type FoundRules, findRules, mostPatterns, notPatterns, type RulesPlace } from "./htaccess-files.ts";

/** As many as the row takes. */
const mostProblems = 500;
/** What is not read by then is told as more. */
const longestMilliseconds = 10_000;

const bounded = (words: string, most: number): string =>
  words.length > most ? `${words.slice(0, most)}…` : words;
const shownPath = (path: string): string => bounded(harmless(path), 1000);
/** The parser may have cut it within a character. */
const shownDirective = (directive: string): string =>
  bounded(harmless(Buffer.from(text.outer(directive.replace(/\u007f.?$/, ""))).toString()), 64);

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
type Told = ReturnType<typeof parsing.problems>;

/** What is told of each file, where nginx reads it; undefined from where there was no time left. */
async function readEach(
  files: readonly FoundRules[],
  check: (pattern: string) => void,
): Promise<(Told | undefined)[]> {
  const end = performance.now() + longestMilliseconds;
  const told: (Told | undefined)[] = [];
  for (const { content } of files) {
    told.push(
      performance.now() > end
        ? undefined
        : parsing.problems(text.innerLines(content ?? Buffer.alloc(0)), check),
    );
    // others' jobs go on meanwhile
    await turn();
  }
  return told;
}

function problemsOf(file: FoundRules, told: Told | undefined): StoredProblem[] {
  const shown = shownPath(file.path);
  const refusal = refusalOf(file);
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
  const patterns = new Set<string>();
  await readEach(files, (pattern) => void patterns.add(pattern));
  const none = await notPatterns(place, patterns);
  const told = await readEach(files, (pattern) => {
    if (none.has(pattern)) throw new SyntaxError("no pattern");
  });
  const problems = files.flatMap((file, index) => problemsOf(file, told[index]));
  const isAll =
    !found.more &&
    patterns.size <= mostPatterns &&
    told.every((one) => one && !one.more) &&
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
