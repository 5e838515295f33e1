import { toUnicode } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../../../api/query.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Badge } from "../../../../ui/Badge.tsx";
import { CardSection } from "../section/CardSection.tsx";
import { lockOf } from "../domain-access.ts";
import type { DomainPart } from "../domain-part.ts";
import { EditButton } from "../section/EditButton.tsx";
import { PartDialog } from "../section/PartDialog.tsx";
import { PendingNote } from "../section/PendingNote.tsx";
import { SectionState } from "../section/SectionState.tsx";
import { NameserverDialog } from "./NameserverDialog.tsx";

/** Which servers the registry names for the domain, and whose they are. */
export function NameServers(part: DomainPart) {
  const { holding, domain } = part;
  const list = useQuery(query("nameserverInit", { params: { id: holding.id } }));
  const title = t("domain.nameservers");
  const hasNone = list.data?.domainDNSs.length === 0;
  return (
    <CardSection
      title={title}
      mark={hasNone ? undefined : <Badge>{t(`domain.mode.${domain.dns}`)}</Badge>}
      action={<EditButton dialog="nameservers" of={title} locked={lockOf("nameserverEdit", part)} />}
    >
      <SectionState query={list}>
        {({ domainDNSs }) =>
          domainDNSs.length > 0 ? (
            <ul>
              {domainDNSs.map((server) => (
                <li key={server} className="flex min-h-7 items-center font-mono text-label wrap-anywhere">
                  {toUnicode(server)}
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-muted">{t("domain.nameservers_none")}</p>
          )
        }
      </SectionState>
      <PendingNote domain={domain} kinds={["nameservers"]} />
      <PartDialog name="nameservers" call="nameserverEdit" part={part}>
        {(close) => <NameserverDialog {...part} onClose={close} />}
      </PartDialog>
    </CardSection>
  );
}
