/** How fast the login page is on a slow phone, as Lighthouse measures it. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import lighthouse, { defaultConfig } from "lighthouse";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../browser.ts";
import { url } from "../product.ts";

const wanted = { performance: 98, accessibility: 100, lcpMs: 1_200, shift: 0 };
/** The machine is shared: what others do in one run says nothing about the page. */
const runs = 3;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0));
    });
  });

/**
 * Lighthouse slows a fast desktop (index 1,600) fourfold to make it a middling phone. A machine that others use at the same
 * time is slow by itself, at times slower than that phone, so each run is scaled by what the run before found it to be
 * (Lighthouse, docs/throttling.md; the times are simulated, so a factor below 1 means what it says).
 */
const slowdownOf = (benchmarkIndex: number): number => Math.min(4, benchmarkIndex / 400);

interface Run {
  readonly performance: number;
  readonly accessibility: number;
  readonly lcpMs: number;
  readonly shift: number;
  readonly benchmarkIndex: number;
}

async function measure(cpuSlowdownMultiplier: number): Promise<Run> {
  const port = await freePort();
  const args = [...chromiumOptions.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...chromiumOptions, args });
  try {
    const result = await lighthouse(`${url}/login/`, {
      port,
      onlyCategories: ["performance", "accessibility"],
      throttling: { ...defaultConfig.settings?.throttling, cpuSlowdownMultiplier },
    });
    assert.ok(result);
    const { categories, audits, environment } = result.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    return {
      performance: score("performance"),
      accessibility: score("accessibility"),
      lcpMs: Math.round(audits["largest-contentful-paint"]?.numericValue ?? Infinity),
      shift: audits["cumulative-layout-shift"]?.numericValue ?? Infinity,
      benchmarkIndex: environment.benchmarkIndex,
    };
  } finally {
    await browser.close();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

test(`login page: ${wanted.performance} on a phone, drawn within ${wanted.lcpMs} ms`, async (t) => {
  const done: Run[] = [];
  for (let slowdown = 4; done.length < runs;) {
    const run = await measure(slowdown);
    done.push(run);
    slowdown = slowdownOf(run.benchmarkIndex);
  }
  const told = JSON.stringify(done);
  t.diagnostic(told);
  const of = (name: keyof Run) => median(done.map((run) => run[name]));
  assert.ok(of("performance") >= wanted.performance, told);
  assert.equal(of("accessibility"), wanted.accessibility, told);
  assert.ok(of("lcpMs") <= wanted.lcpMs, told);
  assert.equal(of("shift"), wanted.shift, told);
});
