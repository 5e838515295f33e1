import contract from "@atrio/contract/messages/es.json" with { type: "json" };
import contact from "./es/contact.json" with { type: "json" };
import dashboard from "./es/dashboard.json" with { type: "json" };
import dns from "./es/dns.json" with { type: "json" };
import holding from "./es/holding.json" with { type: "json" };
import pages from "./es/pages.json" with { type: "json" };
import palette from "./es/palette.json" with { type: "json" };
import first from "./first-es.ts";

/** The Spanish catalogues are the source: their keys are the ids that exist. */
const messages = {
  ...contract,
  ...first,
  ...pages,
  ...holding,
  ...dns,
  ...dashboard,
  ...contact,
  ...palette,
};
export default messages;
export type MessageId = keyof typeof messages;
