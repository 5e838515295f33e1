/**
 * A user's holdings in order of reference, from atrio.listed_holding: no statement here looks at more than a few index
 * pages for a page, or at more than its matches for a filter. Each is prepared once a connection, under its name.
 */
import type { HoldingKind, PermissionEntry } from "@atrio/contract";
import type { Pool } from "pg";

/** The holdings of a user, all or of one kind, that contain some letters. */
export interface List {
  readonly userId: number;
  readonly kind: HoldingKind | "all";
  /** As they stand in a reference or in its Unicode form; "" is in every one. */
  readonly letters: string;
}
/** Part of a list; without a limit all that follows. */
export interface Span {
  readonly limit: number | null;
  readonly offset: number;
}

/** What is typed, as names are spelled (UTS 46): in small letters, composed, with full stops. */
export const spelled = (typed: string): string =>
  typed.normalize("NFKC").toLowerCase().replaceAll("\u3002", ".");

/** A pattern for what is taken literally. */
const literal = (letters: string): string => letters.replaceAll(/[\\%_]/g, String.raw`\$&`);

const ofKind = { all: "", domain: " and has_domain", service: " and has_service", mail: " and has_mail" };

interface Way {
  readonly name: string;
  /** Whether an index finds the rows, which are then put in order; else they are come across in order. */
  readonly sorts: boolean;
  readonly where: string;
  /** What $2 and $3 stand for; $1 is the user. */
  readonly values: (letters: string) => string[];
}
const everything: Way = { name: "everything", sorts: false, where: "user_id = $1", values: () => [] };
const inOrder: Way = {
  name: "in-order",
  sorts: false,
  where: "user_id = $1 and (reference like $2 or unicode_name like $2)",
  values: (letters) => [`%${literal(letters)}%`],
};
const byPair: Way = {
  name: "by-pair",
  sorts: true,
  where: `atrio.letter_pairs(user_id, reference) || atrio.letter_pairs(user_id, unicode_name)
    @> atrio.letter_pairs($1, $2)`,
  values: (letters) => [letters],
};
const byPairs: Way = {
  name: "by-pairs",
  sorts: true,
  where: `${byPair.where} and (reference like $3 or unicode_name like $3)`,
  values: (letters) => [letters, `%${literal(letters)}%`],
};
/**
 * What the rows of a list are selected from. The index of the pairs comes before the kind: left alone, the planner tries
 * each row of a kind.
 */
const sourceOf = ({ sorts, where }: Way, kind: List["kind"]): string =>
  sorts
    ? `(select * from atrio.listed_holding where ${where} offset 0) found where true${ofKind[kind]}`
    : `atrio.listed_holding where ${where}${ofKind[kind]}`;

/** Pairs are of octets: one letter beyond ASCII may be a pair. */
const wayTo = (letters: string): Way => [everything, inOrder, byPair][Buffer.byteLength(letters)] ?? byPairs;

/** With more matches than this it is quicker to come across them in order than to sort them. */
const sortedMax = 2000;

const columns = `holding_id as id, reference, has_domain as "hasDomain", has_service as "hasService", has_mail as "hasMail",
  domain_status as "domainStatus"`;

async function rowsOf<Row extends object>(
  pool: Pool,
  name: string,
  text: string,
  values: readonly (string | number | null)[],
): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values: [...values] })).rows;
}

export async function countList(pool: Pool, { userId, kind, letters }: List): Promise<number> {
  const way = wayTo(letters);
  const [row] = await rowsOf<{ total: number }>(
    pool,
    `list-count-${way.name}-${kind}`,
    letters === ""
      ? `select holdings as total from atrio.listed_total where user_id = $1 and area = '${kind}'`
      : `select count(*) as total from ${sourceOf(way, kind)}`,
    [userId, ...way.values(letters)],
  );
  return row?.total ?? 0;
}

/** Some of the `total` entries of a list, counted off from the nearer end. */
export async function listSpan(
  pool: Pool,
  { userId, kind, letters }: List,
  total: number,
  { limit, offset }: Span,
): Promise<PermissionEntry[]> {
  const size = Math.min(limit ?? total, total - offset);
  if (size <= 0) return [];
  const way = letters !== "" && total > sortedMax ? inOrder : wayTo(letters);
  const values = [userId, ...way.values(letters)];
  const source = sourceOf(way, kind);
  const backwards = offset > total / 2;
  const [limited, passedOver] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const order = `reference ${backwards ? "desc" : "asc"}`;
  const rows = await rowsOf<PermissionEntry>(
    pool,
    `list-span-${way.name}-${kind}-${backwards ? "backwards" : "forwards"}`,
    way.sorts
      ? `select ${columns} from ${source} order by ${order} limit ${limited} offset ${passedOver}`
      : // Passed over in the index alone; the rows themselves are looked up from there on.
        `select ${columns} from ${source} and reference ${backwards ? "<=" : ">="}
            (select reference from ${source} order by ${order} limit 1 offset ${passedOver})
          order by ${order} limit ${limited}`,
    [...values, size, backwards ? total - offset - size : offset],
  );
  return backwards ? rows.toReversed() : rows;
}

/**
 * What every page of a list begins with: the first entries, and how many there are, in one statement. Each row carries
 * the number; the reply's schema knows no such field.
 */
export async function listBeginning(
  pool: Pool,
  userId: number,
  kind: List["kind"],
  limit: number | null,
): Promise<{ permissions: PermissionEntry[]; total: number }> {
  const rows = await rowsOf<PermissionEntry & { total: number }>(
    pool,
    `list-beginning-${kind}`,
    `select ${columns}, (select holdings from atrio.listed_total where user_id = $1 and area = '${kind}') as total
       from atrio.listed_holding where user_id = $1${ofKind[kind]} order by reference limit $2`,
    [userId, limit],
  );
  return { permissions: rows, total: rows[0]?.total ?? 0 };
}

/** The first entries that begin with the letters, in one form or the other. */
export const listPrefixed = (
  pool: Pool,
  { userId, letters }: List,
  limit: number,
): Promise<PermissionEntry[]> =>
  rowsOf<PermissionEntry>(
    pool,
    "list-prefixed",
    // DEL comes after whatever a reference may have in it, the last code point after every other.
    `(select ${columns} from atrio.listed_holding
       where user_id = $1 and reference >= $2 and reference < $2 || chr(127) order by reference limit $3)
     union (select ${columns} from atrio.listed_holding
       where user_id = $1 and unicode_name <> '' and unicode_name >= $2 and unicode_name < $2 || chr(1114111)
       order by unicode_name limit $3)
     order by reference limit $3`,
    [userId, letters, limit],
  );

/** The first entries that contain the letters, where nobody asks how many do. */
export const listContaining = async (pool: Pool, list: List, limit: number): Promise<PermissionEntry[]> => {
  const total = Buffer.byteLength(list.letters) < 2 ? Infinity : await countList(pool, list);
  return listSpan(pool, list, total, { limit, offset: 0 });
};
