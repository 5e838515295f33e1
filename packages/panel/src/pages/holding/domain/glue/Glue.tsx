import { useQuery } from "@tanstack/react-query";
import { query } from "../../../../api/query.ts";
import { t } from "../../../../i18n/i18n.ts";
import { CardSection } from "../section/CardSection.tsx";
import { lockOf } from "../domain-access.ts";
import type { DomainPart } from "../domain-part.ts";
import { EditButton } from "../section/EditButton.tsx";
import { PartDialog } from "../section/PartDialog.tsx";
import { PendingNote } from "../section/PendingNote.tsx";
import { SectionState } from "../section/SectionState.tsx";
import { ShownFew } from "../section/ShownFew.tsx";
import { addressesOf, hostOf } from "./glue-record.ts";
import { GlueDialogs } from "./GlueDialogs.tsx";

/** Name servers below the domain itself, with their addresses at the registry. */
export function Glue(part: DomainPart) {
  const { holding, domain } = part;
  const list = useQuery(query("glueList", { params: { id: holding.id } }));
  const title = t("domain.glue");
  return (
    <CardSection
      title={title}
      action={
        <EditButton dialog="glue" of={title} label={t("domain.manage")} locked={lockOf("glueCreate", part)} />
      }
    >
      <SectionState query={list}>
        {({ gluerecords }) =>
          gluerecords.length > 0 ? (
            <ShownFew items={gluerecords} label={title}>
              {(record) => (
                <li
                  key={record.id}
                  tabIndex={-1}
                  className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 font-mono text-label"
                >
                  <span className="min-w-0 wrap-anywhere">{hostOf(record, domain)}</span>
                  <span className="min-w-0 text-muted wrap-anywhere">{addressesOf(record).join(" · ")}</span>
                </li>
              )}
            </ShownFew>
          ) : (
            <p className="text-label text-muted">{t("domain.glue_none")}</p>
          )
        }
      </SectionState>
      <PendingNote domain={domain} kinds={["glue"]} />
      <PartDialog name="glue" call="glueCreate" part={part}>
        {(close) => <GlueDialogs part={part} list={list} onClose={close} />}
      </PartDialog>
    </CardSection>
  );
}
