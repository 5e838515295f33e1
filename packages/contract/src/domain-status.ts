import type { MessageKey } from "./message.ts";

/** How a domain may stand at its registry, and what that is called. */
const messages = {
  "register-init": "domain.status.register_init",
  "register-pending": "domain.status.register_pending",
  "register-cancel": "domain.status.register_cancel",
  "transfer-init": "domain.status.transfer_init",
  "transfer-pending": "domain.status.transfer_pending",
  "transfer-cancel": "domain.status.transfer_cancel",
  inactive: "domain.status.inactive",
  active: "domain.status.active",
  renewed: "domain.status.renewed",
  hold: "domain.status.hold",
  "expired-renewgrace": "domain.status.expired_renewgrace",
  "expired-redemption": "domain.status.expired_redemption",
  "expired-pendingdelete": "domain.status.expired_pendingdelete",
} as const satisfies Record<string, MessageKey>;
export type DomainStatus = keyof typeof messages;

const isStatus = (status: string): status is DomainStatus => Object.hasOwn(messages, status);

/** Past the days in which it could be renewed: it takes no change until it is recovered, if it is. */
export const isExpired = (status: string): boolean =>
  status === "expired-redemption" || status === "expired-pendingdelete";

/** The registry's word for it where it is none of ours. */
export const statusMessage = (status: string): MessageKey | null =>
  isStatus(status) ? messages[status] : null;
