import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { XMLParser } from "fast-xml-parser";
import * as z from "zod/mini";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";

let panel: TestApp;
before(async () => {
  panel = await makeApp({ mailPorts: { imap: 143, imaps: 993, submission: 5587, submissions: 465 } });
  await panel.addHolding("uno.test");
  await panel.addHolding("xn--espaa-rta.test");
  await panel.addHolding("dominio.test", { serviceKind: null });
  await panel.db
    .updateTable("atrio.platform")
    .set({ imap_ssl_host: "imap.platform.test", smtp_ssl_host: "smtp.platform.test" })
    .execute();
  await panel.db.insertInto("atrio.company_host").values({ host: "panel.test", company_id: 1 }).execute();
});
after(() => panel.stop());

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  isArray: (name) => name.endsWith("Server"),
});
const paths = ["/mail/config-v1.1.xml", "/.well-known/autoconfig/mail/config-v1.1.xml"] as const;
const ask = (url: string, host = "panel.test", method: "GET" | "POST" = "GET") =>
  panel.app.inject({ method, url, headers: { host } });

const askOf = (address: string) => ask(`${paths[0]}?emailaddress=${encodeURIComponent(address)}`);

/** The part of the format that this server writes, and nothing beside it. */
const server = <const Type extends string>(type: Type) =>
  z.strictObject({
    "@type": z.literal(type),
    hostname: z.string().check(z.regex(/^[a-z0-9.-]+$/)),
    port: z.string().check(z.regex(/^[1-9]\d{1,4}$/)),
    socketType: z.enum(["SSL", "STARTTLS"]),
    authentication: z.literal("password-cleartext"),
    username: z.literal("%EMAILADDRESS%"),
  });
const document = z.strictObject({
  "?xml": z.strictObject({ "@version": z.literal("1.0"), "@encoding": z.literal("UTF-8") }),
  clientConfig: z.strictObject({
    "@version": z.literal("1.1"),
    emailProvider: z.strictObject({
      "@id": z.string(),
      domain: z.string(),
      displayName: z.string(),
      displayShortName: z.string(),
      incomingServer: z.array(server("imap")).check(z.minLength(1)),
      outgoingServer: z.array(server("smtp")).check(z.minLength(1)),
    }),
  }),
});
const providerIn = (body: string) => document.parse(parser.parse(body)).clientConfig.emailProvider;

describe("Mozilla's autoconfiguration", () => {
  it("says how the mail of a domain is read and sent, the best way first", async () => {
    for (const path of paths) {
      const reply = await ask(`${path}?emailaddress=ana%40uno.test`);
      assert.equal(reply.statusCode, 200);
      assert.equal(reply.headers["content-type"], "application/xml");
      const provider = providerIn(reply.body);
      assert.deepEqual([provider["@id"], provider.domain], ["uno.test", "uno.test"]);
      const ways = [...provider.incomingServer, ...provider.outgoingServer];
      assert.deepEqual(
        ways.map(({ hostname, port, socketType }) => `${hostname}:${port} ${socketType}`),
        [
          "imap.platform.test:993 SSL",
          "imap.platform.test:143 STARTTLS",
          "smtp.platform.test:465 SSL",
          "smtp.platform.test:5587 STARTTLS",
        ],
      );
    }
  });

  it("goes by the host where no address is asked about", async () => {
    for (const [path, host] of [
      [paths[0], "autoconfig.uno.test"],
      [paths[0], "autoconfig.uno.test:8080"],
      [paths[1], "UNO.test"],
    ] as const)
      assert.equal(providerIn((await ask(path, host)).body).domain, "uno.test", host);
  });

  it("is at a domain itself only where the domain has mail here, and only by its well-known address", async () => {
    for (const [path, host] of [
      [paths[1], "dominio.test"],
      [`${paths[1]}?emailaddress=ana@uno.test`, "evil.test"],
      [paths[0], "uno.test"],
      ["/login/", "uno.test"],
    ] as const)
      assert.equal((await ask(path, host)).statusCode, 421, `${host}${path}`);
  });

  it("answers the same for each address of a domain, and nothing for domains without mail here", async () => {
    assert.equal((await askOf("ana@uno.test")).body, (await askOf("nobody@uno.test")).body);
    for (const address of ["ana@dominio.test", "ana@elsewhere.test", "", "uno.test", "'@\u{0}"]) {
      const { statusCode, body } = await askOf(address);
      assert.deepEqual([statusCode, body], [404, ""], address);
    }
  });

  it("knows domains as people write them", async () => {
    const reply = await askOf("ana@españa.test");
    const { domain, displayName } = providerIn(reply.body);
    assert.deepEqual([domain, displayName], ["xn--espaa-rta.test", "españa.test"]);
  });

  it("is all that is under the names which programs make up", async () => {
    for (const host of ["autoconfig.uno.test", "autodiscover.uno.test", "AutoConfig.elsewhere.test:80"])
      for (const url of ["/", "/login/", "/admin/", "/api/config/get/", "/brand/x.svg", "/mail-profile/x"])
        assert.equal((await ask(url, host)).statusCode, 404, `${host}${url}`);
    assert.equal((await ask("/api/config/get/", "panel.test")).statusCode, 200);
  });
});
