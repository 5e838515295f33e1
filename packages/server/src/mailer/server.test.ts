import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, it } from "node:test";
import { makeCertificate, openInbox } from "../../test/smtp.ts";
import type { Vault } from "../vault/client.ts";
import type { DueMessage } from "./letter.ts";
import { send } from "./server.ts";

const unused = () => Promise.reject(new Error("no password is set"));
const vault: Vault = { seal: unused, rewrap: unused, ping: unused, open: unused };
const settings = {
  host: "127.0.0.1",
  port: 0,
  security: "none",
  username: null,
  passwordSealed: null,
  ca: null,
  fromAddress: "panel@operator.test",
} as const;
const message = (given: Partial<DueMessage> = {}): DueMessage => ({
  id: 1,
  uuid: randomUUID(),
  kind: "contact",
  company: "Nube",
  recipient: "help@operator.test",
  domain: "customer.test",
  username: "ana",
  name: null,
  email: "ana@customer.test",
  subject: "Hi",
  contents: "Hello",
  language: "en",
  ip: "192.0.2.7",
  createdAt: new Date(),
  ...given,
});

describe("a server that talks and never takes the message", () => {
  it("is hung up on", async () => {
    const closed = Promise.withResolvers<void>();
    const talker = createServer((socket) => {
      socket.write("220 hello\r\n");
      const more = setInterval(() => socket.write("250-and more\r\n"), 20);
      socket.on("error", () => {});
      socket.on("close", () => {
        clearInterval(more);
        closed.resolve();
      });
    }).listen(0, "127.0.0.1");
    await once(talker, "listening");
    const address = talker.address();
    const port = typeof address === "object" && address ? address.port : assert.fail();
    const refusal = await send({ ...settings, port }, vault, message(), 300);
    assert.deepEqual(refusal, { reason: "not taken within 0.3 seconds", ofAll: true });
    await closed.promise;
    talker.close();
  });

  it("is hung up on over TLS too", async () => {
    const certificate = makeCertificate();
    const never = Promise.withResolvers<void>();
    const box = await openInbox({
      tls: { certificate, from: "start" },
      beforeTaking: () => never.promise,
    });
    const refusal = await send(
      { ...settings, port: box.port, security: "tls", ca: certificate.cert },
      vault,
      message(),
      500,
    );
    assert.match(refusal?.reason ?? "", /^not taken within/);
    assert.equal(box.mails.length, 0);
    never.resolve();
    await box.close();
  });
});

describe("what customers typed", () => {
  it("is read as it was typed, or by its code", async () => {
    const box = await openInbox();
    const { port, mails } = box;
    const word = "=?utf-8?q?Your_invoice?=";
    await send({ ...settings, port }, vault, message({ subject: word, name: word }));
    const override = { subject: "invoice\u202Efdp.exe", username: "ana\u202Eroot" };
    await send({ ...settings, port }, vault, message(override));
    const [first = assert.fail(), second = assert.fail()] = mails;
    assert.deepEqual(first.headers.get("subject"), ["=\\u{3F}utf-8?q?Your_invoice?="]);
    assert.doesNotMatch(first.headers.get("reply-to")?.[0] ?? "", /Your invoice|=\?utf-8/);
    assert.deepEqual(second.headers.get("subject"), ["invoice\\u{202E}fdp.exe"]);
    assert.match(second.text, /^User: ana\\u\{202E\}root$/m);
    await box.close();
  });
});
