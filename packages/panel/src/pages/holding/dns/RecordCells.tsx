import {
  formatValue,
  nameTarget,
  toUnicode,
  type DnsRecord,
  type RecordHint as Hinted,
  type RecordType,
} from "@atrio/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { t } from "../../../i18n/i18n.ts";
import { Badge, type BadgeTone } from "../../../ui/Badge.tsx";
import { Hint } from "./Hint.tsx";

/** Kinds of types, not types, have a colour: addresses, aliases, mail, text, services, certificates, delegation. */
const tones: Readonly<Record<RecordType, BadgeTone>> = {
  A: "blue",
  AAAA: "blue",
  ANAME: "violet",
  CNAME: "violet",
  MX: "amber",
  TXT: "teal",
  SRV: "pink",
  CAA: "lime",
  NS: "slate",
};

export const TypeBadge = ({ type }: { type: RecordType }) => (
  <Badge mono tone={tones[type]}>
    {type}
  </Badge>
);

/** `www` stands out of `www.example.com`; where Unicode is shown, the tooltip has what the name servers have. */
export function RecordName({ record, zone }: { record: DnsRecord; zone: string }) {
  const name = (
    <>
      {record.zona || "@"}
      <span className="text-muted">.{zone}</span>
    </>
  );
  if (record.reference === record.referencePunycode) return name;
  return <Hint text={record.referencePunycode}>{name}</Hint>;
}

/** As it is written: a text in quotes, so that it is seen where it begins and ends. */
export function shownValue({ type, value }: Pick<DnsRecord, "type" | "value">): string {
  const text = formatValue(type, value);
  return type === "TXT" && !text.startsWith('"') ? `"${text}"` : text;
}

/** The record's hint in words; hover, focus and press show the details. */
export function RecordHint({ record, hint }: { record: DnsRecord; hint: Hinted }) {
  const name = hint === "inner_asterisk" ? record.reference : toUnicode(nameTarget(record) ?? "");
  return (
    <Hint text={t(`zone.hint.${hint}_text`, { name })}>
      <Badge tone="warning">
        <IconAlertTriangle size={12} aria-hidden />
        {t(`zone.hint.${hint}`)}
      </Badge>
    </Hint>
  );
}
