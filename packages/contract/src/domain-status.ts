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
type DomainStatus = keyof typeof messages;

const isStatus = (status: string): status is DomainStatus => Object.hasOwn(messages, status);

/** The registry's word for it where it is none of ours. */
export const statusMessage = (status: string): MessageKey | null =>
  isStatus(status) ? messages[status] : null;
