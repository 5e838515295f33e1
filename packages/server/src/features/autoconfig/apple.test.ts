import assert from "node:assert/strict";
import { after, before, describe, it, mock } from "node:test";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import * as z from "zod/mini";
import { makeApp, type TestApp } from "../../../test/helpers/app.ts";
import type { TestUser } from "../../../test/helpers/user.ts";
import { profileLifeSeconds } from "./profile-token.ts";

let panel: TestApp;
let holding: { id: number };
let owner: TestUser;
let ana: number;

const addMailbox = async (name: string, holdingId: number): Promise<number> => {
  const { id } = await panel.db
    .insertInto("atrio.mailbox")
    .values({ holding_id: holdingId, local_part: name, address: "", password_hash: "{ARGON2ID}$argon2id$x" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

before(async () => {
  panel = await makeApp();
  holding = await panel.addHolding("uno.test");
  owner = await panel.asUser({ [holding.id]: { servicemail_accounts: "read" } });
  ana = await addMailbox("ana", holding.id);
  await panel.db
    .updateTable("atrio.platform")
    .set({ imap_ssl_host: "imap.platform.test", smtp_ssl_host: "smtp.platform.test" })
    .execute();
  await panel.db.insertInto("atrio.company_host").values({ host: "panel.test", company_id: 1 }).execute();
  await panel.db.updateTable("atrio.company").set({ name: `Núria & <"Sons">` }).execute();
});
after(() => panel.stop());

const link = (cid: number, headers = {}) =>
  owner.call("mailboxProfileLink", {
    params: { id: holding.id, cid },
    headers: { host: "panel.test:8443", ...headers },
  });
const pathOf = (url: string) => new URL(url).pathname;
const fetchProfile = (url: string) => panel.app.inject({ url: pathOf(url), headers: { host: "panel.test" } });

const uuid = z
  .string()
  .check(z.regex(/^[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/));
const reverseName = z.string().check(z.regex(/^[a-z0-9.-]+$/));
const payload = { PayloadVersion: z.literal(1), PayloadIdentifier: reverseName, PayloadUUID: uuid };
const server = z.string().check(z.regex(/^[a-z0-9.-]+$/));
/** Apple, "TopLevel" and "Mail" of Device Management's profiles: what is required, and nothing unknown. */
const profileSchema = z.strictObject({
  ...payload,
  PayloadType: z.literal("Configuration"),
  PayloadDisplayName: z.string(),
  PayloadDescription: z.string(),
  PayloadOrganization: z.string(),
  PayloadRemovalDisallowed: z.literal(false),
  PayloadContent: z.tuple([
    z.strictObject({
      ...payload,
      PayloadType: z.literal("com.apple.mail.managed"),
      PayloadDisplayName: z.string(),
      EmailAccountDescription: z.string(),
      EmailAccountType: z.literal("EmailTypeIMAP"),
      EmailAddress: z.string(),
      IncomingMailServerAuthentication: z.literal("EmailAuthPassword"),
      IncomingMailServerHostName: server,
      IncomingMailServerPortNumber: z.int(),
      IncomingMailServerUseSSL: z.literal(true),
      IncomingMailServerUsername: z.string(),
      OutgoingMailServerAuthentication: z.literal("EmailAuthPassword"),
      OutgoingMailServerHostName: server,
      OutgoingMailServerPortNumber: z.int(),
      OutgoingMailServerUseSSL: z.literal(true),
      OutgoingMailServerUsername: z.string(),
      OutgoingPasswordSameAsIncomingPassword: z.literal(true),
    }),
  ]),
});

type Node = Record<string, readonly Node[] | string>;
const parser = new XMLParser({ preserveOrder: true, parseTagValue: false, processEntities: true });
const childrenOf = (node: Node): readonly Node[] => {
  const [inner] = Object.values(node);
  return Array.isArray(inner) ? inner : [];
};
const nameOf = (node: Node): string => Object.keys(node)[0] ?? "";
const textOf = (node: Node): string => {
  const text = childrenOf(node)[0]?.["#text"];
  return typeof text === "string" ? text : "";
};

/** Property lists, as far as a profile uses them. */
function valueOf(node: Node): unknown {
  const name = nameOf(node);
  if (name === "string") return textOf(node);
  if (name === "integer") return Number(textOf(node));
  if (name === "true" || name === "false") return name === "true";
  const inner = childrenOf(node);
  if (name === "array") return inner.map(valueOf);
  assert.equal(name, "dict");
  const pairs = Array.from({ length: inner.length / 2 }, (_, index) => inner.slice(2 * index, 2 * index + 2));
  return Object.fromEntries(
    pairs.map(([key = {}, value = {}]) => {
      assert.equal(nameOf(key), "key");
      return [textOf(key), valueOf(value)];
    }),
  );
}

function profileIn(xml: string) {
  assert.equal(XMLValidator.validate(xml), true);
  assert.match(
    xml,
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<!DOCTYPE plist PUBLIC "-\/\/Apple\/\/DTD PLIST 1\.0\/\/EN"/,
  );
  const plist: Node = parser.parse(xml).find((node: Node) => nameOf(node) === "plist") ?? {};
  const [root = {}] = childrenOf(plist);
  return profileSchema.parse(valueOf(root));
}

const profileOf = async (cid: number) => profileIn((await fetchProfile((await link(cid)).data.url)).body);

describe("Apple's profile", () => {
  it("is fetched by a link without a session, and has all but the password", async () => {
    const { data } = await link(ana);
    assert.match(data.url, /^http:\/\/panel\.test:8443\/mail-profile\/[A-Za-z0-9_-]{39}$/);
    assert.ok(Math.abs(data.expireTS - Date.now() / 1000 - profileLifeSeconds) < 60);
    const reply = await fetchProfile(data.url);
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.headers["content-type"], "application/x-apple-aspen-config");
    assert.equal(reply.headers["cache-control"], "no-store");
    const { PayloadOrganization, PayloadContent } = profileIn(reply.body);
    assert.equal(PayloadOrganization, `Núria & <"Sons">`);
    const [mail] = PayloadContent;
    assert.deepEqual(
      [mail.EmailAddress, mail.IncomingMailServerUsername, mail.OutgoingMailServerUsername],
      ["ana@uno.test", "ana@uno.test", "ana@uno.test"],
    );
    assert.deepEqual(
      [mail.IncomingMailServerHostName, mail.IncomingMailServerPortNumber],
      ["imap.platform.test", 993],
    );
    assert.deepEqual(
      [mail.OutgoingMailServerHostName, mail.OutgoingMailServerPortNumber],
      ["smtp.platform.test", 465],
    );
  });

  it("takes the place of the one installed before, and of no other's", async () => {
    const other = await addMailbox("bea", holding.id);
    const [first, again, bea] = [await profileOf(ana), await profileOf(ana), await profileOf(other)];
    assert.deepEqual(first, again);
    assert.notEqual(first.PayloadUUID, bea.PayloadUUID);
    assert.notEqual(first.PayloadUUID, first.PayloadContent[0].PayloadUUID);
  });

  it("speaks the language of who made the link", async () => {
    for (const [language, words] of [
      ["en", /^Sets up the mail of ana@uno\.test/],
      ["es", /^Configura el correo de ana@uno\.test/],
    ] as const) {
      const { data } = await link(ana, { "accept-language": language });
      assert.match(profileIn((await fetchProfile(data.url)).body).PayloadDescription, words);
    }
  });

  it("is nobody's without a link that is ours and good", async () => {
    const { data } = await link(ana);
    const token = pathOf(data.url).split("/").at(-1) ?? "";
    const turned = token.replace(/^./, (first) => (first === "A" ? "B" : "A"));
    for (const wrong of ["", "x", turned, token.slice(1), `${token}A`, "A".repeat(39)])
      assert.equal((await fetchProfile(`http://panel.test/mail-profile/${wrong}`)).statusCode, 404, wrong);
    mock.timers.enable({ apis: ["Date"], now: (data.expireTS - 1) * 1000 });
    assert.equal((await fetchProfile(data.url)).statusCode, 200);
    mock.timers.setTime(data.expireTS * 1000);
    assert.equal((await fetchProfile(data.url)).statusCode, 404);
    mock.timers.reset();
  });

  it("ends with its mailbox", async () => {
    const gone = await addMailbox("gone", holding.id);
    const { data } = await link(gone);
    await panel.db
      .updateTable("atrio.mailbox")
      .set({ deleted_at: new Date() })
      .where("id", "=", gone)
      .execute();
    assert.equal((await fetchProfile(data.url)).statusCode, 404);
    assert.equal((await link(gone)).status, 404);
  });

  it("is not offered for another service's mailbox", async () => {
    const foreign = await addMailbox("foreign", (await panel.addHolding("dos.test")).id);
    assert.equal((await link(foreign)).status, 404);
  });
});
