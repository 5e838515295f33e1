/** Tasks that must not be asked for. */
import assert from "node:assert/strict";

export const never = () => assert.fail("ran");
export const tasksNever = {
  "dns.proof": never,
  "dnssec.switch": never,
  "mail.kick": never,
  "web.apply": never,
  "web.htaccess": never,
  "web.usage": never,
};
