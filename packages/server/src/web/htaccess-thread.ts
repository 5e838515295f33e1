/** The thread of htaccess-reading.ts: tells file by file, so that what was read counts when it is ended. */
import { parentPort, workerData } from "node:worker_threads";
import parsing from "../../../../stack/web/htaccess-parse.js";
import text from "../../../../stack/web/htaccess-text.js";
import type { ReadRules, Reading } from "./htaccess-reading.ts";

const { contents, none, mostPatterns, mostProblems }: Reading = workerData;
const seen = new Set<string>();
let told = 0;

function read(content: Uint8Array): ReadRules {
  const patterns: string[] = [];
  const { problems, more } = parsing.problems(text.innerLines(Buffer.from(content)), (pattern) => {
    if (none.has(pattern)) throw new SyntaxError("no pattern");
    if (seen.size > mostPatterns || seen.has(pattern)) return;
    seen.add(pattern);
    patterns.push(pattern);
  });
  return { problems, patterns, more };
}

for (const content of contents) {
  const one = read(content);
  parentPort?.postMessage(one);
  told += one.problems.length;
  if (told > mostProblems) break;
}
