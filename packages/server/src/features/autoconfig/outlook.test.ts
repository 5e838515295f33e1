import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { XMLParser } from "fast-xml-parser";
import * as z from "zod/mini";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp();
  await panel.addHolding("uno.test");
  await panel.db
    .updateTable("atrio.platform")
    .set({ imap_ssl_host: "imap.platform.test", smtp_ssl_host: "smtp.platform.test" })
    .execute();
});
after(() => panel.stop());

const path = "/autodiscover/autodiscover.xml";
/** As Outlook sends it. */
const request = (address: string, before = "") => `<?xml version="1.0" encoding="utf-8"?>${before}
<Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/requestschema/2006">
  <Request>
    <EMailAddress>${address}</EMailAddress>
    <AcceptableResponseSchema>http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a</AcceptableResponseSchema>
  </Request>
</Autodiscover>`;
const ask = (payload: string, url = path, type = "text/xml") =>
  panel.app.inject({ method: "POST", url, payload, headers: { "content-type": type } });

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@", parseTagValue: false });
const on = z.literal("on");
const off = z.literal("off");
const way = {
  Server: z.string(),
  Port: z.string().check(z.regex(/^[1-9]\d{1,4}$/)),
  DomainRequired: off,
  LoginName: z.string(),
  SPA: off,
  SSL: on,
  Encryption: z.literal("SSL"),
  AuthRequired: on,
};
/** [MS-OXDSCLI], 2.2.4: the part for Internet mail, and nothing beside it. */
const document = z.strictObject({
  "?xml": z.strictObject({ "@version": z.literal("1.0"), "@encoding": z.literal("UTF-8") }),
  Autodiscover: z.strictObject({
    "@xmlns": z.literal("http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006"),
    Response: z.strictObject({
      "@xmlns": z.literal("http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a"),
      User: z.strictObject({ DisplayName: z.string() }),
      Account: z.strictObject({
        AccountType: z.literal("email"),
        Action: z.literal("settings"),
        Protocol: z.tuple([
          z.strictObject({ Type: z.literal("IMAP"), ...way }),
          z.strictObject({ Type: z.literal("SMTP"), ...way, UsePOPAuth: on }),
        ]),
      }),
    }),
  }),
});

describe("Microsoft's autodiscovery", () => {
  it("answers with the servers and the address to sign in with", async () => {
    const reply = await ask(request(" Ana@UNO.test "));
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.headers["content-type"], "application/xml");
    const { Response } = document.parse(parser.parse(reply.body)).Autodiscover;
    assert.deepEqual(
      Response.Account.Protocol.map(({ Server, Port, LoginName }) => [Server, Port, LoginName]),
      [
        ["imap.platform.test", "993", "ana@uno.test"],
        ["smtp.platform.test", "465", "ana@uno.test"],
      ],
    );
  });

  it("is found in any case, under the name made for it too, and asked by POST", async () => {
    for (const url of [
      "/Autodiscover/Autodiscover.xml",
      "/AutoDiscover/AutoDiscover.xml",
      "/AUTODISCOVER/autodiscover.XML",
    ])
      assert.equal((await ask(request("ana@uno.test"), url)).statusCode, 200, url);
    const headers = { host: "autodiscover.uno.test", "content-type": "text/xml; charset=utf-8" };
    const named = await panel.app.inject({
      method: "POST",
      url: path,
      headers,
      payload: request("ana@uno.test"),
    });
    assert.equal(named.statusCode, 200);
    assert.equal((await panel.app.inject({ url: path })).statusCode, 404);
  });

  it("tells nobody which mailboxes there are, and nothing of domains without mail here", async () => {
    assert.equal((await ask(request("nobody@uno.test"))).statusCode, 200);
    const reply = await ask(request("ana@elsewhere.test"));
    assert.deepEqual([reply.statusCode, reply.body], [404, ""]);
  });

  it("takes nothing in a request but the address", async () => {
    const entity = '<!DOCTYPE a [<!ENTITY who SYSTEM "file:///etc/passwd">]>';
    for (const payload of [
      "",
      "<",
      request(""),
      request("ana"),
      request("&who;@uno.test", entity),
      request("a<b>@uno.test"),
    ])
      assert.equal((await ask(payload)).statusCode, 400, payload);
    assert.equal((await ask(request("ana@uno.test") + " ".repeat(8192))).statusCode, 413);
    assert.equal((await ask("{}", path, "application/json")).statusCode, 415);
  });
});
