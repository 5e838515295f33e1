import type { KeyLevels } from "@atrio/contract";
import type { Granted } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";

/** An expired service goes on working, but changes wait for its renewal. */
export function refuseExpired(
  { serviceExpireTs }: Pick<Granted<KeyLevels>, "serviceExpireTs">,
  message: "dns.service_expired" | "mail.service_expired" | "service.expired",
): void {
  if (serviceExpireTs === null || serviceExpireTs * 1000 > Date.now()) return;
  const date = new Date(serviceExpireTs * 1000).toISOString();
  refuse("conflict", { message: { key: message, values: { date } } });
}
