/**
 * What happens after a change of the zone: the list follows at once and is fetched again behind it, the toast says what the
 * server saw and offers to take the change back.
 */
import { nameTarget, type Calls, type DnsRecord, type ReplyOf } from "@atrio/contract";
import { infoOf } from "../../../api/action.ts";
import { api, type Reply } from "../../../api/client.ts";
import { invalidate, queryClient } from "../../../api/query.ts";
import { t } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toast.ts";
import { explain } from "../explain.ts";

type List = ReplyOf<Calls["dnsList"]>;

const patchLists = (id: number, patch: (list: List) => List): void => {
  queryClient.setQueriesData<List>(
    { queryKey: ["dnsList", { params: { id } }] },
    (list) => list && patch(list),
  );
};
const refetch = (id: number): void => void invalidate(["dnsList"], { id });
/** Single records that dialogs have loaded, of the whole zone or one of them. */
const forget = (id: number, zid?: number): void =>
  queryClient.removeQueries({ queryKey: ["dnsGet", { params: zid === undefined ? { id } : { id, zid } }] });

/**
 * A new record stands first in the list on the screen, wherever it sorts, so that it is seen. It moves to its place the next
 * time the list is fetched; a refetch at once could carry it to another page.
 */
export function addRecord(id: number, record: DnsRecord): void {
  const queryKey = ["dnsList", { params: { id } }];
  queryClient.setQueriesData<List>({ queryKey, type: "active" }, (list) => list && withFirst(list, record));
  void queryClient.invalidateQueries({ queryKey, refetchType: "none" });
  void followHints(id, record);
}

/** What records on the screen lacked may have come with a new one: their hints follow, and the rows stay where they are. */
async function followHints(id: number, added: DnsRecord): Promise<void> {
  const lists = queryClient.getQueriesData<List>({
    queryKey: ["dnsList", { params: { id } }],
    type: "active",
  });
  const hinted = lists.flatMap(([, list]) => list?.dnss ?? []).filter(({ hint }) => hint !== null);
  // a wildcard answers for what is below its parent
  const name = added.referencePunycode.replace(/^\*\./, "");
  const pointing = hinted.filter((record) => `.${nameTarget(record) ?? ""}`.endsWith(`.${name}`));
  const zids = new Set(pointing.map((record) => record.id));
  zids.delete(added.id);
  for (const zid of zids) {
    const reply = await api.dnsGet({ params: { id, zid } }).catch(() => null);
    if (reply) patchLists(id, (list) => withRecord(list, reply.data.dns));
  }
}

const withRecord = (list: List, record: DnsRecord): List => ({
  ...list,
  dnss: list.dnss.map((other) => (other.id === record.id ? record : other)),
});

const withFirst = (list: List, record: DnsRecord): List => ({
  ...list,
  dnss: [record, ...list.dnss],
  total: list.total + 1,
  counts: { ...list.counts, [record.type]: list.counts[record.type] + 1 },
});

/** An edited record takes its new values wherever it is shown; the others of its set may have a new TTL with it. */
export function putRecord(id: number, record: DnsRecord): void {
  patchLists(id, (list) => withRecord(list, record));
  forget(id, record.id);
  refetch(id);
}

function dropRecord(id: number, record: DnsRecord): void {
  patchLists(id, (list) => {
    const dnss = list.dnss.filter((other) => other.id !== record.id);
    return { ...list, dnss, total: list.total - (list.dnss.length - dnss.length) };
  });
  forget(id, record.id);
  refetch(id);
}

type Told = Pick<Reply<"dnsUndo">, "info">;

/** The server says what it saw ("live on ns1 and ns2"); nothing more is claimed. */
export function announce(id: number, reply: Told, undo: number | null): void {
  const action =
    undo === null ? undefined : { label: t("zone.undo"), onAction: () => void takeBack(id, undo) };
  toast.success(infoOf(reply), { action });
}

async function takeBack(id: number, journalId: number): Promise<void> {
  try {
    const reply = await api.dnsUndo({ params: { id, jid: journalId } });
    toast.success(reply.info[0] ?? t("zone.undone"));
  } catch (error) {
    explain(error);
  }
  forget(id);
  refetch(id);
}

export async function deleteRecord(id: number, record: DnsRecord): Promise<void> {
  try {
    const reply = await api.dnsDelete({ params: { id, zid: record.id } });
    dropRecord(id, record);
    announce(id, reply, reply.data.undo);
  } catch (error) {
    explain(error);
    refetch(id);
  }
}

type ZoneChange = "dnsRestore" | "dnsDeleteAll";

export async function changeZone(id: number, change: ZoneChange): Promise<void> {
  try {
    const reply: Reply<ZoneChange> = await api[change]({ params: { id } });
    announce(id, reply, reply.data.undo);
  } catch (error) {
    explain(error);
  }
  forget(id);
  refetch(id);
}
