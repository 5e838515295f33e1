import { domainToASCII } from "node:url";
import type { Calls } from "@atrio/contract";
import type { Handler, Handlers, PreparedHandler } from "../../http/handler.ts";
import type { Captcha } from "../captcha/captcha.ts";
import type { CompanyReader } from "../config/company.ts";
import { digest, type GuessLimiter, type Limit, networkOf } from "../session/attempts.ts";
import { storeMessage } from "./store.ts";

const perUser = { max: 20, minutes: 24 * 60 };
const perDomain = { max: 5, minutes: 60 };
const perAddress = { max: 5, minutes: 60 };

const requestLimits = (typedDomain: string, ip: string): Limit[] => {
  const domain = domainToASCII(typedDomain.normalize("NFC").replace(/\.$/, "")) || typedDomain;
  return [
    { subject: `message:domain:${digest(domain)}`, ...perDomain },
    { subject: `message:address:${networkOf(ip)}`, ...perAddress },
  ];
};

const contactMessageHandler = (
  company: CompanyReader,
  limiter: GuessLimiter,
): PreparedHandler<Calls["contactMessageSend"]> => ({
  prepare: async ({ input, user, http, read }) => {
    const { id: companyId } = await company.forHost(http.host);
    const { reference } = await read.db
      .selectFrom("atrio.holding")
      .select("reference")
      .where("id", "=", user.holdingId)
      .executeTakeFirstOrThrow();
    await limiter.count([{ subject: `message:user:${user.id}`, ...perUser }]);
    const run: Handler<Calls["contactMessageSend"]> = async ({ change }) => {
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
        item: input.subject,
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
  limiter: GuessLimiter,
): PreparedHandler<Calls["contactRequestSend"]> => ({
  prepare: async ({ input, http, read }) => {
    const { recaptcha_response: response, domain, user: username, name, email, contents } = input;
    const answered = await captcha.check(read, { action: "contact", response, ip: http.ip, host: http.host });
    const { id: companyId } = await company.forHost(http.host);
    await limiter.count(requestLimits(domain, http.ip));
    const run: Handler<Calls["contactRequestSend"]> = async ({ change }) => {
      await answered.spend(change);
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

export const messageHandlers = (captcha: Captcha, company: CompanyReader, limiter: GuessLimiter) =>
  ({
    contactMessageSend: contactMessageHandler(company, limiter),
    contactRequestSend: contactRequestHandler(captcha, company, limiter),
  }) satisfies Handlers<"contactMessageSend" | "contactRequestSend">;
