/** What a mailbox may hold, of what its service may hold in all. Asked under the service's lock. */
import { type Message, type MessageValues, quotaMin, sizeParts } from "@atrio/contract";
import type { Change } from "../../db/handles.ts";
import { refuse } from "../../http/refuse.ts";
import { type MailLimits, named, readUse } from "../mail/service.ts";

const usual = 1024 ** 3;

/** For a message: `{left, number} {leftUnit}`. Never more than there is. */
function size(name: "left" | "size" | "total" | "used", bytes: number): MessageValues {
  const { number, unit } = sizeParts(bytes);
  return { [name]: Math.floor(number * 100) / 100, [`${name}Unit`]: unit };
}

interface Room {
  readonly left: number;
  readonly total: number;
}
const told = ({ left, total }: Room) => ({ ...size("left", left), ...size("total", total) });

/** What is left for this one beside the others; null where the service has no limit. */
async function roomFor(
  change: Change,
  holdingId: number,
  { quota: total }: MailLimits,
  id: number,
): Promise<Room | null> {
  if (total === null) return null;
  const { allotted } = await readUse(change, holdingId, id);
  return { left: Math.max(0, total - allotted), total };
}

export const quotaNews = (address: string, quota: number | null): Message =>
  quota === null
    ? { key: "mail.quota_unlimited", values: named(address) }
    : { key: "mail.quota_set", values: { ...named(address), ...size("size", quota) } };

/** The usual one, or what the service has left. */
export async function usualQuota(
  change: Change,
  holdingId: number,
  limits: MailLimits,
  id: number,
): Promise<number> {
  const room = await roomFor(change, holdingId, limits, id);
  if (!room) return usual;
  if (room.left < quotaMin)
    refuse("conflict", { fields: { quota: { key: "mail.quota_left", values: told(room) } } });
  return Math.min(usual, room.left);
}

interface WantedQuota {
  readonly id: number;
  readonly quota: number | null;
  /** What is in the mailbox already. */
  readonly usage: number;
  /** Whether the form has a field for it. */
  readonly asked: boolean;
}

/** A mailbox that were full at once would take no more mail: less than it holds is refused as well. */
export async function refuseQuota(
  change: Change,
  holdingId: number,
  limits: MailLimits,
  { id, quota, usage, asked }: WantedQuota,
): Promise<void> {
  const say = (key: "mail.quota_left" | "mail.quota_needed" | "mail.quota_used", values: MessageValues) =>
    asked
      ? refuse("invalid", { fields: { quota: { key, values } } })
      : refuse("conflict", { message: { key, values } });
  const room = await roomFor(change, holdingId, limits, id);
  if (room && quota === null) say("mail.quota_needed", told(room));
  if (room && quota !== null && quota > room.left) say("mail.quota_left", told(room));
  if (asked && quota !== null && quota < usage) say("mail.quota_used", size("used", usage));
}
