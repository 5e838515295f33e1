import type { CallName, Calls, ReplyOf } from "@atrio/contract";
import { onlineManager, QueryClient, queryOptions } from "@tanstack/react-query";
import { type CallArgs, send } from "./client.ts";
import { ApiError } from "./errors.ts";

/** Unanswered calls are retried twice, unless the browser is offline; a refusal by the server is final. */
const retry = (failures: number, error: Error) =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 503) &&
  failures < 2 &&
  onlineManager.isOnline();

/**
 * Offline calls are sent and fail at once. By default they would wait, without a word, and a change would go out by itself
 * whenever the browser is online again. Queries are fetched again then.
 */
const networkMode = "always";
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry, refetchOnWindowFocus: true, networkMode, refetchOnReconnect: true },
    mutations: { networkMode },
  },
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
