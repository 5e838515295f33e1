import contract from "@atrio/contract/messages/en.json" with { type: "json" };
import contact from "./en/contact.json" with { type: "json" };
import dashboard from "./en/dashboard.json" with { type: "json" };
import dns from "./en/dns.json" with { type: "json" };
import holding from "./en/holding.json" with { type: "json" };
import pages from "./en/pages.json" with { type: "json" };
import palette from "./en/palette.json" with { type: "json" };
import type { MessageId } from "./es.ts";
import first from "./first-en.ts";

export default {
  ...contract,
  ...first,
  ...pages,
  ...holding,
  ...dns,
  ...dashboard,
  ...contact,
  ...palette,
} satisfies Record<MessageId, string>;
