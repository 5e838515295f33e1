/** What the panel and the commands want of a registry, as rows of atrio.registry_order: kinds and what each carries. */
import { type Message, isMessageKey } from "@atrio/contract/message.ts";
import type { Host, RegistryContacts, RegistryErrorKind, RegistryField, SecDns } from "./backend.ts";

type Nothing = Readonly<Record<string, never>>;

export interface Orders {
  /** A holding's domain that is not registered yet. */
  readonly create: { readonly account: string; readonly contacts: RegistryContacts };
  /** default: whatever atrio.name_server says when the order is carried out. */
  readonly nameservers:
    | { readonly mode: "default" }
    | { readonly mode: "own" | "keep"; readonly nameservers: readonly string[] };
  readonly transferLock: { readonly on: boolean };
  readonly block: { readonly on: boolean };
  readonly privacy: { readonly on: boolean };
  readonly dnssec: { readonly add: readonly SecDns[]; readonly remove: readonly SecDns[] };
  readonly putHost: Host;
  readonly deleteHost: { readonly name: string };
  readonly contacts: { readonly contacts: RegistryContacts };
  /** The code ends in atrio.domain_secret, sealed. */
  readonly authCode: Nothing;
  /**
   * To the account of a panel user (column `gaining`). The code is sealed by the vault as registry_order:<holding_id>:authcode, base64. Null: the
   * domain's transfer key was shown in place of it, and the registrar asks for a code itself. Done, it ends with
   * atrio.hand_over(order).
   */
  readonly transfer: {
    readonly account: string;
    readonly sealedAuthCode: string | null;
  };
  /** Nothing: the mirror is read anew. */
  readonly refresh: Nothing;
}
export type OrderKind = keyof Orders;

/** What is none of our messages are the registry's own words. */
export const registrySays = (text: string): Message =>
  isMessageKey(text) ? text : { key: "domain.registry_says", values: { text } };

/** Why an order was refused (column `refusal`). */
export interface OrderRefusal {
  readonly kind: RegistryErrorKind;
  readonly message: string;
  readonly fields: readonly RegistryField[];
}
