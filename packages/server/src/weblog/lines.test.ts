import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Flood } from "./flood.ts";
import { readPhp, readSite, readTraffic } from "./lines.ts";

const said = (pool: number, words: string, { child = 2, second = 16 } = {}): string =>
  `2026-11-22_05:31:${second}.12345 [22-Nov-2026 05:31:${second}] WARNING: [pool ${pool}] child ${child} said into stderr: "${words}"\n`;
const php = (pool: number, message: string, options = {}): string =>
  said(pool, `NOTICE: PHP message: ${message}`, options);
const told = (text: string) => readPhp(text).map(({ holding, level, message }) => [holding, level, message]);
const fpm = (level: string, words: string) => `[22-Nov-2026 05:31:19] ${level}: [pool 7] ${words}\n`;
const answered = (status: number, uri: string, id: number | string = 12) =>
  `${id}\t2026-11-22T06:31:16+01:00\twww.uno.test\t${status}\t203.0.113.5\tGET\t${uri}\n`;
const request = (time: number, id: number | string, sent: number) =>
  `${time.toFixed(3)}\t${id}\twww.uno.test\t200\t${sent}\t100\n`;
const many = (holding: number, at: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    holding,
    at,
    host: "",
    level: "info" as const,
    message: `message ${n}`,
  }));
const messages = (kept: ReturnType<Flood["keep"]>) =>
  kept.map((line) => [line.holding, "leftOut" in line ? line.leftOut : line.message]);

describe("PHP's messages", () => {
  it("are of the service whose pool it is, at the time they were logged", () => {
    const [entry] = readPhp(php(12, "PHP Warning:  Undefined variable $x in /home/a.php on line 3"));
    assert.deepEqual(entry, {
      holding: 12,
      at: Date.parse("2026-11-22T05:31:16Z"),
      host: "",
      level: "warning",
      message: "PHP Warning:  Undefined variable $x in /home/a.php on line 3",
    });
  });

  it("have PHP's own levels", () => {
    for (const [message, level] of [
      ["PHP Fatal error:  x", "error"],
      ["PHP Parse error:  x", "error"],
      ["PHP Recoverable fatal error:  x", "error"],
      ["PHP Warning:  x", "warning"],
      ["PHP Deprecated:  x", "notice"],
      ["PHP Notice:  x", "notice"],
      ["anything a script logs", "info"],
    ] as const)
      assert.deepEqual(told(php(7, message)), [[7, level, message]]);
  });

  it("of several lines are one entry, also where two children speak at once", () => {
    const text =
      php(7, "PHP Fatal error:  Uncaught Exception: x in /home/a.php:3") +
      php(7, "other", { child: 3 }) +
      said(7, "Stack trace:") +
      said(7, "#0 {main}");
    assert.deepEqual(told(text), [
      [7, "error", "PHP Fatal error:  Uncaught Exception: x in /home/a.php:3\nStack trace:\n#0 {main}"],
      [7, "info", "other"],
    ]);
  });

  it("cannot be put into another service's mouth", () => {
    const forged = `WARNING: [pool 8] child 3 said into stderr: "NOTICE: PHP message: x"`;
    assert.deepEqual(told(said(7, forged)), [[7, "info", forged]]);
    assert.deepEqual(told(`x ${php(8, "y")}`), []);
  });

  it("are told of FPM's own too: a script that was ended, a service without a free process", () => {
    assert.deepEqual(
      told(
        fpm("WARNING", "server reached pm.max_children setting (5), consider raising it") +
          fpm("ERROR", "failed") +
          fpm("NOTICE", "child 5 started"),
      ),
      [
        [7, "warning", "server reached pm.max_children setting (5), consider raising it"],
        [7, "error", "failed"],
      ],
    );
  });

  it("are text: no colours, no control characters, nothing that turns the writing round; at most 2,000 characters", () => {
    const dirty =
      "a\u001B[31mred\u001B[0m\u001B]0;title\u0007\u0000\u0007b\u202Ec <script>alert(1)</script>\u0085";
    assert.deepEqual(told(php(7, dirty)), [[7, "info", "ared b c <script>alert(1)</script>"]]);
    assert.deepEqual(told(php(7, "\u0007") + said(9, "")), []);
    const long = String(told(php(7, `x${"😀".repeat(40_000)}`))[0]?.[2]);
    assert.ok(long.length <= 2_000 && long.endsWith("…") && long.isWellFormed());
    const trace = php(7, "PHP Fatal error:  x") + said(7, "y".repeat(900)).repeat(50);
    assert.equal(told(trace)[0]?.[2]?.toString().length, 2_000);
  });
});

describe("nginx's lines", () => {
  it("say what was answered, to whom, in words", () => {
    assert.deepEqual(readSite(answered(404, String.raw`/espa%C3%B1a\x22%0A<b>`)), [
      {
        holding: 12,
        at: Date.parse("2026-11-22T05:31:16Z"),
        host: "www.uno.test",
        level: "notice",
        message: '404 Not Found: GET /españa" <b> (203.0.113.5)',
      },
    ]);
    assert.match(
      readSite(answered(400, String.raw`/%zz\xE4%20`))[0]?.message ?? "",
      /: GET \/%zz\uFFFD%20 \(/,
    );
    const levels = [500, 403, 404, 410, 499].map((status) => readSite(answered(status, "/"))[0]?.level);
    assert.deepEqual(levels, ["error", "warning", "notice", "notice", "info"]);
  });

  it("that are no service's, or no lines at all, are passed over", () => {
    for (const id of ["-", "", "0", "x"]) assert.deepEqual(readSite(answered(404, "/", id)), []);
    assert.deepEqual(readSite("x\n\n\t\t\n12\tyesterday\ta\t404\tb\tGET\t/\n12\n"), []);
  });

  it("are added up by service and day, what was sent and what was received", () => {
    const at = Date.parse("2026-11-21T23:59:59Z") / 1000;
    const text =
      request(at, 12, 1000) + request(at + 1, 12, 1) + request(at, 12, 0) + request(at, "-", 5) + "x\n";
    assert.deepEqual(readTraffic(text), [
      { holding: 12, day: "2026-11-21", bytes: 1200, requests: 2 },
      { holding: 12, day: "2026-11-22", bytes: 101, requests: 1 },
    ]);
  });
});

describe("a flood", () => {
  it("keeps twenty a second and says how many more there were; others lose nothing by it", () => {
    const flood = new Flood();
    const first = messages(flood.keep([...many(7, 5_000, 1_000), ...many(8, 5_000, 2)]));
    assert.equal(first.length, 23);
    assert.deepEqual(first.slice(19), [
      [7, "message 19"],
      [8, "message 0"],
      [8, "message 1"],
      [7, 980],
    ]);
    assert.deepEqual(messages(flood.keep(many(7, 5_999, 3))), [[7, 3]], "the same second");
    assert.deepEqual(messages(flood.keep(many(7, 6_000, 1))), [[7, "message 0"]], "the next");
  });
});
