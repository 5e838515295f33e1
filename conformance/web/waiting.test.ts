/** What visitors send and wait for is bounded: on the disk for each service, and in processes of before for all. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type Socket, connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { patienceFile } from "../../packages/server/src/web/web-server.ts";
import { until } from "../installation.ts";
import { type WebInstallation, addService, addSite, apply, ask, putFile, startWeb } from "./installation.ts";

let web: WebInstallation;
let busy: number;
let quiet: number;
const open: Socket[] = [];

before(async () => {
  web = await startWeb();
  busy = await addService(web.db, "busy.test");
  quiet = await addService(web.db, "quiet.test");
  await Promise.all([apply(web.db, busy), apply(web.db, quiet)]);
  for (const id of [busy, quiet])
    await putFile(web, id, "public_html/take.php", "<?php echo strlen(file_get_contents('php://input'));");
});
after(async () => {
  for (const socket of open) socket.destroy();
  await web?.stop();
});

/** Begins to send, and does not end. What is answered all the same comes into `said`. */
function begin(host: string, header: string): { readonly said: () => string; readonly socket: Socket } {
  const socket = connect(web.ready.services.http);
  open.push(socket);
  let said = "";
  socket.setEncoding("utf8").on("data", (text: string) => (said += text));
  socket.on("error", () => {});
  socket.write(`POST /take.php HTTP/1.1\r\nhost: ${host}\r\n${header}\r\n\r\n10\r\n`);
  return { said: () => said, socket };
}
async function endAll(): Promise<void> {
  const still = open.splice(0).filter(({ closed }) => !closed);
  await Promise.all(still.map((socket) => once(socket.destroy(), "close")));
}
const post = (host: string, bytes: number) =>
  ask(web, `http://${host}/take.php`, { method: "POST", body: "x".repeat(bytes) });

test("fifty send much to a service at a time; small forms and other services go on", async () => {
  for (const header of ["content-length: 1000000", "transfer-encoding: chunked"]) {
    const all = Array.from({ length: 60 }, () => begin("busy.test", header));
    const refused = () => all.filter(({ said }) => said().startsWith("HTTP/1.1 503")).length;
    await until("who is too many is told", 30, () => refused() === 10);
    assert.deepEqual(await post("busy.test", 5_000_000).then(({ status }) => status), 503);
    assert.equal((await post("busy.test", 900_000)).body, "900000");
    assert.equal((await post("quiet.test", 5_000_000)).body, "5000000");
    assert.equal(refused(), 10, "who was there waits on");
    await endAll();
    await until("they are gone", 30, async () => (await post("busy.test", 5_000_000)).status === 200);
  }
});

/** nginx's processes: those that serve, and those that end when their last visitor has gone. */
function processes(): { readonly serving: number; readonly ending: number } {
  const master = readFileSync(join(web.home, "run/web/nginx.pid"), "utf8").trim();
  const said = execFileSync("ps", ["-o", "args=", "--ppid", master], { encoding: "utf8" }).trim().split("\n");
  const ending = said.filter((line) => line.includes("shutting down")).length;
  return { serving: said.length - ending, ending };
}

const patience = () => readFileSync(join(web.home, "web/live", patienceFile), "utf8").trim();
async function change(n: number): Promise<void> {
  await addSite(web.db, quiet, `s${n}`, "/public_html");
  await apply(web.db, quiet);
}

test("changes without number, each with a visitor who takes his time, do not keep processes without number", async () => {
  const first = begin("busy.test", "content-length: 900000");
  assert.equal(patience(), "worker_shutdown_timeout 600s;");
  let changes = 0;
  for (const wanted of ["60s", "10s"])
    while (patience() !== `worker_shutdown_timeout ${wanted};`) {
      assert.ok(changes < 60, "the more are left, the shorter they wait");
      // some for each process
      for (let n = processes().serving * 4; n > 0; n -= 1) begin("busy.test", "content-length: 900000");
      await change((changes += 1));
    }
  const last = begin("busy.test", "content-length: 900000");
  await change(changes + 1);
  await until("the last visitor of many is cut off", 30, () => last.socket.closed);
  assert.ok(!first.socket.closed, "the first has ten minutes");
  await endAll();
  await until("all of before have ended", 30, () => processes().ending === 0);
  await change(changes + 2);
  await change(changes + 3);
  assert.equal(patience(), "worker_shutdown_timeout 600s;");
});
