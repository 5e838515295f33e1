/**
 * What a right password costs while another client guesses. `node bench/mail/brake.ts` starts a product of its own, prints a
 * table and exits 1 when the goal is missed.
 *
 *   ATRIO_BENCH_SIGN_INS  of each kind (default 200)
 *
 * The floor is the same sign-in without an attack, in the same run.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { guess, guessFrom } from "../../conformance/mail/guess.ts";
import { addDomain, addMailbox, password, startMail } from "../../conformance/mail/installation.ts";
import { Report } from "../dns/figures.ts";

const signIns = Number(process.env["ATRIO_BENCH_SIGN_INS"] ?? 200);
const guessesPerSecond = 50;
const goalRatio = 2;
const address = "box@brake.test";
const client = "2001:db8::1";

const report = new Report();
const mail = await startMail();
try {
  await addDomain(mail.db, "brake.test");
  await addMailbox(mail.db, address);
  const measure = async (): Promise<number[]> => {
    const times: number[] = [];
    while (times.length < signIns) {
      const { verdict, milliseconds } = await guessFrom(mail.home, client, address, password);
      if (verdict !== "right") throw new Error(`A right password was answered "${verdict}".`);
      times.push(milliseconds);
    }
    return times;
  };
  await measure();
  const quiet = await measure();
  const guesses: Promise<unknown>[] = [];
  const begun = Date.now();
  const attack = setInterval(() => {
    // a timer that comes late makes up for it
    while (guesses.length < ((Date.now() - begun) * guessesPerSecond) / 1000)
      guesses.push(guess(mail.ready, address, `Wrong-horse-${guesses.length}`).catch(() => undefined));
  }, 20);
  await sleep(3_000);
  const attacked = await measure().finally(() => clearInterval(attack));
  const rate = guesses.length / ((Date.now() - begun) / 1000);
  await Promise.all(guesses);

  report.heading("A right password");
  const floor = report.row("quiet", quiet);
  const busy = report.row(`at ${rate.toFixed(0)} guesses a second from elsewhere`, attacked);
  report.text();
  report.goal("p99 against the quiet one", busy.p99 / floor.p99, goalRatio);
} finally {
  await mail.stop();
}
process.exitCode = report.missed.length > 0 ? 1 : 0;
