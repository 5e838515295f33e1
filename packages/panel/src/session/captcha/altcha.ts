import type { CaptchaAction } from "@atrio/contract";
import { api } from "../../api/client.ts";

/** A challenge is good once and for a few minutes; a solution older than this is not offered. */
const freshMs = 120_000;

function solveInWorker(challenge: unknown): Promise<unknown> {
  const worker = new Worker(new URL("./solve.worker.ts", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => resolve(data));
    worker.addEventListener("error", () => reject(new Error("captcha worker failed")));
    worker.postMessage(challenge, []);
  }).finally(() => worker.terminate());
}

async function solveOne(action: CaptchaAction): Promise<string> {
  const { data: challenge } = await api.captchaChallenge({ input: { action } });
  return btoa(JSON.stringify({ challenge, solution: await solveInWorker(challenge) }));
}

/** Proof of work, nothing to see: begun when the form is touched, awaited when it is sent. */
export function altcha(action: CaptchaAction) {
  let solution: Promise<string> | null = null;
  let startedAt = 0;
  const prepare = () => {
    if (solution && performance.now() - startedAt < freshMs) return solution;
    startedAt = performance.now();
    solution = solveOne(action);
    solution.catch(() => {
      solution = null;
    });
    return solution;
  };
  return {
    prepare: () => void prepare().catch(() => undefined),
    async response(): Promise<string> {
      const answer = await prepare();
      // Each is accepted once.
      solution = null;
      return answer;
    },
  };
}
