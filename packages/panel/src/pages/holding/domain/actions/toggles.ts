import type { CallName, Domain, PendingChange } from "@atrio/contract";

interface ToggleDescription {
  readonly call: CallName;
  /** What is told to be open while the registry has not done it. */
  readonly pending: PendingChange;
  /** Where the registry does not offer it, there is no such row. */
  readonly capability: keyof Domain["capabilities"];
}

export const toggles = {
  transferBlock: {
    call: "domainToggleTransferBlock",
    pending: "transferLock",
    capability: "transferBlock",
  },
  whoisPrivacy: { call: "domainToggleWhoisPrivacy", pending: "privacy", capability: "whoisPrivacy" },
  blocked: { call: "domainToggleBlock", pending: "block", capability: "block" },
} as const satisfies Record<string, ToggleDescription>;

export type Toggle = keyof typeof toggles;
/** In the order of their rows. */
export const toggleNames: readonly Toggle[] = ["transferBlock", "whoisPrivacy", "blocked"];
