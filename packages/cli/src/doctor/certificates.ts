/** Certificates that came by themselves and are in use: what ends soon was not renewed when it was due. */
import type { Message } from "@atrio/contract";
import { harmless } from "@atrio/server/harmless.ts";
import { translate } from "@atrio/server/http/language.ts";
import { withClient } from "../client.ts";
import { messageOf } from "../failure.ts";
import { ownerUrl } from "../install/database.ts";
import { type Check, type Finding, fine, wrong } from "./check.ts";

export interface Ending {
  readonly host: string;
  readonly notAfter: Date;
  readonly fault: Message | null;
}

const answerMs = 10_000;

/** Those of an expired service wait, and one that is over for long is not wanted. */
const query = `
  select u.host, c.not_after as "notAfter", u.fault
    from (select a.holding_id, a.host, coalesce(a.certificate_id, s.certificate_id) as id, a.fault
            from atrio.acme_host a left join atrio.subdomain s on s.holding_id = a.holding_id and s.host = a.host) u
    join atrio.certificate c on c.id = u.id join atrio.holding h on h.id = u.holding_id
   where c.not_after between now() - interval '10 days' and now() + least(interval '10 days', (c.not_after - c.not_before) / 4)
     and h.service_expires_at > now()
   order by c.not_after`;

export function judgeEnding(ending: readonly Ending[], areOrdered: boolean): Finding {
  const [first] = ending;
  if (!first) return fine("no automatic certificate in use ends within 10 days");
  const count = ending.length === 1 ? "one ends" : `${ending.length} end`;
  const reason = first.fault === null ? "" : `: ${translate("en", first.fault)}`;
  return wrong(
    harmless(
      `${count} within 10 days or ended, first ${first.host} on ${first.notAfter.toISOString().slice(0, 10)}${reason}`,
    ),
    areOrdered
      ? "What waits and why: atrio platform acme show; atrio logs acme"
      : "Nobody renews them: atrio platform acme on --help",
  );
}

export const certificatesOfSites: Check = {
  title: "Certificates of sites",
  async look(home, { names }) {
    if (!names.includes("acme")) return [];
    try {
      return await withClient(ownerUrl(home), answerMs, async (client) => {
        const { rows: ending } = await client.query<Ending>(query);
        const { rows: authorities } = await client.query("select from atrio.acme");
        return [judgeEnding(ending, authorities.length > 0)];
      });
    } catch (error) {
      return [wrong(`they cannot be looked at: ${messageOf(error)}`, "atrio status; atrio logs postgres")];
    }
  },
};
