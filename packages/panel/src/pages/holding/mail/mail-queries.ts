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
export function useMailItems(holding: Holding) {
  const { id, can } = holding;
  const mailboxes = useQuery({
    ...query("mailboxList", { params: { id } }),
    enabled: can("mailboxList"),
  });
  const aliases = useQuery({ ...query("aliasList", { params: { id } }), enabled: can("aliasList") });
  const wanted = [mailboxes, aliases].filter(({ isEnabled }) => isEnabled);
  // What a row shows besides: the way to the webmail, what is missing.
  const others = [useMailService(id), useCatchAll(holding)];
  const isLoaded =
    wanted.every(({ data }) => data !== undefined) && others.every(({ isLoading }) => !isLoading);
  return {
    /** Undefined until all is there: a list that grows while it is read moves under the hand. */
    items: isLoaded ? itemsOf(mailboxes.data?.correo ?? [], aliases.data?.alias ?? []) : undefined,
    error: wanted.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
    retry: () => {
      for (const { refetch, data } of wanted) if (data === undefined) void refetch();
    },
  };
}

const none: ReadonlySet<string> = new Set();

export const useCatchAll = ({ id, can }: Holding) =>
  useQuery({ ...query("catchAllGet", { params: { id } }), enabled: can("aliasList") });

/** The targets that are not there; none, where a catch-all takes their mail or the user does not see all addresses. */
export function useMissingTargets(
  holding: Holding,
  items: readonly MailItem[] | undefined,
): ReadonlySet<string> {
  const seesAll = holding.can("mailboxList") && holding.can("aliasList");
  const { data } = useCatchAll(holding);
  return seesAll && items && data?.catchAll === null
    ? missingTargets(items, toUnicode(holding.reference))
    : none;
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
