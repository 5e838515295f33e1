import { statusMessage } from "@atrio/contract/domain-status.ts";
import { words } from "../../i18n/i18n.ts";

/** How the registry has a domain, in words. */
export const statusWords = (status: string): string => words(statusMessage(status) ?? status);
