import { recordTypes, type RecordType } from "@atrio/contract/fields/dns/types.ts";
import type { AddressedPage } from "../dialogs/use-dialog-address.ts";
import { integerOf, type RawSearch, textOf } from "../dialogs/dialog-search.ts";

const zoneActs = ["restore", "empty"] as const;
export type ZoneAct = (typeof zoneActs)[number];

/** What the address says of the page: the filter, the page of the list, and the dialog that is open. */
export interface DnsSearch extends DnsDialog {
  q?: string;
  type?: RecordType;
  page?: number;
}
export interface DnsDialog {
  /** The dialog for a new record; `?new` leaves the type open. */
  new?: RecordType | "";
  /** The dialog of the record with this id. */
  record?: number;
  /** The question whether to delete the record with this id. */
  delete?: number;
  /** The question whether to do this to the zone. */
  zone?: ZoneAct;
}

const isType = (value: unknown): value is RecordType => recordTypes.some((type) => type === value);
/** Links are typed by people too: what makes no sense is left out. */
export function readDnsSearch(raw: RawSearch): DnsSearch {
  const type = textOf(raw["type"])?.toUpperCase();
  const newType = raw["new"] === true ? "" : textOf(raw["new"])?.toUpperCase();
  return {
    q: textOf(raw["q"]) || undefined,
    type: isType(type) ? type : undefined,
    page: integerOf(raw["page"], 2),
    new: newType === undefined || isType(newType) ? newType : "",
    record: integerOf(raw["record"], 1),
    delete: integerOf(raw["delete"], 1),
    zone: zoneActs.find((act) => act === raw["zone"]),
  };
}

export const dnsPage: AddressedPage<DnsSearch, "record" | "delete", "new" | "zone"> = {
  names: { one: ["record", "delete"], whole: ["new", "zone"] },
  readSearch: readDnsSearch,
};
