import assert from "node:assert/strict";
import { once } from "node:events";
import { type Socket, createServer } from "node:net";
import { type TestContext, describe, it } from "node:test";
import { closedPort } from "../../../test/fake-name-server.ts";
import { openInbox } from "../../../test/smtp.ts";
import { translate } from "../../http/language.ts";
import { type MailServer, askMailServer } from "./ask-server.ts";
import { led } from "./news.ts";
import { proveCatchAll, proveGone, proveTaken } from "./proof.ts";

const host = "127.0.0.1";
const soon = () => AbortSignal.timeout(20_000);

async function inbox(t: TestContext, refuses: string): Promise<MailServer> {
  const opened = await openInbox({ refuses });
  t.after(() => opened.close());
  return { host, port: opened.port };
}

/** A server that says what it is told to, in pieces as they are; and keeps what it hears. */
async function speaking(t: TestContext, says: readonly (readonly string[])[]) {
  const heard: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    const left = [...says];
    const say = () => left.shift()?.forEach((piece) => socket.write(piece));
    socket.setNoDelay(true).on("error", () => {});
    socket.on("data", (chunk) => {
      heard.push(String(chunk));
      say();
    });
    say();
  }).listen(0, host);
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { heard, server: { host, port } };
}

describe("a mail server that is asked about an address", () => {
  it("takes mail for it, or refuses it; no message is sent", async (t) => {
    const opened = await openInbox({ refuses: "luis@mail.test" });
    t.after(() => opened.close());
    const { port, mails } = opened;
    assert.equal((await askMailServer({ host, port }, "ana@mail.test", soon())).code, 250);
    assert.deepEqual(await askMailServer({ host, port }, "luis@mail.test", soon()), {
      code: 550,
      text: "no such user",
    });
    assert.deepEqual(mails, []);
  });

  it("is understood in whatever pieces it speaks, and heard out", async (t) => {
    const { heard, server } = await speaking(t, [
      ["220 mx", ".test\r\n"],
      ["250-mx.test\r\n250-SI", "ZE\r", "\n250 8BITMIME\r\n"],
      ["250\r\n"],
      ["552-5.2.2 The mailbox\r\n552 5.2.2 is full\r\n"],
      ["221 Bye\r\n"],
    ]);
    assert.deepEqual(await askMailServer(server, "ana@mail.test", soon()), {
      code: 552,
      text: "5.2.2 The mailbox 5.2.2 is full",
    });
    assert.deepEqual(heard, [
      "EHLO [127.0.0.1]\r\n",
      "MAIL FROM:<>\r\n",
      "RCPT TO:<ana@mail.test>\r\n",
      "QUIT\r\n",
    ]);
  });

  it("is no longer waited for than may be", async (t) => {
    const { server } = await speaking(t, [["220 mx.test\r\n"]]);
    await assert.rejects(askMailServer(server, "ana@mail.test", AbortSignal.timeout(50)));
  });

  for (const [what, greeting] of [
    ["has no time", "421 4.3.2 Too busy\r\n"],
    ["is none", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["speaks without end", "2".repeat(5_000)],
  ] as const)
    it(`and ${what} has said nothing about it`, async (t) => {
      const { server } = await speaking(t, [[greeting]]);
      await assert.rejects(askMailServer(server, "ana@mail.test", soon()));
    });

  it("hears no more commands than ours", async () => {
    for (const address of ["a@b.test>\r\nRCPT TO:<c@d.test", "a@b.test\nQUIT", "a b@c.test"])
      await assert.rejects(askMailServer({ host, port: 1 }, address, soon()), /no address/);
  });
});

const saidOfCatchAll = async (server: MailServer, targets: string[]) =>
  translate("es", await proveCatchAll(server, "@mail.test", targets));

describe("what is said of an address", () => {
  const ana = "ana@xn--u-qga.test";

  it("that is new is what the server says", async (t) => {
    assert.equal(
      translate("es", await proveTaken(await inbox(t, "other@mail.test"), ana)),
      "ana@ñu.test ya recibe correo",
    );
    assert.equal(
      translate("en", await proveTaken(await inbox(t, "ana@ñu.test"), ana)),
      "ana@ñu.test is saved, but the mail server refuses it: 550 no such user",
    );
  });

  it("that is gone is what the server says", async (t) => {
    const refusing = await inbox(t, "ana@ñu.test");
    const taking = await inbox(t, "other@mail.test");
    assert.equal(translate("es", await proveGone(refusing, ana, false)), "ana@ñu.test ya no recibe correo");
    assert.match(
      translate("es", await proveGone(taking, ana, true)),
      /va ahora adonde va el correo para direcciones que no existen/,
    );
    assert.match(translate("en", await proveGone(taking, ana, false)), /still takes its mail/);
  });

  it("is where its mail goes, as soon as the server takes it", async (t) => {
    const taking = await inbox(t, "other@mail.test");
    const targets = [ana, "b@mail.test", "c@mail.test"];
    const seen = await proveTaken(taking, "info@mail.test", led("info@mail.test", targets));
    assert.equal(
      translate("es", seen),
      "El correo para info@mail.test va a ana@ñu.test y a otras 2 direcciones",
    );
  });

  it("of the catch-all is what becomes of a name that nobody has", async (t) => {
    const taking = await inbox(t, "other@mail.test");
    const { server: refusing } = await speaking(t, [
      ["220 mx.test\r\n"],
      ["250 mx.test\r\n"],
      ["250 Ok\r\n"],
      ["550 5.1.1 User unknown\r\n"],
      ["221 Bye\r\n"],
    ]);
    assert.equal(
      await saidOfCatchAll(taking, [ana]),
      "El correo para direcciones que no existen va a ana@ñu.test",
    );
    assert.equal(await saidOfCatchAll(refusing, []), "El correo para direcciones que no existen se rechaza");
    for (const [server, targets] of [
      [taking, []],
      [refusing, [ana]],
    ] as const)
      assert.match(await saidOfCatchAll(server, [...targets]), /^Guardado/);
  });

  it("is that it will be so, where the server does not answer", async (t) => {
    const { server } = await speaking(t, [
      ["220 mx.test\r\n"],
      ["250 mx.test\r\n"],
      ["250 Ok\r\n"],
      ["451 4.3.0 Temporary lookup failure\r\n"],
      ["221 Bye\r\n"],
    ]);
    const closed = { host, port: await closedPort() };
    for (const silent of [server, closed, undefined]) {
      assert.equal(await proveTaken(silent, ana), "mail.waits");
      assert.equal(await proveGone(silent, ana, false), "mail.waits");
      assert.equal(await proveCatchAll(silent, "@mail.test", [ana]), "mail.waits");
    }
  });
});
