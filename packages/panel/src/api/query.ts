import type { CallName, Calls, ReplyOf } from "@atrio/contract";
import { QueryClient, queryOptions } from "@tanstack/react-query";
import { type CallArgs, send } from "./client.ts";
import { ApiError } from "./errors.ts";

/** Calls that were not answered are tried twice more; what the server refused stays refused. */
const retry = (failures: number, error: Error) =>
  error instanceof ApiError && (error.status === 0 || error.status === 503) && failures < 2;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry, refetchOnWindowFocus: true } },
});

type QueryRest<N extends CallName> = object extends CallArgs<N> ? [args?: CallArgs<N>] : [args: CallArgs<N>];

/** Options for useQuery and loaders; the key is the call's name and what it was given. */
export const query = <N extends CallName>(name: N, ...[args]: QueryRest<N>) =>
  queryOptions<ReplyOf<Calls[N]>, Error, ReplyOf<Calls[N]>, readonly [N, CallArgs<N> | undefined]>({
    queryKey: [name, args],
    queryFn: async ({ signal }) => (await send(name, args, { signal })).data,
  });

/** What these calls answered is out of date; with `params`, of that item only. */
export async function invalidate(names: readonly CallName[], params?: Record<string, number>): Promise<void> {
  await Promise.all(
    names.map((name) =>
      queryClient.invalidateQueries({ queryKey: params === undefined ? [name] : [name, { params }] }),
    ),
  );
}
