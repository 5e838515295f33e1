import type { Calls, ReplyOf } from "@atrio/contract";
import { t } from "../../../i18n/i18n.ts";
import { Card } from "../../../ui/Card.tsx";
import { useHolding } from "../holding.ts";
import { ActionsCard } from "./actions/ActionsCard.tsx";
import { ContactsCard } from "./contacts/ContactsCard.tsx";
import { DnssecCard } from "./dnssec/DnssecCard.tsx";
import { changeJobs } from "./domain-changes.ts";
import { DomainFacts } from "./DomainFacts.tsx";
import { Glue } from "./glue/Glue.tsx";
import { NameServers } from "./nameservers/NameServers.tsx";
import { JobNotes } from "./section/JobNotes.tsx";

/** How the domain is found, what can be done with it, whose it is. What the user may not see is not there. */
export function DomainCards({ domain, ...contacts }: ReplyOf<Calls["domainGet"]>) {
  const holding = useHolding();
  const part = { holding, domain };
  const seesNameServers = holding.sees("nameserverInit");
  const seesGlue = holding.sees("glueList");
  const seesDnssec = holding.sees("dnssecList");
  return (
    <>
      <DomainFacts domain={domain} />
      <div className="*:mt-0 *:mb-4">
        <JobNotes
          id={holding.id}
          jobs={changeJobs}
          refused={(reason) => t("domain.change_refused", { reason })}
        />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {(seesNameServers || seesGlue || seesDnssec) && (
          <Card>
            <div className="-my-4 divide-y divide-line">
              {seesNameServers && <NameServers {...part} />}
              {seesGlue && <Glue {...part} />}
              {seesDnssec && <DnssecCard {...part} />}
            </div>
          </Card>
        )}
        <ActionsCard {...part} />
        <ContactsCard {...part} contacts={contacts} />
      </div>
    </>
  );
}
