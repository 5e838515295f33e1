import contract from "@atrio/contract/messages/en.json";
import dns from "./en/dns.json";
import holding from "./en/holding.json";
import pages from "./en/pages.json";
import type { MessageId } from "./es.ts";
import first from "./first-en.ts";

export default {
  ...contract,
  ...first,
  ...pages,
  ...holding,
  ...dns,
} satisfies Record<MessageId, string>;
