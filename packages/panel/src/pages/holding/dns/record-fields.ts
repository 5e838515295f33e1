import {
  caaTags,
  priorities,
  srvProtocols,
  srvServices,
  ttls,
  type DnsRecord,
  type RecordType,
} from "@atrio/contract";
import { t, type MessageId } from "../../../i18n/i18n.ts";
import { ttlInWords } from "./ttl.ts";

/**
 * What the form of a record holds, all as typed. Types share fields (a target stays when a CNAME becomes an ANAME), so
 * changing the type loses nothing.
 */
export interface RecordDraft {
  type: RecordType;
  zona: string;
  ttl: string;
  priority: string;
  address: string;
  target: string;
  text: string;
  service: string;
  otherService: string;
  protocol: string;
  weight: string;
  port: string;
  flag: string;
  tag: string;
  authority: string;
}
export type FieldName = Exclude<keyof RecordDraft, "type">;

interface Option {
  id: string;
  label: string;
}

/** One field of the form: data for the one renderer (RecordFields.tsx). */
export interface FieldSpec {
  readonly name: FieldName;
  readonly label: MessageId;
  readonly hint?: MessageId;
  readonly kind?: "text" | "textarea" | "select";
  /** An example value, shown in the empty field. */
  readonly example?: (draft: RecordDraft, zone: string) => string;
  readonly options?: () => Option[];
  readonly isNumber?: boolean;
  /** Fixed text behind the field. */
  readonly suffix?: (zone: string) => string;
  /** Share of a row, in sixths. */
  readonly width?: 2 | 3 | 4 | 6;
  readonly isShown?: (draft: RecordDraft) => boolean;
  /** A part of something longer: left empty, its neighbours would be read in its place. */
  readonly isPart?: boolean;
  /** A part of the record's name, which is given once, on creation. */
  readonly isName?: boolean;
  /** Messages about the whole value that mean this part of it. */
  readonly messages?: readonly string[];
}

interface RecordForm {
  readonly fields: readonly FieldSpec[];
  /** Where a message about the value belongs when no other field claims it. */
  readonly main: FieldName;
}

export const otherService = "other";

/** IANA's ports of the services on offer, as examples. */
const ports: ReadonlyMap<string, number> = new Map(
  Object.entries({
    sip: 5060,
    sips: 5061,
    http: 80,
    https: 443,
    ftp: 21,
    tftpd: 69,
    scp: 22,
    smtp: 25,
    pop3: 110,
    pop3s: 995,
    imap: 143,
    imaps: 993,
    named: 53,
    ldap: 389,
    ssh: 22,
    dhcp: 67,
    radius: 1812,
  } satisfies Record<(typeof srvServices)[number], number>),
);
const examplePort = 8443;
const portOf = (service: string): string => String(ports.get(service) ?? examplePort);

const plain = (values: readonly (string | number)[]): Option[] =>
  values.map((value) => ({ id: String(value), label: String(value) }));

const target: FieldSpec = {
  name: "target",
  label: "zone.value.target",
  hint: "zone.value.target_hint",
  example: (_, zone) => `www.${zone}`,
};
export const nameField: FieldSpec = {
  name: "zona",
  label: "zone.name",
  hint: "zone.name_hint",
  example: () => "www",
  suffix: (zone) => `.${zone}`,
};

const alias: RecordForm = { main: "target", fields: [target] };

export const priorityField: FieldSpec = {
  name: "priority",
  label: "zone.priority",
  hint: "zone.priority_hint",
  kind: "select",
  options: () => plain(priorities),
  width: 3,
};

export const ttlField: FieldSpec = {
  name: "ttl",
  label: "zone.ttl",
  hint: "zone.ttl_hint",
  kind: "select",
  options: () => ttls.map((ttl) => ({ id: String(ttl), label: ttlInWords(ttl) })),
  width: 3,
};

export const recordForms: Readonly<Record<RecordType, RecordForm>> = {
  A: {
    main: "address",
    fields: [{ name: "address", label: "zone.value.ip4", example: () => "192.0.2.10" }],
  },
  AAAA: {
    main: "address",
    fields: [{ name: "address", label: "zone.value.ip6", example: () => "2001:db8::10" }],
  },
  ANAME: alias,
  CNAME: alias,
  CAA: {
    main: "authority",
    fields: [
      {
        name: "tag",
        label: "zone.caa.tag",
        kind: "select",
        options: () => caaTags.map((tag) => ({ id: tag, label: t(`zone.caa.tag_${tag}`) })),
        width: 4,
        messages: ["dns.caa.tag"],
      },
      {
        name: "flag",
        label: "zone.caa.flag",
        isNumber: true,
        isPart: true,
        width: 2,
        messages: ["dns.caa.flag"],
      },
      {
        name: "authority",
        label: "zone.caa.value",
        hint: "zone.caa.value_hint",
        isPart: true,
        example: ({ tag }, zone) => (tag === "iodef" ? `mailto:security@${zone}` : "letsencrypt.org"),
      },
    ],
  },
  MX: {
    main: "target",
    fields: [
      {
        name: "target",
        label: "zone.value.mail",
        hint: "zone.value.mail_hint",
        example: (_, zone) => `mail.${zone}`,
      },
    ],
  },
  NS: {
    main: "target",
    fields: [{ name: "target", label: "zone.value.server", example: () => "ns1.example.net" }],
  },
  SRV: {
    main: "target",
    fields: [
      {
        name: "service",
        label: "zone.srv.service",
        kind: "select",
        options: () => [...plain(srvServices), { id: otherService, label: t("zone.srv.other") }],
        width: 3,
        isName: true,
      },
      {
        name: "protocol",
        label: "zone.srv.protocol",
        kind: "select",
        options: () => plain(srvProtocols),
        width: 3,
        isName: true,
      },
      {
        name: "otherService",
        label: "zone.srv.other_service",
        hint: "zone.srv.other_service_hint",
        example: () => "minecraft",
        isShown: ({ service }) => service === otherService,
        isPart: true,
        isName: true,
      },
      {
        name: "target",
        label: "zone.srv.target",
        hint: "zone.srv.target_hint",
        isPart: true,
        example: ({ service }, zone) => `${service === otherService ? "srv" : service}.${zone}`,
      },
      {
        name: "port",
        label: "zone.srv.port",
        isNumber: true,
        isPart: true,
        width: 3,
        example: ({ service }) => portOf(service),
        messages: ["dns.srv.port"],
      },
      {
        name: "weight",
        label: "zone.srv.weight",
        hint: "zone.srv.weight_hint",
        isNumber: true,
        isPart: true,
        width: 3,
        messages: ["dns.srv.weight"],
      },
    ],
  },
  TXT: {
    main: "text",
    fields: [
      {
        name: "text",
        label: "zone.text",
        kind: "textarea",
        example: (_, zone) => `v=spf1 include:_spf.${zone} -all`,
      },
    ],
  },
};

/** The fields of a type, in the order they are drawn; a name is given once, so an edit shows no field of it. */
export const fieldsOf = (draft: RecordDraft, record: DnsRecord | null): FieldSpec[] =>
  recordForms[draft.type].fields.filter(
    (field) => (field.isShown?.(draft) ?? true) && !(record && field.isName),
  );
