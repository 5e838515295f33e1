/** What visitors get in place of a site's files at the moment, in the order in which nginx decides it. */
import { type KeyLevels, type Message, allows, calls } from "@atrio/contract";
import { sql } from "kysely";
import type { Read } from "../../db/handles.ts";
import type { Granted } from "../../http/handler.ts";
import { shownAddress } from "./host.ts";

export interface StandsBefore {
  /** Where all of the host leads, if it does. */
  readonly url: string | null;
  /** The traffic of this month. */
  readonly isSpent: boolean;
  readonly isParked: boolean;
}

export async function standsBefore({ db }: Read, holdingId: number, host = ""): Promise<StandsBefore> {
  const { rows } = await sql<StandsBefore>`
    select w.parking as "isParked",
           coalesce(u.traffic_over and u.month = date_trunc('month', now() at time zone 'UTC')::date, false) as "isSpent",
           (select url from atrio.redirection r where r.holding_id = w.holding_id and r.host = ${host} and r.path = '') as url
      from atrio.web_service w left join atrio.web_usage u using (holding_id)
     where w.holding_id = ${holdingId}`.execute(db);
  return rows[0] ?? { url: null, isSpent: false, isParked: false };
}

export const behindParking: Message = "service.behind_parking";
export const behindTraffic: Message = "service.behind_traffic";

type Asked = Pick<Granted<KeyLevels>, "id" | "permissions">;

/** Where it leads is told to who may see redirections. */
export function behindRedirection({ permissions }: Asked, host: string, url: string): Message {
  const address = shownAddress(host);
  return allows(permissions, calls.redirectionList.needs)
    ? { key: "service.behind_redirection", values: { address, url } }
    : { key: "service.behind_redirection_unseen", values: { address } };
}

/** Undefined where visitors get the site. */
export async function insteadOf(read: Read, holding: Asked, host: string): Promise<Message | undefined> {
  const { url, isSpent, isParked } = await standsBefore(read, holding.id, host);
  if (url !== null) return behindRedirection(holding, host, url);
  if (isSpent) return behindTraffic;
  return isParked ? behindParking : undefined;
}
