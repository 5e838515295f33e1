import type { DnssecRecord, DnssecStatus } from "@atrio/contract";
import { t } from "../../../../i18n/i18n.ts";
import { CardSection } from "../section/CardSection.tsx";
import { lockOf } from "../domain-access.ts";
import type { DomainPart } from "../domain-part.ts";
import { EditButton } from "../section/EditButton.tsx";
import { PendingNote } from "../section/PendingNote.tsx";
import { SectionState } from "../section/SectionState.tsx";
import { ShownFew } from "../section/ShownFew.tsx";
import { ChainBadge, Checking } from "./ChainBadge.tsx";
import { kindOf } from "./dnssec-names.ts";
import { useDnssecList, useDnssecStatus } from "./dnssec-queries.ts";
import { DnssecDialogs } from "./DnssecDialogs.tsx";
import { DnssecSwitch } from "./DnssecSwitch.tsx";

/** What the registry tells of the domain's keys, whether it fits them, and the switch that sees to both. */
export function DnssecCard(part: DomainPart) {
  const { holding, domain } = part;
  const list = useDnssecList(holding.id);
  const { data, isPending } = useDnssecStatus(holding.id);
  const status = data?.status;
  const offered = domain.capabilities.dnssec !== null;
  const mayHaveSwitch = isPending && offered && holding.service !== null;
  const hasSwitch = status ? status.switch !== null : mayHaveSwitch;
  return (
    <CardSection
      title="DNSSEC"
      mark={status ? <ChainBadge status={status} /> : isPending && <Checking />}
      action={
        offered && (
          <EditButton
            dialog="dnssec"
            of="DNSSEC"
            label={t("domain.dnssec_manage")}
            locked={lockOf("dnssecCreate", part)}
          />
        )
      }
    >
      {status && <Why chain={status.chain} />}
      <SectionState query={list} rows={1}>
        {({ dnssec }) =>
          dnssec.length > 0 ? (
            <ShownFew items={dnssec} label={t("domain.dnssec_records")}>
              {(record) => <Row key={record.id} record={record} />}
            </ShownFew>
          ) : (
            <p className="text-small text-muted">
              {t(offered ? "domain.dnssec_none" : "domain.dnssec_not_offered")}
            </p>
          )
        }
      </SectionState>
      <PendingNote domain={domain} kinds={["dnssec"]} />
      {hasSwitch && <DnssecSwitch {...part} status={status} />}
      <DnssecDialogs {...part} />
    </CardSection>
  );
}

const Why = ({ chain }: Pick<DnssecStatus, "chain">) =>
  chain.why !== null && (
    <p
      className={
        chain.state === "broken"
          ? "mb-2 text-small text-pretty text-danger"
          : "mb-2 text-small text-pretty text-muted"
      }
    >
      {chain.why}
    </p>
  );

const Row = ({ record }: { record: DnssecRecord }) => (
  <li tabIndex={-1} className="flex min-h-7.5 flex-wrap items-center justify-between gap-x-4 outline-none">
    <span className="font-mono text-label">{record.keytag}</span>
    <span className="text-small text-muted">{kindOf(record)}</span>
  </li>
);
