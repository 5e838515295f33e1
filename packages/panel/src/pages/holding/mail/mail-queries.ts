import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useQuery } from "@tanstack/react-query";
import { query, queryClient } from "../../../api/query.ts";
import type { Holding } from "../holding.ts";
import { itemsOf, type MailItem, missingTargets, shownAddress } from "./mail-items.ts";
import type { MailKind } from "./mail-search.ts";

/** Specification 1, section 9. */
export const pageSize = 10;

/** The mail of the domain as a whole: where webmail is, which parts of mail this installation lacks. */
export const useMailService = (id: number) => useQuery(query("mailGet", { params: { id } }));

/** Mailboxes and aliases are two calls: who may see only one of them gets that one. */
export function useMailItems({ id, can }: Holding) {
  const mailboxes = useQuery({
    ...query("mailboxList", { params: { id } }),
    enabled: can("mailboxList"),
  });
  const aliases = useQuery({ ...query("aliasList", { params: { id } }), enabled: can("aliasList") });
  const wanted = [mailboxes, aliases].filter(({ isEnabled }) => isEnabled);
  const isLoaded = wanted.every(({ data }) => data !== undefined);
  return {
    /** Undefined until all are there: a list that grows while it is read moves under the hand. */
    items: isLoaded ? itemsOf(mailboxes.data?.correo ?? [], aliases.data?.alias ?? []) : undefined,
    error: wanted.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
    retry: () => {
      for (const { refetch, data } of wanted) if (data === undefined) void refetch();
    },
  };
}

const none: ReadonlySet<string> = new Set();

/** The targets that are not there; none, where a catch-all takes their mail or the user does not see all addresses. */
export function useMissingTargets(
  { id, reference, can }: Holding,
  items: readonly MailItem[] | undefined,
): ReadonlySet<string> {
  const seesAll = can("mailboxList") && can("aliasList");
  const { data } = useQuery({ ...query("catchAllGet", { params: { id } }), enabled: seesAll });
  return items && data?.catchAll === null ? missingTargets(items, toUnicode(reference)) : none;
}

/** The page of the whole list that an item is on, as far as it is loaded. */
export function pageOf(id: number, kind: MailKind, item: number): number {
  const params = { params: { id } };
  const mailboxes = queryClient.getQueryData(query("mailboxList", params).queryKey);
  const aliases = queryClient.getQueryData(query("aliasList", params).queryKey);
  const index = itemsOf(mailboxes?.correo ?? [], aliases?.alias ?? []).findIndex(
    (one) => one.kind === kind && one.id === item,
  );
  return Math.floor(Math.max(0, index) / pageSize) + 1;
}

/** The domain's own mailboxes as far as the user sees them, to be offered where an address is typed. */
export function useMailboxAddresses({ id, can }: Holding): string[] {
  const { data } = useQuery({
    ...query("mailboxList", { params: { id } }),
    enabled: can("mailboxList"),
  });
  return (data?.correo ?? []).map(({ user }) => shownAddress(user)).toSorted();
}
