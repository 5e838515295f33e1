/** A customer who swaps folders for links to others', while root's worker makes, measures and reads them, gains nothing by it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { lstatSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { measureSpace } from "../../packages/server/src/web/usage.ts";
import {
  type WebInstallation,
  addService,
  addSite,
  apply,
  ask,
  askToApply,
  asService,
  putFile,
  startWeb,
  untilEnded,
} from "./installation.ts";

const swappingSeconds = 12;
const secret = "of the victim alone";
let web: WebInstallation;
let attacker: number;
let victim: number;

before(async () => {
  web = await startWeb();
  attacker = await addService(web.db, "attacker.test");
  victim = await addService(web.db, "victim.test");
  await Promise.all([apply(web.db, attacker), apply(web.db, victim)]);
  await putFile(web, victim, "public_html/secret.txt", secret);
  // more than the attacker has, for a measurement that follows a link
  await asService(
    web,
    victim,
    "head -c 50000000 /dev/zero >/home/large; echo a-word-of-the-victim >/home/.htaccess",
  );
});
after(() => web?.stop());

const directoryOf = (id: number): string => join(web.home, "web/srv", String(id));

/** Each moment another thing stands in the place of the folder: itself, a link, a file, a pipe. Returns how often. */
async function swap(): Promise<number> {
  const targets = [
    directoryOf(victim),
    join(directoryOf(victim), "home"),
    `../../${victim}/home`,
    "../../../../../../etc",
    "/etc",
    "/tmp",
    web.home,
    "/proc/1/root",
  ];
  const perl = `
    my @targets = qw(${targets.join(" ")});
    my ($end, $n) = (time + ${swappingSeconds}, 0);
    mkdir "/home/swap";
    while (time < $end) {
      rename "/home/swap", "/home/aside" or system "rm -rf /home/swap";
      my $kind = $n % 10;
      if ($kind == 8) { open(my $file, ">", "/home/swap") }
      elsif ($kind == 9) { system "mkfifo /home/swap" }
      else { symlink $targets[$n % @targets], "/home/swap" }
      select undef, undef, undef, 0.002;
      unlink "/home/swap" or system "rm -rf /home/swap";
      rename "/home/aside", "/home/swap";
      select undef, undef, undef, 0.001;
      $n++;
    }
    print $n;`;
  return Number(await asService(web, attacker, `perl -e '${perl}'`));
}

/** Everything below, with owner, mode, size and time. */
const snapshot = (directory: string): string =>
  execFileSync("find", [directory, "-xdev", "-printf", "%p %U %G %m %s %T@ %C@\\n"], { encoding: "utf8" });

const run = async (kind: string): Promise<string> => {
  const { rows } = await web.db.query<{ id: number }>(
    "select atrio.enqueue($1, $2::bigint, null, $2::bigint)::int as id",
    [kind, attacker],
  );
  return (await untilEnded(web.db, rows[0]!.id)).state;
};

test("folders that are swapped for links at speed lead root nowhere, and nobody sees more by them", async () => {
  const before = snapshot(directoryOf(victim));
  const over = new AbortController();
  const swapping = swap().finally(() => over.abort());
  const repeat = async (act: (n: number) => Promise<unknown>): Promise<number> => {
    let n = 0;
    for (; !over.signal.aborted; n += 1) await act(n);
    return n;
  };
  const largest = { bytes: 0 };
  const seen: string[] = [];
  const done = await Promise.all([
    repeat(async (n) => {
      await addSite(web.db, attacker, `s${n}`, `/swap/made-by-root-${n}`);
      await untilEnded(web.db, await askToApply(web.db, attacker));
    }),
    repeat(async () => {
      assert.equal(await run("web.usage"), "done");
      const { rows } = await web.db.query<{ bytes: number }>(
        "select bytes::int from atrio.web_usage where holding_id = $1",
        [attacker],
      );
      largest.bytes = Math.max(largest.bytes, rows[0]!.bytes);
    }),
    repeat(() => run("web.htaccess")),
    repeat(async (n) => {
      for (const path of ["secret.txt", "home/public_html/secret.txt", "passwd", "large"]) {
        const { status, body } = await ask(web, `http://s${Math.floor(n / 2)}.attacker.test/../${path}`);
        if (status === 200) seen.push(body.slice(0, 200));
      }
    }),
  ]);
  assert.ok((await swapping) > 500, "it was fast");
  for (const times of done) assert.ok(times > 3, `there was enough of each: ${done.join(", ")}`);
  assert.equal(snapshot(directoryOf(victim)), before);
  const made = ["-name", "made-by-root-*", "-o", "-uid", "+999999"];
  assert.equal(execFileSync("find", ["/etc", "-xdev", ...made], { encoding: "utf8" }), "");
  assert.ok(largest.bytes < 1_000_000, `${largest.bytes} bytes are not its own`);
  assert.deepEqual(seen, []);
  const { rows } = await web.db.query<{ found: string }>(
    "select to_jsonb(h)::text as found from atrio.htaccess h where holding_id = $1",
    [attacker],
  );
  assert.equal(rows.length, 1);
  assert.doesNotMatch(rows[0]!.found, /a-word-of-the-victim/);
});

test("the two folders that all is in cannot be swapped at all", async () => {
  await asService(
    web,
    attacker,
    `for place in /home /tmp; do mv $place $place.old || rmdir $place || ln -sfnT /etc $place || true; done 2>/dev/null`,
  );
  for (const place of ["home", "tmp"]) assert.ok(lstatSync(join(directoryOf(attacker), place)).isDirectory());
  assert.equal(await run("web.usage"), "done");
  // whoever did it: who cannot be measured has not nothing
  const directory = join(web.home, "web/srv");
  const place = join(directoryOf(attacker), "tmp");
  const measure = () => measureSpace({ directory, longestSeconds: 5 }, attacker);
  renameSync(place, `${place}.aside`);
  for (const [program, ...words] of [
    ["touch"],
    ["ln", "-s", join(directoryOf(victim), "home")],
    ["mkfifo"],
  ]) {
    execFileSync(program!, [...words, place]);
    await assert.rejects(measure(), /is in no folder/);
    rmSync(place);
  }
  renameSync(`${place}.aside`, place);
  assert.ok((await measure()).isWhole);
});
