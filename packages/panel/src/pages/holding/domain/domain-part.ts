import type { Domain } from "@atrio/contract";
import type { Holding } from "../holding.ts";

/** What each card and section of the page is given. */
export interface DomainPart {
  holding: Holding;
  domain: Domain;
}
