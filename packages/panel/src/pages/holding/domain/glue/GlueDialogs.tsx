import type { Calls, ReplyOf } from "@atrio/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import type { DomainPart } from "../domain-part.ts";
import { useDomainDialog } from "../use-domain-dialog.ts";
import { useFailedLoad } from "../use-failed-load.ts";
import { EditGlue, NewGlue } from "./GlueForms.tsx";
import { GlueList } from "./GlueList.tsx";

export interface GlueDialogsProps {
  part: DomainPart;
  list: UseQueryResult<ReplyOf<Calls["glueList"]>>;
  onClose: () => void;
}

/** The list, and from there the form of a new one or of one that is there; each has its address. */
export function GlueDialogs({ part, list, onClose }: GlueDialogsProps) {
  const { item, open, backTo } = useDomainDialog();
  useFailedLoad(list.error);
  const back = () => backTo("glue");
  if (item === "new") return <NewGlue part={part} onClose={back} />;
  const record = list.data?.gluerecords.find(({ id }) => id === item);
  if (record) return <EditGlue key={record.id} part={part} record={record} onClose={back} />;
  return (
    <GlueList
      part={part}
      list={list}
      onClose={onClose}
      onNew={() => open("glue", { item: "new" })}
      onEdit={({ id }) => open("glue", { item: id })}
    />
  );
}
