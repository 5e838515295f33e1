import contract from "@atrio/contract/messages/es.json";
import dns from "./es/dns.json";
import holding from "./es/holding.json";
import login from "./es/login.json";
import pages from "./es/pages.json";
import shell from "./es/shell.json";
import ui from "./es/ui.json";

/** The Spanish catalogues are the source: their keys are the ids that exist. */
const messages = { ...contract, ...ui, ...shell, ...login, ...pages, ...holding, ...dns };
export default messages;
export type MessageId = keyof typeof messages;
