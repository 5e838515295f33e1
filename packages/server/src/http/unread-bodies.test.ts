import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import fastify from "fastify";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";
import { endUnreadBodies } from "./unread-bodies.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
  await panel.app.listen({ port: 0, host: "127.0.0.1" });
});
after(() => panel.stop());

function connectTo({ server }: TestApp["app"]) {
  const address = server.address();
  assert.ok(typeof address === "object" && address);
  const socket = connect(address.port, "127.0.0.1");
  // Whoever is still sending may see a reset after the reply.
  socket.on("error", () => undefined);
  let text = "";
  socket.on("data", (chunk) => void (text += String(chunk)));
  const closed = new Promise((resolve) => void socket.once("close", resolve));
  return { socket, closed, reply: () => text };
}
const head = (path: string, header: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`;

for (const path of ["/api/user/info/", "/nope", "/%zz"])
  for (const header of ["Content-Length: 100000000000", "Transfer-Encoding: chunked"])
    it(`after the reply of ${path} nothing is read of a body with ${header}`, async () => {
      const { socket, closed, reply } = connectTo(panel.app);
      socket.write(head(path, header));
      assert.notEqual(await Promise.race([closed, sleep(5_000, "open", { ref: false })]), "open");
      assert.match(reply(), /^HTTP\/1\.1 4\d\d /);
    });

it("a small body may still come, soon", async () => {
  const app = fastify();
  endUnreadBodies(app, { bytesMax: 100, waitMs: 300 });
  await app.listen({ port: 0, host: "127.0.0.1" });
  try {
    const { socket, closed, reply } = connectTo(app);
    socket.write(head("/", "Content-Length: 2"));
    await sleep(50);
    socket.write(`ab${head("/", "Content-Length: 3")}a`);
    await closed;
    assert.equal(reply().match(/HTTP\/1\.1 404 /g)?.length, 2);
  } finally {
    await app.close();
  }
});
