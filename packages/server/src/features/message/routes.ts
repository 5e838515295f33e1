import { domainToASCII } from "node:url";
import type { Calls } from "@atrio/contract";
import type { Handler, Handlers, PreparedHandler } from "../../http/handler.ts";
import type { Captcha } from "../captcha/captcha.ts";
import type { CompanyReader } from "../config/company.ts";
import { countAct, digest, type Limit, networkOf } from "../session/attempts.ts";
import { storeMessage } from "./store.ts";

const perUser = { max: 20, minutes: 24 * 60 };
/** Past its limit a domain is still heard from each address a few times: no stranger can silence a customer. */
const perDomain = { max: 5, minutes: 60 };
const perDomainAndAddress = { max: 2, minutes: 60 };
const perAddress = { max: 5, minutes: 60 };

const requestLimits = (typedDomain: string, ip: string): Limit[] => {
  const domain = domainToASCII(typedDomain.normalize("NFC").replace(/\.$/, "")) || typedDomain;
  const subject = `message:domain:${digest(domain)}`;
  const network = networkOf(ip);
  return [
    { subject, ...perDomain, or: { subject: `${subject}:${network}`, ...perDomainAndAddress } },
    { subject: `message:address:${network}`, ...perAddress },
  ];
};

const contactMessageHandler = (company: CompanyReader): PreparedHandler<Calls["contactMessageSend"]> => ({
  prepare: async ({ input, user, http, read }) => {
    const { id: companyId } = await company.forHost(http.host);
    const { reference } = await read.db
      .selectFrom("atrio.holding")
      .select("reference")
      .where("id", "=", user.holdingId)
      .executeTakeFirstOrThrow();
    const run: Handler<Calls["contactMessageSend"]> = async ({ change }) => {
      await countAct(change, [{ subject: `message:user:${user.id}`, ...perUser }]);
      const message = await storeMessage(change, {
        kind: "contact",
        companyId,
        userId: user.id,
        domain: reference,
        username: user.username,
        name: null,
        email: input.email,
        subject: input.subject,
        contents: input.contents,
        language: http.language,
        ip: http.ip,
      });
      await change.record({
        holdingId: user.holdingId,
        area: "message",
        act: "contactMessageSend",
        // The journal keeps for ever: what was written goes with the message.
        item: null,
        before: null,
        after: { message },
      });
      return { data: null, info: "contact_message.received" };
    };
    return run;
  },
});

/**
 * From somebody who can't sign in. Whether the domain or the user exists is never looked up: nothing of the answer, its time
 * included, can depend on it. Nobody is there to keep an Idempotency-Key for; a captcha's answer counts once, so a repeated
 * request is refused rather than sent twice.
 */
const contactRequestHandler = (
  captcha: Captcha,
  company: CompanyReader,
): PreparedHandler<Calls["contactRequestSend"]> => ({
  prepare: async ({ input, http }) => {
    const { recaptcha_response: response, domain, user: username, name, email, contents } = input;
    const answered = await captcha.check({ action: "contact", response, ip: http.ip, host: http.host });
    const { id: companyId } = await company.forHost(http.host);
    const run: Handler<Calls["contactRequestSend"]> = async ({ change }) => {
      await answered.spend(change.db);
      await countAct(change, requestLimits(domain, http.ip));
      const message = await storeMessage(change, {
        kind: "request",
        companyId,
        userId: null,
        domain,
        username,
        name,
        email,
        subject: null,
        contents,
        language: http.language,
        ip: http.ip,
      });
      await change.record({
        holdingId: null,
        area: "message",
        act: "contactRequestSend",
        // What a stranger typed may be a password in the wrong field.
        item: null,
        before: null,
        after: { message },
      });
      return { data: null, info: "contact_message.received" };
    };
    return run;
  },
});

export const messageHandlers = (captcha: Captcha, company: CompanyReader) =>
  ({
    contactMessageSend: contactMessageHandler(company),
    contactRequestSend: contactRequestHandler(captcha, company),
  }) satisfies Handlers<"contactMessageSend" | "contactRequestSend">;
