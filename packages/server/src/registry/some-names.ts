/** Domains in a message: some of them by name. */
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { type RawBuilder, sql } from "kysely";

const most = 3;

/** An aggregate: the first few of the domains that are so. */
export const firstNames = (name: RawBuilder<string>, isSo: RawBuilder<boolean>): RawBuilder<string[]> =>
  sql<
    string[]
  >`coalesce((array_agg(${name} order by ${name}) filter (where ${isSo}))[1:${sql.lit(most)}], '{}')`;

export const someOf = (names: readonly string[], all: number) => ({
  names: names.map(toUnicode).join(", "),
  more: all - names.length,
});
