import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

type KeptModule = typeof import("./kept.ts");

const place = { pathname: "/admin/7/service/dns/", search: "?new=A" };
Object.defineProperty(globalThis, "location", { value: place });

let window = new EventTarget();
Object.defineProperty(globalThis, "addEventListener", {
  value: (type: string, listener: () => void) => window.addEventListener(type, listener),
});
const pageGoes = () => window.dispatchEvent(new Event("pagehide"));

let pages = 0;
/** Each page load starts with a module and a window of its own; only the tab's storage goes on. */
const page = async (user?: string): Promise<KeptModule> => {
  window = new EventTarget();
  const specifier = `./kept.ts?page=${pages++}`;
  const loaded: KeptModule = await import(specifier);
  if (user !== undefined) loaded.offerParts(user);
  return loaded;
};

const draft = { type: "A", address: "192.0.2.7" };

async function keepDraft(): Promise<void> {
  const before = await page("ana@example.com");
  before.registerPart("record", () => draft);
  pageGoes();
}

beforeEach(() => {
  sessionStorage.clear();
  place.pathname = "/admin/7/service/dns/";
  mock.timers.reset();
});

test("what is typed comes back once, to the same user at the same address", async () => {
  await keepDraft();
  const after = await page("ana@example.com");
  assert.deepEqual(after.peekPart("record"), draft);
  assert.deepEqual(after.peekPart("record"), draft, "a page may be drawn twice before it stands");
  after.takePart("record");
  assert.equal(after.peekPart("record"), undefined);
  assert.equal(after.peekPart("another"), undefined);
  assert.equal((await page("ana@example.com")).peekPart("record"), undefined, "nor after another reload");
});

test("another user gets nothing, and nothing is left of it", async () => {
  await keepDraft();
  assert.equal((await page("eva@example.com")).peekPart("record"), undefined);
  assert.equal(sessionStorage.getItem("_kept"), null);
  assert.equal((await page("ana@example.com")).peekPart("record"), undefined);
});

test("at another address it is not given out", async () => {
  await keepDraft();
  const after = await page("ana@example.com");
  place.pathname = "/admin/8/service/dns/";
  assert.equal(after.peekPart("record"), undefined);
});

test("after half an hour it is gone", async () => {
  mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  await keepDraft();
  mock.timers.setTime(1_000_000 + 30 * 60_000);
  const after = await page("ana@example.com");
  assert.deepEqual(after.peekPart("record"), draft);
  mock.timers.setTime(1_000_000 + 30 * 60_000 + 1);
  assert.equal(after.peekPart("record"), undefined);
});

test("on the login page it is deleted then, also when the page is opened later", async () => {
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1_000_000 });
  await keepDraft();
  mock.timers.tick(60_000);
  (await page()).forgetInTime();
  mock.timers.tick(29 * 60_000 - 1);
  assert.notEqual(sessionStorage.getItem("_kept"), null);
  mock.timers.tick(1);
  assert.equal(sessionStorage.getItem("_kept"), null);

  await keepDraft();
  mock.timers.setTime(1_000_000 + 90 * 60_000);
  (await page()).forgetInTime();
  mock.timers.tick(1);
  assert.equal(sessionStorage.getItem("_kept"), null);
});

test("a part of which nothing was changed is not kept, nor one that is no longer there", async () => {
  const before = await page("ana@example.com");
  before.registerPart("unchanged", () => undefined);
  before.registerPart("record", () => draft)();
  pageGoes();
  assert.equal(sessionStorage.getItem("_kept"), null);
});

test("before anybody is known to be signed in nothing is kept", async () => {
  const before = await page();
  before.registerPart("record", () => draft);
  pageGoes();
  assert.equal(sessionStorage.getItem("_kept"), null);
});

test("at most 100 kB: what does not fit is left out, the rest is kept", async () => {
  const before = await page("ana@example.com");
  before.registerPart("long", () => "ñ".repeat(50_000));
  before.registerPart("record", () => draft);
  pageGoes();
  const after = await page("ana@example.com");
  assert.equal(after.peekPart("long"), undefined);
  assert.deepEqual(after.peekPart("record"), draft);
});

test("what stood there when the session ended is kept, whatever happens to the page meanwhile", async () => {
  const before = await page("ana@example.com");
  const leave = before.registerPart("record", () => draft);
  before.freezeParts();
  leave();
  place.pathname = "/admin/";
  pageGoes();
  place.pathname = "/admin/7/service/dns/";
  assert.deepEqual((await page("ana@example.com")).peekPart("record"), draft);
});

test("once signed out nothing is left, and nothing is written when the page goes", async () => {
  const before = await page("ana@example.com");
  before.registerPart("record", () => draft);
  sessionStorage.setItem("_left contactMessageSend", "[]");
  before.forgetParts();
  pageGoes();
  assert.equal(sessionStorage.length, 0);
});

test("a page that comes back out of the browser's cache, and goes again with nothing typed, keeps nothing", async () => {
  const before = await page("ana@example.com");
  const leave = before.registerPart("record", () => draft);
  pageGoes();
  assert.notEqual(sessionStorage.getItem("_kept"), null);
  leave();
  pageGoes();
  assert.equal(sessionStorage.getItem("_kept"), null);
});
