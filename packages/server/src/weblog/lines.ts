/** What the lines of nginx and PHP say. What stands in them is said by whoever visits a site, and by what runs in it. */
import { STATUS_CODES } from "node:http";
import { stripVTControlCharacters } from "node:util";

export type Level = "error" | "warning" | "notice" | "info";
/** One line of a service's error log. */
export interface Said {
  readonly holding: number;
  /** In milliseconds. */
  readonly at: number;
  readonly host: string;
  readonly level: Level;
  readonly message: string;
}

const longestMessage = 2_000;
/** Longer ones are cut before anything is looked for in them. */
const longestLine = 16_384;

const linesOf = (text: string): string[] =>
  text.split("\n").flatMap((line) => (line === "" ? [] : line.slice(0, longestLine)));

/** Text of one line: no control character, no colour, nothing that turns the writing round. */
const harmlessLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, " ")
    .trimEnd();

/** Of at most 2,000 characters, none torn apart. */
const shortened = (message: string): string =>
  (message.length <= longestMessage ? message : `${message.slice(0, longestMessage - 1)}…`).toWellFormed();

function holdingOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

// nginx -------------------------------------------------------------------------------------------------------------

export interface Day {
  readonly holding: number;
  readonly day: string;
  bytes: number;
  requests: number;
}

const dayMilliseconds = 86_400_000;
const amount = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? "") ? Number(text) : 0);

/** `$msec $sid $host $status $bytes_sent $request_length`, by tabs: what each service sent and received on which day. */
export function readTraffic(text: string): Day[] {
  const days = new Map<string, Day>();
  for (const line of linesOf(text)) {
    const [time, id, , , sent, received] = line.split("\t");
    const holding = holdingOf(id);
    const at = Number(time) * 1000;
    if (holding === undefined || !(at > 0 && at < Number.MAX_SAFE_INTEGER)) continue;
    const number = Math.floor(at / dayMilliseconds);
    const key = `${holding} ${number}`;
    let sum = days.get(key);
    if (!sum) {
      const day = new Date(number * dayMilliseconds).toISOString().slice(0, 10);
      days.set(key, (sum = { holding, day, bytes: 0, requests: 0 }));
    }
    sum.bytes += amount(sent) + amount(received);
    sum.requests += 1;
  }
  return [...days.values()];
}

/** nginx writes octets that are no plain text as \xHH. */
const unescaped = (text: string): string =>
  Buffer.from(
    text.replaceAll(/\\x([0-9A-F]{2})/g, (_, octet: string) =>
      String.fromCharCode(Number.parseInt(octet, 16)),
    ),
    "latin1",
  ).toString("utf8");

function levelOfStatus(status: number): Level {
  if (status >= 500) return "error";
  // nobody's fault: the visitor left, or asked for what is not there
  return status === 499 ? "info" : status === 404 || status === 410 ? "notice" : "warning";
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `$sid $time_iso8601 $host $status $remote_addr $request_method`, the path that was asked for, by tabs: what was answered with 400 and above. */
export function readSite(text: string): Said[] {
  return linesOf(text).flatMap((line) => {
    const [id, time = "", host = "", code = "", client = "", method = "", ...path] = line.split("\t");
    const holding = holdingOf(id);
    const at = Date.parse(time);
    const status = Number(code);
    if (holding === undefined || Number.isNaN(at) || !(status >= 400 && status <= 599)) return [];
    const reason = status === 499 ? "Client Closed Request" : (STATUS_CODES[status] ?? "");
    const words = `${status} ${reason}: ${method} ${decoded(unescaped(path.join(" ")))} (${client})`;
    return {
      holding,
      at,
      host: harmlessLine(unescaped(host)).slice(0, 253).toWellFormed(),
      level: levelOfStatus(status),
      message: shortened(harmlessLine(words)),
    };
  });
}

// PHP ---------------------------------------------------------------------------------------------------------------

/** svlogd's time, FPM's, FPM's level, and the pool, which is named by the service's number: none of it can be said by a script. */
const fpmLine =
  /^(?:(?<day>\d{4}-\d\d-\d\d)_(?<hour>\d\d:\d\d:\d\d)\.\d+ )?(?:\[[^\]]*\] )?(?<level>WARNING|ERROR|ALERT): \[pool (?<pool>\d+)\] (?<rest>.*)$/;
const saidLine = /^child (?<child>\d+) said into stderr: "(?<said>.*?)"?$/;
const phpMessage = /^NOTICE: PHP message: (?<message>.*)$/;

const phpLevels: readonly (readonly [RegExp, Level])[] = [
  [/^PHP (?:(?:Recoverable |Catchable )?[Ff]atal|Parse|Core|Compile) error\b/, "error"],
  [/^PHP (?:Core |Compile )?Warning\b/, "warning"],
  [/^PHP (?:Notice|Deprecated|Strict Standards)\b/, "notice"],
];
const levelOfPhp = (message: string): Level =>
  phpLevels.find(([pattern]) => pattern.test(message))?.[1] ?? "info";

interface Open extends Said {
  readonly second: number;
  readonly lines: string[];
  length: number;
}

/** A message of several lines is several lines of FPM's, which follow each other from the same child. */
export function readPhp(text: string): Said[] {
  const said: Open[] = [];
  const open = new Map<string, Open>();
  for (const line of linesOf(text)) {
    const { day, hour, level, pool, rest = "" } = fpmLine.exec(line)?.groups ?? {};
    const holding = holdingOf(pool);
    if (holding === undefined) continue;
    const at = day === undefined ? Date.now() : Date.parse(`${day}T${hour}Z`);
    const { child, said: words } = saidLine.exec(rest)?.groups ?? {};
    const begin = words === undefined ? undefined : phpMessage.exec(words)?.groups?.["message"];
    const key = `${pool} ${child}`;
    const before = words === undefined || begin !== undefined ? undefined : open.get(key);
    const clean = harmlessLine(begin ?? words ?? rest);
    if (before && before.second === Math.floor(at / 1000)) {
      if (before.length <= longestMessage) before.lines.push(clean);
      before.length += clean.length + 1;
      continue;
    }
    const own: Level = words !== undefined ? levelOfPhp(clean) : level === "WARNING" ? "warning" : "error";
    const entry: Open = {
      holding,
      at,
      host: "",
      level: own,
      message: "",
      second: Math.floor(at / 1000),
      lines: [clean],
      length: clean.length,
    };
    said.push(entry);
    if (words !== undefined) open.set(key, entry);
  }
  return said.flatMap(({ holding, at, host, level, lines }) => {
    const message = shortened(lines.join("\n").trim());
    return message === "" ? [] : { holding, at, host, level, message };
  });
}
