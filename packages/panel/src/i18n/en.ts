import contract from "@atrio/contract/messages/en.json";
import dns from "./en/dns.json";
import type { MessageId } from "./es.ts";
import holding from "./en/holding.json";
import login from "./en/login.json";
import pages from "./en/pages.json";
import shell from "./en/shell.json";
import ui from "./en/ui.json";

export default {
  ...contract,
  ...ui,
  ...shell,
  ...login,
  ...pages,
  ...holding,
  ...dns,
} satisfies Record<MessageId, string>;
