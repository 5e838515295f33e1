/** The three switches of a domain. */
import type { Calls, Domain, KeyLevels, Message } from "@atrio/contract";
import type { Kysely } from "kysely";
import type { Change } from "../../db/handles.ts";
import type { DB } from "../../db/schema.gen.ts";
import type { Granted, Outcome } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { lockDomain, refuseClosed, refuseNotOffered } from "./lock.ts";
import { afterOrder, placeOrder } from "./order.ts";
import { showDomain } from "./shown.ts";

export type ToggleName = "domainToggleTransferBlock" | "domainToggleWhoisPrivacy" | "domainToggleBlock";

interface Switch {
  readonly order: "transferLock" | "privacy" | "block";
  readonly field: "transferBlock" | "whoisPrivacy" | "blocked";
  readonly offered: "transferBlock" | "whoisPrivacy" | "block";
  readonly done: Readonly<Record<"on" | "off", Message>>;
}

const switches: Readonly<Record<ToggleName, Switch>> = {
  domainToggleTransferBlock: {
    order: "transferLock",
    field: "transferBlock",
    offered: "transferBlock",
    done: { on: "domain.transfer_block_on", off: "domain.transfer_block_off" },
  },
  domainToggleWhoisPrivacy: {
    order: "privacy",
    field: "whoisPrivacy",
    offered: "whoisPrivacy",
    done: { on: "domain.whois_privacy_on", off: "domain.whois_privacy_off" },
  },
  domainToggleBlock: {
    order: "block",
    field: "blocked",
    offered: "block",
    done: { on: "domain.block_on", off: "domain.block_off" },
  },
};

function refuseSwitch(domain: Domain, turned: Switch): void {
  if (!domain.capabilities[turned.offered]) refuseNotOffered(domain);
  if (turned.order === "transferLock" && domain.transferBlockByRegistry)
    refuse("conflict", { message: "domain.locked_by_registry" });
}

/** Switched to what it is already, nothing is asked of the registry. */
export async function toggle(
  db: Kysely<DB>,
  act: ToggleName,
  change: Change,
  holding: Granted<KeyLevels>,
  value: boolean | undefined,
): Promise<Outcome<Calls[ToggleName]>> {
  const turned = switches[act];
  const locked = await lockDomain(change, holding);
  const domain = await showDomain(change, holding);
  const on = value ?? !domain[turned.field];
  const data = { domain, undo: null };
  if (on === domain[turned.field]) {
    change.unchanged();
    return { data };
  }
  // a block can be taken off a blocked domain
  refuseClosed(turned.order === "block" ? { ...locked, blocked: false } : locked);
  refuseSwitch(domain, turned);
  const order = await placeOrder(change, holding, {
    kind: turned.order,
    wanted: { on },
    act,
    item: domain.name,
  });
  const after = afterOrder(db, order, turned.done[on ? "on" : "off"], async (read, undo) => ({
    domain: await showDomain(read, holding),
    undo,
  }));
  return { data, info: "domain.requested", job: order.job, after };
}
